"""No request waits for a thread: what can take long is for the workers, which are other processes.

Litestar runs a synchronous guard or dependency in the threads that the whole process shares.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from websockets.asyncio.client import connect

from noughts.coach.lessons import Lesson
from noughts.pages.minimax import POSITIONS
from noughts.server.app import create_app
from noughts.server.http.middleware import wrap
from noughts.server.learn import pages
from noughts.server.learn.puzzles import daily
from noughts.server.log.sqlite import SqliteStore
from noughts.server.metrics import Counters
from noughts.server.settings import Settings
from tests.server.attacks.big_boards import big_position
from tests.server.attacks.site import serving
from tests.server.client import API, PATIENT

pytestmark = pytest.mark.anyio

# Generous, and with time enough for a job on a busy machine.
SETTINGS = Settings(questions_per_minute=1_000_000, codes_per_hour=1_000_000, think_seconds=60)
DRAWN = "xox_oox_xxo_o_3"  # a badge is for such a game
# What stands for a parameter in the path of a route, besides the ids of a game and a room.
PARAMETERS = {
    "position": DRAWN,
    "puzzle": daily().id,
    "lesson": Lesson.HOLD.value,
    "name": "index",
    "path": "manifest.json",
    "square": "0",
    "file": "puzzles.svg",
    "action": "join",
}
QUERY = f"language=en&pruning=on&position={POSITIONS[0]}"
ENDLESS = ("/stream", "/live-events")
UNTIL = "TEST_UNTIL"  # the variable with the file that a picture waits for
AT_ONCE = 100  # pictures: more than are drawn or may wait


class Noted(ThreadPoolExecutor):
    """Threads that note what they are asked to do."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[object] = []

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Any:
        self.asked.append(function)
        return super().submit(function, *arguments, **named)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[Litestar, httpx.AsyncClient]]:
    """The application on a port, and a client of it."""
    app = create_app(SETTINGS, SqliteStore(folder / "games.db"))
    async with (
        app.lifespan(),
        serving(wrap(app, Counters())) as site,
        httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{site.port}",
            timeout=60,
            limits=httpx.Limits(max_connections=None),
        ) as client,
    ):
        yield app, client


async def begun(client: httpx.AsyncClient) -> str:
    """The id of a game that goes on."""
    answer = await client.post(f"{API}/games", json={"opponent": None})
    return str(answer.json()["id"])


async def test_no_request_of_any_route_waits_for_a_thread(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, client):
        threads = Noted()
        asyncio.get_running_loop().set_default_executor(threads)
        game = await begun(client)
        room = (await client.post(f"{API}/rooms", json=PATIENT)).json()["code"]
        for route in app.routes:
            path = route.path_format.format(game=game, code=room, **PARAMETERS)
            kind = "json" if path.startswith("/api/") else "data"
            for method in route.methods if isinstance(route, HTTPRoute) else ():
                sent: Any = {kind: {"version": 1}} if method == "POST" else {}
                async with client.stream(method, f"{path}?{QUERY}", **sent) as answer:
                    async for _ in answer.aiter_bytes():
                        if path.endswith(ENDLESS):
                            break
                assert answer.status_code < 500, f"{method} {path}"
                assert threads.asked == [], f"{method} {path}"
        url = client.base_url.copy_with(scheme="ws", path=f"{API}/games/{game}/live")
        async with connect(str(url), compression=None) as socket:
            await socket.recv()
        assert threads.asked == []


def held_up(*_shown: object, **_more: object) -> bytes:
    """Stand for the drawing of a picture, which goes on until a file exists; in another process."""
    while not Path(os.environ[UNTIL]).exists():
        sleep(0.01)
    return b"picture"


async def test_while_more_pictures_are_asked_for_than_can_be_drawn_all_else_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = tmp_path / "go"
    monkeypatch.setenv(UNTIL, str(go))
    monkeypatch.setattr(pages, "board_picture", held_up)
    async with running(tmp_path) as (_, client):
        game = await begun(client)
        paths = [f"/a/{big_position(n, marks=2).url}/picture.png" for n in range(AT_ONCE)]
        pictures = [asyncio.create_task(client.get(path)) for path in paths]
        try:
            refused, drawn = await asyncio.wait(pictures, return_when=asyncio.FIRST_COMPLETED)
            for answer in map(asyncio.Task.result, refused):
                assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
                assert "The server is busy – try again in a moment" in answer.text
            assert (await client.get("/healthz")).text == "ok\n"
            for version, square in enumerate((4, 0, 8), 1):
                play = {"square": square, "version": version}
                answer = await client.post(f"{API}/games/{game}/play", json=play)
                assert answer.json()["version"] == version + 1
            assert not all(each.done() for each in drawn)
        finally:
            go.touch()
        answers = await asyncio.gather(*pictures)
    assert {each.status_code for each in answers} == {200, 503}
