"""The log: a line for whatever is refused or fails, with the request and the game it was about."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.serving import serving
from tests.web.client import visiting
from tests.web.live.listening import live

pytestmark = pytest.mark.slow

NOWHERE = "0" * 24


def log_of(database: Path) -> list[str]:
    return database.with_suffix(".log").read_text().strip().splitlines()


def lines(database: Path) -> list[dict[str, Any]]:
    """What was logged, without the times."""
    found = [json.loads(line) for line in log_of(database)]
    return [{key: each[key] for key in each if key != "timestamp"} for each in found]


def test_what_is_refused_is_one_line_with_its_request_and_its_game(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database, "--log=json") as server, visiting(server.address) as visitor:
        game = visitor.begin(opponent=None)
        visitor.http.headers["X-Request-ID"] = "from-the-proxy.1"
        visitor.play(visitor.play(game, 4), 4, 422)
        visitor.http.get("/nowhere/%1b[2Jyou?secret=x")
        visitor.http.post("/play", headers={"Origin": "http://elsewhere"})
    same = {"request": "from-the-proxy.1", "level": "info", "event": "request refused"}
    assert lines(database) == [
        {
            **same,
            "game": game["id"],
            "method": "POST",
            "path": f"/api/v1/games/{game['id']}/moves",
            "status": 422,
            "reason": "b2 is already taken by X",
        },
        {
            **same,
            "method": "GET",
            "path": "/nowhere/?[2Jyou",
            "status": 404,
            "reason": "There's no page at this address",
        },
        {
            **same,
            "method": "POST",
            "path": "/play",
            "status": 403,
            "reason": "This came from another site's page",
        },
    ]


def test_what_is_refused_over_a_socket_is_one_line_too(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database, "--log=json") as server, visiting(server.address) as visitor:
        game = visitor.begin(opponent=None)["id"]
        headers = {"X-Request-ID": "socket-1"}
        with live(server.address, game, headers=headers) as socket:
            assert socket.do("resign", version=1)["type"] == "refused"
        with live(server.address, NOWHERE, headers=headers) as socket:
            assert socket.closed()[0] == 4404
    refused, closed = lines(database)
    assert refused["reason"] == "You're watching this game, not playing it"
    assert (refused["event"], refused["status"]) == ("message refused", 403)
    assert (refused["request"], refused["game"]) == ("socket-1", game)
    assert (closed["event"], closed["code"]) == ("socket closed", 4404)
    assert (closed["request"], closed["game"]) == ("socket-1", NOWHERE)


@pytest.mark.parametrize("kind", ["text", "json"])
def test_what_was_foreseen_is_a_warning_without_a_traceback(tmp_path: Path, kind: str) -> None:
    database = tmp_path / "games.db"
    flags = (f"--log={kind}", "--log-level=warning")
    with serving(database, *flags) as server, visiting(server.address) as visitor:
        visitor.get(f"games/{NOWHERE}", 404)
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("DROP TABLE listings")
        visitor.begin(status=503)
    (line,) = log_of(database)
    assert "warning" in line
    assert "request failed" in line
    assert "no such table: listings" in line


def test_an_answer_carries_the_id_of_its_request(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, visiting(server.address) as visitor:

        def named(*given: str) -> str:
            headers = [("X-Request-ID", each) for each in given]
            return visitor.http.get("/healthz", headers=headers).headers["x-request-id"]

        assert named("a-B_9.") == "a-B_9."
        assert visitor.http.get("/nowhere", headers={"X-Request-ID": "x"}).headers["x-request-id"]
        for made_up in ("", "a b", "a\tb", "<b>", "x" * 65):
            assert re.fullmatch("[0-9a-f]{16}", named(made_up))
        assert named() != named()
