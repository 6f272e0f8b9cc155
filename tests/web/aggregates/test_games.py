"""The games of a server when their store fails."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from noughts.core.errors import Unsolved
from noughts.online.errors import Refused, Stale
from noughts.online.games import Ask, Command, Offer, Person, Play, Resign, SharedGame, Sit
from noughts.web.aggregates.kinds import GAME, UnknownGame
from noughts.web.aggregates.repository import Published
from noughts.web.storage.store import StoreUnavailable
from noughts.web.worker_pool import Overloaded
from tests.web.aggregates.failing import (
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


async def test_every_game_of_a_series_is_found_by_its_number(store: Failing) -> None:
    wins = [(0, 3, 1, 4, 2), (4, 0, 3, 1, 5), (2, 0, 4, 1, 6), (8, 0, 7, 1, 6)]
    games = games_on(store, pool())
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


async def test_a_move_that_could_not_be_kept_was_not_made(store: Failing) -> None:
    games = games_on(store, pool())
    id_ = await begun(games)
    store.before = True
    with pytest.raises(StoreUnavailable):
        await games.execute(id_, Play(ANN, 1, 4), "mine")
    assert (await games.find(id_)).version == 1
    store.before = False
    assert (await games.execute(id_, Play(ANN, 1, 4), "mine")).after.version == 2


async def test_a_move_that_others_always_forestall_is_refused_in_the_end(store: Failing) -> None:
    games = games_on(store, pool())
    id_ = await begun(games)
    store.is_forestalled = True
    with pytest.raises(Overloaded, match=r"^Too much is happening at once"):
        await games.execute(id_, Play(ANN, 1, 4), "mine")
    store.is_forestalled = False
    assert (await games.execute(id_, Play(ANN, 1, 4), "mine")).after.version == 2


async def test_a_move_that_landed_after_all_is_answered_and_not_made_twice(store: Failing) -> None:
    games = games_on(store, pool())
    id_ = await begun(games)
    store.after = True
    assert (await games.execute(id_, Play(ANN, 1, 4), "mine")).after.game.moves == (4,)
    store.after = False
    assert (await games.execute(id_, Play(ANN, 1, 4), "mine")).after.game.moves == (4,)


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_nothing_is_said_of_a_game_in_doubt_until_its_log_is_read_again(
    store: Failing, fails: str
) -> None:
    games = games_on(store, pool())
    id_ = await begun(games)
    messages: list[Published[SharedGame]] = []
    games.subscribe(id_, messages.append)
    setattr(store, fails, True)
    store.unreadable = True
    for ask in (
        lambda: games.execute(id_, Play(ANN, 1, 4), "mine"),
        lambda: games.find(id_),
        lambda: games.find_at(id_, 1),
        lambda: games.find_with_log(id_),
        lambda: games.execute(id_, Play(ANN, 1, 0), "another"),
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
    again = await games.execute(id_, Play(ANN, 1, 4), "mine")
    assert again.after.game.moves == (4,)
    assert (again.repeated is not None) == has_landed
    assert len(messages) == 1


async def test_a_game_whose_beginning_landed_after_all_is_found_by_the_same_command(
    store: Failing,
) -> None:
    games = games_on(store, pool())
    store.after = True
    with pytest.raises(StoreUnavailable):
        await begun(games, command="begin")
    store.after = False
    id_ = await begun(games, command="begin")
    assert await store.listed_ids("ann", 9) == (id_,)


@pytest.mark.parametrize("error", [Overloaded("busy"), Unsolved("no proof in time")])
async def test_a_move_stands_when_the_computer_cannot_reply_and_it_moves_when_looked_at(
    store: Failing, error: Exception
) -> None:
    thinks = pool(error)
    games = games_on(store, thinks)
    id_ = await begun(games, o=ENGINE)
    shared = (await games.execute(id_, Play(ANN, 1, 4), None)).after
    assert shared.game.moves == (4,)
    assert shared.computer_to_move == ENGINE
    assert await games.find(id_) == shared
    thinks.error = None
    assert (await games.find(id_)).game.moves == (4, 0)


async def test_the_computer_moves_once_however_many_look(store: Failing) -> None:
    thinks = pool(Overloaded("busy"))
    games = games_on(store, thinks)
    id_ = await begun(games, o=ENGINE)
    await games.execute(id_, Play(ANN, 1, 4), None)
    thinks.error = None
    seen = await asyncio.gather(*(games.find(id_) for _ in range(20)))
    assert {shared.game.moves for shared in seen} == {(4, 0)}


async def test_a_command_that_comes_twice_at_once_is_done_once(store: Failing) -> None:
    games = games_on(store, pool())
    ids = await asyncio.gather(*(begun(games, command="begin") for _ in range(8)))
    assert len(set(ids)) == 1
    move = Play(ANN, 1, 4)
    seen = await asyncio.gather(*(games.execute(ids[0], move, "mine") for _ in range(8)))
    assert {acted.after.game.moves for acted in seen} == {(4,)}
    assert await store.listed_ids("ann", 9) == (ids[0],)


async def test_of_many_moves_from_one_version_one_is_played(store: Failing) -> None:
    games = games_on(store, pool())
    id_ = await begun(games)
    moves = [games.execute(id_, Play(ANN, 1, square), None) for square in range(9)]
    answers = await asyncio.gather(*moves, return_exceptions=True)
    assert sum(isinstance(answer, Stale) for answer in answers) == 8
    assert len((await games.find(id_)).game.moves) == 1


async def test_a_game_that_is_watched_keeps_no_other_in_memory(
    store: Failing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.web.aggregates.games.GAME", replace(GAME, most_in_memory=3))
    games = games_on(store, pool())
    games.subscribe(await begun(games), lambda _: None)
    for _ in range(20):
        await begun(games)
    assert games.count_in_memory() <= 4


@pytest.mark.parametrize(
    "other",
    [
        Play(BEN, 1, 4),  # by somebody else
        Play(ANN, 1, 5),
        Play(ANN, 2, 4),  # from another version
        Resign(BEN, 1),
        Resign(ANN, 1),
        Ask(ANN, 1, Offer.DRAW),
        Sit(Person("cat"), 1),
    ],
)
async def test_an_id_belongs_to_one_command_of_one_player(store: Failing, other: Command) -> None:
    games = games_on(store, pool())
    id_ = await begun(games, BEN)
    first = await games.execute(id_, Play(ANN, 1, 4), "the same")
    with pytest.raises(Refused, match="had this id"):
        await games.execute(id_, other, "the same")
    await games.execute(id_, Play(BEN, 2, 0), "another")
    again = await games.execute(id_, Play(ANN, 1, 4), "the same")
    assert again.repeated is not None
    assert again.after.version == first.after.version + 1


async def test_the_same_id_begins_no_other_game(store: Failing) -> None:
    games = games_on(store, pool())
    id_ = await begun(games, BEN, "the same")
    assert await begun(games, BEN, "the same") == id_
    with pytest.raises(Refused, match="had this id"):
        await begun(games, ENGINE, "the same")
