"""How much of the server a move over a WebSocket passes through: a bound on its layers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import create_server
from threading import Thread, local
from types import FrameType
from typing import Any

import pytest
import uvicorn

import noughts.server
from noughts.server.app import create_app
from noughts.server.http.websocket import Handshake
from noughts.server.log.sqlite import SqliteStore
from noughts.server.settings import Settings
from noughts.server.worker_pool import WorkerPool
from tests.server.client import visiting
from tests.server.games.listening import live, sit_down

ROOT = Path(noughts.server.__file__).parent
MOST = 14  # modules of noughts.server, those on the writer's thread and the pure ones included
MOST_FUNCTIONS = 60
MOST_CHANGES = 40  # of the module, from one call to the next on a thread


class Profile:
    """The functions of the server that are called while it is on, and their modules."""

    def __init__(self) -> None:
        self.is_on = False
        self.modules: set[str] = set()
        self.functions: set[str] = set()
        self.changes: list[str] = []  # the module of each call that leaves another's
        self._last = local()

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        if not self.is_on or event != "call":
            return
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT):
            module = str(path.relative_to(ROOT))
            self.modules.add(module)
            self.functions.add(f"{module} {frame.f_code.co_qualname}")
            if getattr(self._last, "module", "") != module:
                self.changes.append(f"{module} {frame.f_code.co_qualname}")
            self._last.module = module


@contextmanager
def serving(database: Path) -> Iterator[str]:
    """A server on a thread of this process; it answers once it has started."""
    app = create_app(Settings(), SqliteStore(database))
    config = uvicorn.Config(app, ws=Handshake, lifespan="on", log_config=None)
    server = uvicorn.Server(config)
    with create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join()


async def no_warm_up(_pool: WorkerPool) -> None:
    """The real one may end just while the move is profiled."""


def test_a_move_passes_through_few_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "warm_up", no_warm_up)
    profile = Profile()
    threading.setprofile(profile)
    try:
        with serving(tmp_path / "games.db") as address, ExitStack() as stack:
            friends = sit_down(lambda: stack.enter_context(visiting(address)))
            here = stack.enter_context(live(address, friends.id, friends.ann))
            there = stack.enter_context(live(address, friends.id, friends.ben))
            for socket in (here, there):
                socket.presence()
            profile.is_on = True
            here.say("play", square=4, version=2)
            there.until(lambda message: message["type"] == "event")
            profile.is_on = False
    finally:
        threading.setprofile(None)
    assert {"games/websocket.py", "log/sqlite.py"} <= profile.modules
    found = sorted(profile.modules)
    assert len(found) <= MOST, "\n".join(found)
    functions = sorted(profile.functions)
    assert len(functions) <= MOST_FUNCTIONS, "\n".join(functions)
    assert len(profile.changes) <= MOST_CHANGES, "\n".join(profile.changes)
