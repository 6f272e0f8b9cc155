"""Commands whose append waits, fails, or comes second."""

from __future__ import annotations

import asyncio

import pytest

from noughts.server.games.decide import Stale
from noughts.server.games.repository import Games
from noughts.server.games.types import Play
from noughts.server.log.repository import Lock
from tests.server.log.failing import ANN, BEN, Failing, begun, games_on, pool

pytestmark = pytest.mark.anyio

MOVE = Play(2, 4)


async def between_two(store: Failing) -> tuple[Games, str, list[int]]:
    """A game with both players, and the versions that its subscribers hear of."""
    games, heard = games_on(store, pool()), list[int]()
    id_ = await begun(games, BEN)
    await games.execute(id_, ANN, Play(1, 0), None)
    games.subscribe(id_, lambda published: heard.append(published.state.version))
    return games, id_, heard


async def test_nothing_is_told_before_it_is_stored_and_the_next_waits(store: Failing) -> None:
    games, id_, heard = await between_two(store)
    move = await store.hold(id_, 2, games.execute(id_, BEN, MOVE, "mine"))
    late = asyncio.create_task(games.execute(id_, BEN, Play(2, 5), "again"))
    answer = asyncio.create_task(games.execute(id_, ANN, Play(3, 8), "answer"))
    await asyncio.sleep(0)
    assert heard == []
    store.confirmed.set()
    assert (await move).after.version == 3
    assert heard == [3]
    with pytest.raises(Stale):
        await late
    assert (await answer).after.game.moves == (0, 4, 8)


async def test_a_move_that_was_cancelled_while_it_was_stored_is_told_once(store: Failing) -> None:
    games, id_, heard = await between_two(store)
    move = await store.hold(id_, 2, games.execute(id_, BEN, MOVE, "mine"))
    move.cancel()
    await asyncio.wait([move])
    store.confirmed.set()
    assert (await games.execute(id_, BEN, MOVE, "mine")).repeated is not None
    assert heard == [3]


async def test_a_lock_counts_who_holds_it_and_who_waits() -> None:
    lock = Lock()
    async with lock:
        waiting = [asyncio.create_task(lock.__aenter__()) for _ in range(2)]
        await asyncio.sleep(0)
    waiting[1].cancel()
    assert (lock.locked(), lock.users) == (False, 2)
    await asyncio.wait(waiting)
    assert (lock.locked(), lock.users) == (True, 1)
