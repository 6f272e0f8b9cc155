"""What the server says of its health, and what of a shutdown it is in."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar.testing import TestClient

from noughts.server.app import create_app
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append
from noughts.server.settings import Settings
from tests.server.client import content, visiting
from tests.serving import serving


def test_a_server_that_serves_is_well(guest: httpx.Client) -> None:
    for path in ("/healthz", "/readyz"):
        answer = guest.get(path)
        assert (answer.status_code, answer.text) == (200, "ok\n"), path
        assert answer.headers["cache-control"] == "no-store", path
        assert guest.head(path).status_code == 200, path


@pytest.mark.slow
def test_a_server_without_its_games_is_alive_and_not_ready(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database) as server, visiting(server.address) as visitor:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("ALTER TABLE appends RENAME TO gone")
        answer = visitor.http.get("/readyz")
        assert content(answer, 503)["detail"].startswith("The games can't be reached right now")
        assert answer.headers["retry-after"]
        assert visitor.http.get("/healthz").status_code == 200
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("ALTER TABLE gone RENAME TO appends")
        assert visitor.http.get("/readyz").status_code == 200
    assert "the games cannot be read: " in database.with_suffix(".log").read_text()


def test_a_server_with_a_newer_one_on_its_database_is_alive_and_not_ready(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with TestClient(create_app(Settings(), SqliteStore(database))) as client:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        answer = client.get("/readyz")
        detail = content(answer, 503)["detail"]
        assert detail == "A newer version of this server has taken over – try again in a moment"
        assert answer.headers["retry-after"]
        assert client.get("/healthz").status_code == 200


def test_a_server_about_to_end_is_alive_and_not_ready(tmp_path: Path) -> None:
    app = create_app(Settings(), SqliteStore(tmp_path / "games.db"))
    with TestClient(app) as client:
        assert client.get("/readyz").status_code == 200
        app.state.live.end()
        assert client.get("/healthz").status_code == 200
        assert content(client.get("/readyz"), 503)["detail"] == "The server is restarting"


class Slow(SqliteStore):
    """A store whose database does not answer."""

    asked = False

    async def load(self, game: str) -> tuple[Append, ...]:
        self.asked = True
        await asyncio.Event().wait()
        return await super().load(game)


def test_a_store_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.server.http.health._TIMEOUT", 0.0)
    with TestClient(create_app(Settings(), Slow(tmp_path / "games.db"))) as client:
        detail = content(client.get("/readyz"), 503)["detail"]
    assert detail.startswith("The games can't be reached right now")


@pytest.mark.anyio
async def test_a_request_that_a_shutdown_cuts_is_told_so(tmp_path: Path) -> None:
    store = Slow(tmp_path / "games.db")
    transport = httpx.ASGITransport(cast("Any", create_app(Settings(), store)))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as guest:
        asking = asyncio.create_task(guest.get("/readyz"))
        while not store.asked:
            await asyncio.sleep(0)
        asking.cancel()
        answer = await asking
    assert content(answer, 503)["detail"] == "The server is restarting"
    assert answer.headers["retry-after"]
