"""How much of the server a move over a WebSocket passes through: a bound on its layers."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

import noughts.web
from noughts.web.api.websocket_protocol import Handshake
from noughts.web.app import create_app
from noughts.web.settings import Settings
from noughts.web.storage.sqlite import SqliteStore
from noughts.web.worker_pool import WorkerPool

ROOT = Path(noughts.web.__file__).parent
MOST = 12  # modules of noughts.web, those on the writer's thread included


class Profile:
    """The modules of the server in which functions are called while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.modules: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        if not self.is_on or event != "call":
            return
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT):
            self.modules.add(str(path.relative_to(ROOT)))


@asynccontextmanager
async def serving(database: Path) -> AsyncIterator[str]:
    app = create_app(Settings(), SqliteStore(database))
    config = uvicorn.Config(
        app, port=0, ws=Handshake, ws_per_message_deflate=False, lifespan="on", log_config=None
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.001)
    try:
        yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


async def receive(connection: ClientConnection, kind: str) -> None:
    while json.loads(await connection.recv())["type"] != kind:
        pass


async def move(folder: Path, profile: Profile) -> None:
    """Begin a game between two and profile its first move."""
    ann, ben = ({"Authorization": f"Bearer {secrets.token_urlsafe(32)}"} for _ in range(2))
    async with serving(folder / "games.db") as address:
        async with httpx.AsyncClient(base_url=f"http://{address}/api/v1/games") as client:
            game = (await client.post("", json={"opponent": "friend"}, headers=ann)).json()["id"]
            await client.post(f"/{game}/sit", json={}, headers=ben)
        url = f"ws://{address}/api/v1/games/{game}/live"
        async with (
            connect(url, additional_headers=ann) as here,
            connect(url, additional_headers=ben) as there,
        ):
            for connection in (here, there):
                await receive(connection, "presence")
            profile.is_on = True
            await here.send(json.dumps({"type": "play", "square": 4, "version": 2}))
            await receive(there, "event")
            profile.is_on = False


async def no_warm_up(_pool: WorkerPool) -> None:
    """The real one may end just while the move is profiled."""


def test_a_move_passes_through_few_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "warm_up", no_warm_up)
    profile = Profile()
    before = sys.getprofile()
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        asyncio.run(move(tmp_path, profile))
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
    assert "api/websocket.py" in profile.modules
    assert "storage/sqlite.py" in profile.modules
    found = sorted(profile.modules)
    assert len(found) <= MOST, "\n".join(found)
