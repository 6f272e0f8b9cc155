"""The clocks of games, and the time for a first move, when a server is down or its store fails."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from noughts import Mark
from noughts.server.games.repository import Games
from noughts.server.log.repository import EventLog
from tests.server.log.failing import ANN, BEN, SECOND, START, Failing, begun, games_on, pool

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.parametrize(
        "limit", [{"clock": SECOND}, {"first_move": 1}], ids=["clock", "first move"]
    ),
]

Limit = dict[str, Any]


async def within_a_second(games: Games, limit: Limit) -> str:
    """A game between two whose first move has to be made within a second."""
    began = games.begun(START, {Mark.X: ANN, Mark.O: BEN})
    return await games.begin(replace(began, **limit), "ann", None)


@pytest.mark.parametrize("is_shared", [False, True])
async def test_no_time_runs_while_the_only_server_is_down(
    store: Failing, limit: Limit, is_shared: bool
) -> None:
    begun_at, restarted = "2026-01-01T12:00:00+00:00", "2026-01-01T12:00:06+00:00"
    id_ = await within_a_second(Games(EventLog(store, now=lambda: begun_at), pool()), limit)
    log = EventLog(store, is_shared=is_shared, now=lambda: restarted)
    game = await Games(log, pool()).find(id_)
    assert (game.game.ending is None) is not is_shared
    if game.game.ending is None:
        assert game.seconds_left(restarted) == 1


@pytest.mark.slow
async def test_the_time_runs_out_in_a_game_that_is_not_in_memory(
    store: Failing, monkeypatch: pytest.MonkeyPatch, limit: Limit
) -> None:
    monkeypatch.setattr(Games, "most_in_memory", 1)
    games = games_on(store, pool())
    id_ = await within_a_second(games, limit)
    ended = asyncio.get_running_loop().create_future()
    await begun(games)  # for which the other one has to go
    assert not games.is_in_memory(id_)
    games.subscribe(id_, lambda published: ended.set_result(published.state.game.ending))
    ending = await asyncio.wait_for(ended, 60)
    assert (ending.termination.value, ending.winner) == ("time", Mark.O)


@pytest.mark.slow
@pytest.mark.parametrize("fails", ["before", "after"])
async def test_an_end_by_time_that_could_not_be_kept_is_tried_again(
    store: Failing, monkeypatch: pytest.MonkeyPatch, limit: Limit, fails: str
) -> None:
    monkeypatch.setattr("noughts.server.games.repository._CLOCK_AGAIN", 0.01)
    games = games_on(store, pool())
    id_ = await within_a_second(games, limit)
    ended = asyncio.get_running_loop().create_future()
    games.subscribe(id_, lambda published: ended.set_result(published.state.game.ending))
    setattr(store, fails, True)
    store.unreadable = True
    await store.failed.wait()
    assert not ended.done()
    setattr(store, fails, False)
    store.unreadable = False
    ending = await asyncio.wait_for(ended, 60)
    assert ending.termination.value == "time"
