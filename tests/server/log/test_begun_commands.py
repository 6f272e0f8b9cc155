"""Commands that only wait for the disk, begun without a task, and the lock they hold meanwhile."""

from __future__ import annotations

import asyncio
from asyncio import Future

import pytest

from noughts.server.games.repository import Games
from noughts.server.games.types import Command, Play, Played, Resign, Seat, Sit
from noughts.server.log.errors import Stale
from noughts.server.log.repository import Lock, now
from noughts.server.log.store import Append, StoreUnavailable
from tests.server.log.failing import ANN, BEN, ENGINE, Failing, begun, games_on, pool

pytestmark = pytest.mark.anyio


async def between_two(store: Failing) -> tuple[Games, str, list[int]]:
    """A game with both players, and the versions that its subscribers hear of."""
    games, heard = games_on(store, pool()), list[int]()
    id_ = await begun(games, BEN)
    await games.execute(id_, ANN, Play(1, 0), None)
    games.subscribe(id_, lambda published: heard.append(published.state.version))
    return games, id_, heard


def begin(games: Games, id_: str, square: int = 4, command: str = "mine") -> Future[None]:
    begun = games.begin_to_execute(id_, BEN, Play(2, square), command)
    assert begun is not None
    return begun


async def test_nothing_is_told_before_it_is_stored_and_what_comes_meanwhile_waits(
    store: Failing,
) -> None:
    games, id_, heard = await between_two(store)
    store.confirmed.clear()
    move = begin(games, id_)
    assert games.begin_to_execute(id_, BEN, Play(2, 5), "again") is None
    late = asyncio.create_task(games.execute(id_, BEN, Play(2, 5), "again"))
    answer = asyncio.create_task(games.execute(id_, ANN, Play(3, 8), "answer"))
    while await store.last_versions([id_]) != {id_: 2}:
        await asyncio.sleep(0)
    assert heard == []
    store.confirmed.set()
    await move
    assert heard == [3]
    with pytest.raises(Stale):
        await late
    assert (await answer).after.game.moves == (0, 4, 8)


async def test_a_move_that_was_stored_although_that_failed_is_told_once(store: Failing) -> None:
    games, id_, heard = await between_two(store)
    store.after = True
    move = begin(games, id_)
    with pytest.raises(StoreUnavailable):
        await move
    store.after = False
    executed = await games.execute(id_, BEN, Play(2, 4), "mine", move)
    assert (executed.repeated, executed.after.game.moves, heard) == (None, (0, 4), [3])


async def test_a_move_that_could_not_be_stored_is_refused_and_the_next_is_made(
    store: Failing,
) -> None:
    games, id_, heard = await between_two(store)
    store.before = True
    move = begin(games, id_)
    with pytest.raises(StoreUnavailable):
        await games.execute(id_, BEN, Play(2, 4), "mine", move)
    store.before = False
    await games.execute(id_, BEN, Play(2, 5), "another")
    assert heard == [3]


async def test_a_move_that_another_process_forestalled_is_decided_again(store: Failing) -> None:
    games, id_, heard = await between_two(store)
    theirs = Append(id_, 2, (Played(5, now()),), "theirs")
    await store.append(theirs)
    move = begin(games, id_)
    with pytest.raises(Stale):
        await games.execute(id_, BEN, Play(2, 4), "mine", move)
    assert heard == [3]
    assert (await games.find(id_)).game.moves == (0, 5)


async def test_only_what_waits_for_nothing_else_is_begun(store: Failing) -> None:
    games, id_, _ = await between_two(store)
    refused: list[tuple[Seat, Command]] = [(ANN, Play(2, 4)), (BEN, Play(2, 0)), (BEN, Sit())]
    for by, command in refused:
        assert games.begin_to_execute(id_, by, command, "no") is None
    assert games.begin_to_execute("unknown", BEN, Resign(2), "no") is None
    alone = await begun(games, ENGINE, "computer")
    assert games.begin_to_execute(alone, ANN, Play(1, 4), "no") is None
    await begin(games, id_)
    assert games.begin_to_execute(id_, BEN, Play(2, 4), "mine") is None  # a repeated one
    assert (await games.execute(id_, BEN, Play(2, 4), "mine")).repeated is not None


async def test_a_lock_goes_to_those_who_wait_in_order_and_not_to_who_has_gone() -> None:
    lock, held = Lock(), list[int]()

    async def hold(number: int) -> None:
        async with lock:
            held.append(number)

    assert lock.take()
    tasks = [asyncio.create_task(hold(number)) for number in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    lock.release()
    tasks[0].cancel()  # it was passed on to it just before
    assert not lock.take()
    await asyncio.wait(tasks)
    assert held == [2, 3]
    assert lock.take()
