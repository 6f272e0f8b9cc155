"""What has happened in a long game is told without going through all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from noughts.core import Mark
from noughts.server.app import create_app
from noughts.server.games import evolve as evolution_module
from noughts.server.games.channel import GameChannels
from noughts.server.games.repository import Games
from noughts.server.games.service import GameService
from noughts.server.games.types import Person, Play, Undo
from noughts.server.games.views import GameAudience
from noughts.server.http.static_files import SITE, static
from noughts.server.log.repository import EventLog
from noughts.server.log.sqlite import SqliteStore
from noughts.server.settings import Settings
from noughts.server.worker_pool import WorkerPool
from tests.server.games.people import asking
from tests.server.games.test_service import Silent

EVENTS = 400  # as good as 1,990: each would be replayed
MOST = 150  # events that are replayed to look at a game
ANN = Person("ann")


@pytest.fixture
def evolved(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The events that games went through."""
    found: list[object] = []
    evolve = evolution_module.evolve

    def counting(shared: Any, event: Any) -> Any:
        found.append(event)
        return evolve(shared, event)

    monkeypatch.setattr(evolution_module, "evolve", counting)
    return found


@pytest.mark.anyio
async def test_what_has_happened_since_is_told_without_a_replay(
    tmp_path: Path, evolved: list[object]
) -> None:
    """In a game of two at one device, who undo every other move."""
    store, pool = SqliteStore(tmp_path / "games.db"), WorkerPool(1.0)
    games = Games(EventLog(store), pool)
    id_ = await games.begin(games.begun(".../.../... x 3", dict.fromkeys(Mark, ANN)), ANN.key, None)
    while (version := (await games.find(id_)).version) < EVENTS:
        command = Undo(version) if version % 2 == 0 else Play(version, 4)
        await games.execute(id_, ANN, command, None)
    service = GameService(games, GameChannels(games, 60, 60), pool, asking("ann"))
    evolved.clear()
    for after in range(1, EVENTS + 9):
        view = await service.view(id_, after)
        assert view.version == EVENTS
        await service.live.join(id_, Silent(GameAudience("ann")), after)
        assert len(evolved) <= MOST
    assert (await service.view(id_, EVENTS - 1)).announcement.startswith("X takes b2.")
    await store.close()


READ = (
    *("/api/v1/games/{}?after=1", "/api/v1/games/{}", "/", "/help"),
    *("/api/v1/rooms/KTRF7WX4", "/r/KTRF7WX4", "/rooms", "/learn", "/learn/win", "/puzzles"),
    *("/a", "/api", "/api/openapi.json", "/offline", "/learn/tutorial"),
    *("/api/v1/games/{}/stream", "/api/v1/puzzles/today"),
)


def test_whatever_is_read_is_counted(tmp_path: Path) -> None:
    settings = Settings(moves_per_minute=1)
    with TestClient(create_app(settings, SqliteStore(tmp_path / "games.db"))) as here:
        game = here.post("/api/v1/games", json={"opponent": None}).json()["id"]
        for _ in range(4):  # for each move
            assert here.get(f"/api/v1/games/{game}?after=1").status_code == 200
        assert here.get("/learn/win").status_code == 200  # which counts as the one move
        for path in READ:
            while here.get(f"/api/v1/games/{game}").status_code == 200:
                pass  # on a slow machine there is another one every 15 seconds
            assert here.get(path.format(game)).status_code == 429, path
        assert here.get("/healthz").status_code == 200
        assert here.get(static(SITE)).status_code == 200
