"""The games of a server when their store fails."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext

import pytest

from noughts.core.errors import Unsolved
from noughts.server.games.decide import Stale
from noughts.server.games.repository import Games, UnknownGame
from noughts.server.games.types import Command, Draw, Person, Play, Resign, Seat, SharedGame, Sit
from noughts.server.log.errors import Refused
from noughts.server.log.repository import Published
from noughts.server.log.store import StoreUnavailable
from noughts.server.worker_pool import Overloaded
from tests.server.log.failing import (
    ANN,
    BEN,
    ENGINE,
    Failing,
    begun,
    begun_anew,
    games_on,
    played,
    pool,
)

pytestmark = pytest.mark.anyio


async def test_every_game_of_a_series_is_found_by_its_number(games: Games) -> None:
    wins = [(0, 3, 1, 4, 2), (4, 0, 3, 1, 5), (2, 0, 4, 1, 6), (8, 0, 7, 1, 6)]
    id_ = await begun(games, BEN)
    for number, moves in enumerate(wins):
        await played(games, id_, moves, *((ANN, BEN) if number % 2 == 0 else (BEN, ANN)))
        assert await games.find_round(id_, None) == await games.find(id_)
        await begun_anew(games, id_)
        assert (await games.find_round(id_, None)).game.moves == moves  # the last that ended
    for number, moves in enumerate(wins, 1):
        found = await games.find_round(id_, number)
        assert (found.round, found.game.moves) == (number, moves)
        assert found.game.ending is not None
    assert await games.find_round(id_, 5) == await games.find(id_)
    with pytest.raises(UnknownGame, match=r"^This series has no game 6$"):
        await games.find_round(id_, 6)


@pytest.mark.parametrize(
    ("fault", "raised"),
    [
        ("before", pytest.raises(StoreUnavailable)),
        ("is_forestalled", pytest.raises(Overloaded, match=r"^Too much is happening at once")),
        ("after", nullcontext()),  # it landed after all
    ],
)
async def test_a_move_is_made_once_whatever_its_append_comes_to(
    store: Failing, games: Games, fault: str, raised: AbstractContextManager[object]
) -> None:
    id_ = await begun(games)
    setattr(store, fault, True)
    with raised:
        assert (await games.execute(id_, ANN, Play(1, 4), "mine")).after.game.moves == (4,)
    setattr(store, fault, False)
    assert (await games.find(id_)).version == (2 if fault == "after" else 1)
    assert (await games.execute(id_, ANN, Play(1, 4), "mine")).after.game.moves == (4,)


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_nothing_is_said_of_a_game_in_doubt_until_its_log_is_read_again(
    store: Failing, games: Games, fails: str
) -> None:
    id_ = await begun(games)
    messages: list[Published[SharedGame]] = []
    games.subscribe(id_, messages.append)
    setattr(store, fails, True)
    store.unreadable = True
    for ask in (
        lambda: games.execute(id_, ANN, Play(1, 4), "mine"),
        lambda: games.find(id_),
        lambda: games.find_at(id_, 1),
        lambda: games.find_with_log(id_),
        lambda: games.execute(id_, ANN, Play(1, 0), "another"),
    ):
        with pytest.raises(StoreUnavailable, match="cannot be read"):
            await ask()
    assert messages == []
    setattr(store, fails, False)
    store.unreadable = False
    has_landed = fails == "after"
    assert (await games.find(id_)).game.moves == (4,) * has_landed
    assert [published.append and published.append.command_id for published in messages] == [
        "mine"
    ] * has_landed
    again = await games.execute(id_, ANN, Play(1, 4), "mine")
    assert again.after.game.moves == (4,)
    assert (again.repeated is not None) == has_landed
    assert len(messages) == 1


async def test_a_game_whose_beginning_landed_after_all_is_found_by_the_same_command(
    store: Failing, games: Games
) -> None:
    store.after = True
    with pytest.raises(StoreUnavailable):
        await begun(games, BEN, "begin")
    store.after = False
    id_ = await begun(games, BEN, "begin")
    assert await store.listed_ids("ann", 9) == (id_,)
    with pytest.raises(Refused, match="had this id"):
        await begun(games, ENGINE, "begin")


@pytest.mark.parametrize("error", [Overloaded("busy"), Unsolved("no proof in time")])
async def test_a_move_stands_when_the_computer_cannot_reply_and_it_moves_when_looked_at(
    store: Failing, error: Exception
) -> None:
    thinks = pool(error)
    games = games_on(store, thinks)
    id_ = await begun(games, o=ENGINE)
    shared = (await games.execute(id_, ANN, Play(1, 4), None)).after
    assert shared.game.moves == (4,)
    assert shared.computer_to_move == ENGINE
    assert await games.find(id_) == shared
    thinks.error = None
    assert (await games.find(id_)).game.moves == (4, 0)


async def test_the_computer_moves_once_however_many_look(store: Failing) -> None:
    thinks = pool(Overloaded("busy"))
    games = games_on(store, thinks)
    id_ = await begun(games, o=ENGINE)
    await games.execute(id_, ANN, Play(1, 4), None)
    thinks.error = None
    seen = await asyncio.gather(*(games.find(id_) for _ in range(20)))
    assert {shared.game.moves for shared in seen} == {(4, 0)}


async def test_a_command_sent_twice_at_once_is_done_once(store: Failing, games: Games) -> None:
    ids = await asyncio.gather(*(begun(games, command="begin") for _ in range(8)))
    assert len(set(ids)) == 1
    move = Play(1, 4)
    seen = await asyncio.gather(*(games.execute(ids[0], ANN, move, "mine") for _ in range(8)))
    assert {acted.after.game.moves for acted in seen} == {(4,)}
    assert await store.listed_ids("ann", 9) == (ids[0],)


async def test_of_many_moves_from_one_version_one_is_played(games: Games) -> None:
    id_ = await begun(games)
    moves = [games.execute(id_, ANN, Play(1, square), None) for square in range(9)]
    answers = await asyncio.gather(*moves, return_exceptions=True)
    assert sum(isinstance(answer, Stale) for answer in answers) == 8
    assert len((await games.find(id_)).game.moves) == 1


@pytest.mark.parametrize(
    "other",
    [
        (BEN, Play(1, 4)),  # by somebody else
        (ANN, Play(1, 5)),
        (ANN, Play(2, 4)),  # from another version
        (BEN, Resign(1)),
        (ANN, Resign(1)),
        (ANN, Draw(1)),
        (Person("cat"), Sit()),
    ],
)
async def test_an_id_belongs_to_one_command_of_one_player(
    games: Games, other: tuple[Seat, Command]
) -> None:
    id_ = await begun(games, BEN)
    first = await games.execute(id_, ANN, Play(1, 4), "the same")
    with pytest.raises(Refused, match="had this id"):
        await games.execute(id_, *other, "the same")
    await games.execute(id_, BEN, Play(2, 0), "another")
    again = await games.execute(id_, ANN, Play(1, 4), "the same")
    assert again.repeated is not None
    assert again.after.version == first.after.version + 1
