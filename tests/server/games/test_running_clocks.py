"""The clocks of games when a server is down, or its store fails."""

from __future__ import annotations

import asyncio

import pytest

from noughts import Mark
from noughts.server.games.repository import Games
from noughts.server.log.repository import EventLog
from tests.server.log.failing import ANN, BEN, SECOND, START, Failing, begun, games_on, pool

pytestmark = pytest.mark.anyio


async def on_a_clock(games: Games) -> str:
    """A game between two whose first move has to be made within a second."""
    return await games.begin(games.begun(START, {Mark.X: ANN, Mark.O: BEN}, SECOND), "ann", None)


@pytest.mark.parametrize("is_shared", [False, True])
async def test_no_time_runs_while_the_only_server_is_down(store: Failing, is_shared: bool) -> None:
    begun_at, restarted = "2026-01-01T12:00:00+00:00", "2026-01-01T12:00:06+00:00"
    id_ = await on_a_clock(Games(EventLog(store, now=lambda: begun_at), pool()))
    log = EventLog(store, is_shared=is_shared, now=lambda: restarted)
    game = await Games(log, pool()).find(id_)
    assert (game.game.ending is None) is not is_shared
    if game.game.ending is None:
        assert game.clocks is not None
        assert game.clocks.left(Mark.X, Mark.X, restarted) == 1


@pytest.mark.slow
async def test_the_time_runs_out_in_a_game_that_is_not_in_memory(
    store: Failing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Games, "most_in_memory", 1)
    games = games_on(store, pool())
    id_ = await on_a_clock(games)
    ended = asyncio.get_running_loop().create_future()
    await begun(games)  # for which the other one has to go
    assert not games.is_in_memory(id_)
    games.subscribe(id_, lambda published: ended.set_result(published.state.game.ending))
    ending = await asyncio.wait_for(ended, 60)
    assert (ending.termination.value, ending.winner) == ("time", Mark.O)


@pytest.mark.slow
@pytest.mark.parametrize("fails", ["before", "after"])
async def test_an_end_by_time_that_could_not_be_kept_is_tried_again(
    store: Failing, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr("noughts.server.games.repository._CLOCK_AGAIN", 0.01)
    games = games_on(store, pool())
    id_ = await on_a_clock(games)
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
