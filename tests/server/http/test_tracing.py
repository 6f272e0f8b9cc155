"""The log: a line for whatever is refused or fails, with the request and the game it was about."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.server.client import Client, visiting
from tests.server.games.listening import live
from tests.serving import serving

NOWHERE = "0" * 24
NO_PAGE = "There's no page at this address"
OTHER_SITE = "This came from another site's page"


@pytest.mark.slow
def test_what_is_refused_is_one_line_with_its_request_and_its_game(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database, "--log=json") as server, visiting(server.address) as visitor:
        game = visitor.begin(opponent=None)
        visitor.http.headers["X-Request-ID"] = "from-the-proxy.1"
        visitor.play(visitor.play(game, 4), 4, 422)
        visitor.http.get("/nowhere/%1b[2Jyou?secret=x")
        visitor.http.post("/play", headers={"Origin": "http://elsewhere"})
        headers = {"X-Request-ID": "socket-1"}
        with live(server.address, game["id"], headers=headers) as socket:
            assert socket.do("resign", version=2)["type"] == "refused"
        with live(server.address, NOWHERE, headers=headers) as socket:
            assert socket.closed()[0] == 4404
    log = database.with_suffix(".log").read_text().strip().splitlines()
    *requests, refused, closed = map(json.loads, log)
    same = {"request": "from-the-proxy.1", "level": "info", "event": "request refused"}
    about = {"game": game["id"], "path": f"/api/v1/games/{game['id']}/play"}
    own = [
        {"method": "POST", **about, "status": 422, "reason": "b2 is already taken by X"},
        {"method": "GET", "path": "/nowhere/?[2Jyou", "status": 404, "reason": NO_PAGE},
        {"method": "POST", "path": "/play", "status": 403, "reason": OTHER_SITE},
    ]
    assert [{**each, "timestamp": None} for each in requests] == [
        {**same, **each, "timestamp": None} for each in own
    ]
    assert refused["reason"] == "You're watching this game, not playing it"
    assert (refused["event"], refused["status"]) == ("message refused", 403)
    assert (refused["request"], refused["game"]) == ("socket-1", game["id"])
    assert (closed["event"], closed["code"]) == ("socket closed", 4404)
    assert (closed["request"], closed["game"]) == ("socket-1", NOWHERE)


def test_an_answer_carries_the_id_of_its_request(visitor: Client) -> None:
    def named(*given: str) -> str:
        headers = [("X-Request-ID", each) for each in given]
        return visitor.http.get("/healthz", headers=headers).headers["x-request-id"]

    assert named("a-B_9.") == "a-B_9."
    assert visitor.http.get("/nowhere", headers={"X-Request-ID": "x"}).headers["x-request-id"]
    for made_up in ("", "a b", "a\tb", "<b>", "x" * 65):
        assert re.fullmatch("[0-9a-f]{16}", named(made_up))
    assert named() != named()
