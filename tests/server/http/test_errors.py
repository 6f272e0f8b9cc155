"""Whatever goes wrong: a problem for programs, a page for people, and never a traceback."""

from __future__ import annotations

import re
import socket
from itertools import product
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import IllegalAction, Position, WrongType
from noughts.server.http.errors import problem_for
from tests.core.strategies import positions
from tests.server.client import API, HTML, JSON, Client, NewVisitor, content, visiting
from tests.serving import serving

START = "..._..._..._x_3"
NOWHERE = "0" * 24

BODIES = [
    (b"", "data: nothing was sent"),
    (b"null", None),
    (b"[]", "data: Expected `object`, got `array`"),
    (b'"x"', "data: Expected `object`, got `str`"),
    (b"{", "Input data was truncated"),
    (b"\xff\xfe", "JSON is malformed: invalid character (byte 0)"),
    (b'{"board": "3x3:3\xff"}', "What was sent isn't UTF-8"),
    (b"{'board': '3x3:3'}", "JSON is malformed: object keys must be strings (byte 1)"),
    (b'{"board":3}', "board: Expected `str`, got `int`"),
    (b'{"board":null}', "board: Expected `str`, got `null`"),
    (b'{"board":"\\ud800"}', None),
    (b'{"board":"33333333x33333333:3"}', "board: Expected `str` of length <= 16"),
    (b'{"boar\\u0000\\u001b[2J":1}', "data: Object contains unknown field `boar??[2J`"),
    (b'{"side":"z"}', "side: Invalid enum value 'z'"),
    (b'{"first":["x"]}', None),
    (b'{"command":"short"}', "command: Expected `str` matching regex '^[A-Za-z0-9_-]{8,64}$'"),
    (b'{"board":"3x3"}', "A board is written WIDTHxHEIGHT:K, as in 3x3:3, not '3x3'"),
    (b'{"board":"0x3:3"}', None),
    (b'{"board":"27x3:3"}', None),
    (b'{"board":"3x3:0"}', None),
    (b'{"board":"9999999x999:3"}', None),
    ('{"board":"٣x٣:٣"}'.encode(), None),
    (b'{"opponent":"nobody"}', None),
    (b'{"opponent":""}', None),
    (b'{"opponent":"../../easy"}', None),
    (b'{"opponent":"__class__"}', None),
    (b'{"board":"15x15:5","opponent":"perfect"}', None),
    (b"[" * 16_000, "What was sent is nested too deeply"),
    (b'{"a":' * 3_000, None),
]


def test_what_cannot_be_read_is_said(visitor: Client) -> None:
    for body, detail in BODIES:
        answer = visitor.http.post(f"{API}/games", content=body, headers={"content-type": JSON})
        problem = content(answer, 400)
        assert len(problem["detail"]) <= 300, body
        assert detail in (None, problem["detail"]), body


SQUARES = ("b2", 4.5, True, "4", -1, 676, 10**30)
MOVES = [
    *({}, {"square": 4}, {"version": 1}, *({"square": each, "version": 1} for each in SQUARES)),
    *({"square": 4, "version": each} for each in ("1", 0, 10**7)),
    *({"square": 4, "version": 1, **more} for more in ({"key": "ann"}, {"command": 12345678})),
]
ACTIONS = [{}, {"version": None}, {"version": "1"}, {"version": 1, "square": 4}]


def test_a_command_that_cannot_be_read_is_refused(visitor: Client) -> None:
    game = visitor.begin(opponent=None)
    for action, sent in (
        *product(["play"], MOVES),
        *product(["undo", "resign", "rematch"], ACTIONS),
    ):
        visitor.post(f"games/{game['id']}/{action}", sent, 400)
        assert visitor.get(f"games/{game['id']}") == game, (action, sent)


TEXT = [
    ("games", {"opponent": "friend", "clock": {"per": "move", "seconds": "60"}}, "clock.seconds"),
    ("games", {"board": "15x15:5", "seconds": "1"}, "seconds"),
    ("rooms/{code}/look", {"is_looking": "true"}, "is_looking"),
    ("rooms/{code}/pair", {"x": "0", "o": 1}, "x"),
    ("rooms/{code}/begin-round", {"games": "0"}, "games"),
    ("rooms/{code}/remove", {"member": "1"}, "member"),
    ("puzzles/xo._..._..._x_3", {"square": "4"}, "square"),
]


def test_a_number_or_truth_value_as_text_is_refused(visitor: Client) -> None:
    room = visitor.post("rooms", {}, 201)
    for path, sent, key in TEXT:
        problem = visitor.post(path.format(**room), sent, 400)
        assert problem["detail"].startswith(f"{key}: Expected `"), problem


PATHS = {
    400: (
        *("games/zz", f"games/{'0' * 25}", f"games/{'G' * 24}", f"games/{NOWHERE}?after=0"),
        *(f"games/{NOWHERE}?after=x", f"games/{NOWHERE}?after={10**30}"),
        *("positions/zz", "positions/xxx_..._..._x_3", "positions/xxx_ooo_..._x_3"),
        *("positions/..._..._..._x_0", "positions/..._.._..._x_3", f"positions/{'.' * 801}"),
        *(f"positions/{'._' * 300}x_3", "positions/%00", "positions/%ff"),
        *(f"positions/{START}/moves/{move}" for move in (-1, 676, 10**30)),
        *("puzzles/zz", f"puzzles/{START}", "puzzles/...._...._...._...._x_4"),
        "puzzles/random?level=perfect",
    ),
    404: (
        *(f"games/{NOWHERE}%0A", f"games/{NOWHERE}", "games/..%2F..%2Fetc", "nowhere", ""),
        f"positions/{START}/moves/x",
    ),
    422: (
        *(f"positions/{START}/moves/9", "positions/x.._..._..._o_3/moves/0"),
        "positions/xxx_oo._..._o_3/moves/5",
    ),
}


def test_what_is_not_there_or_cannot_be_is_a_problem(visitor: Client) -> None:
    for status, paths in PATHS.items():
        for path in paths:
            content(visitor.http.get(f"{API}/{path}"), status)


def test_another_method_a_body_too_large_and_no_form_data_are_refused(visitor: Client) -> None:
    for method in ("PUT", "PATCH", "DELETE", "TRACE"):
        answer = visitor.http.request(method, f"{API}/games")
        content(answer, 405)
        assert {"GET", "POST"} <= set(answer.headers["allow"].split(", ")), method
    headers = {"content-type": JSON}
    for body, path in product(
        (b"x" * 16_385, b'{"board":"' + b"3" * 10**6),
        (f"{API}/games", f"{API}/games/{NOWHERE}/play"),
    ):
        chunks = (body[start : start + 4_096] for start in range(0, len(body), 4_096))
        content(visitor.http.post(path, content=body, headers=headers), 413)
        content(visitor.http.post(path, content=chunks, headers=headers), 413)
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/xml"):
        headers = {"content-type": kind}
        content(visitor.http.post(f"{API}/games", content=b"board=3", headers=headers), 400)


def page(answer: httpx.Response, status: int) -> str:
    """The text of an error page."""
    assert answer.status_code == status, (answer.request.url, answer.text)
    assert answer.headers["content-type"] == HTML
    assert answer.text.startswith("<!doctype html>")
    assert "Traceback" not in answer.text
    assert "<script>alert" not in answer.text
    assert not re.search("Expected|Invalid|Not Allowed", answer.text)  # words for programs
    return answer.text


PAGES = {
    400: (
        *("/a/zz", "/a/99x99:3", "/a/<script>alert(1)", "/a?position=<script>alert(1)</script>"),
        *("/a?position=99x99:3", f"/a/{START}?why=x", "/puzzles/zz"),
        "/puzzles/random?level=%3Cb%3E",
    ),
    404: (
        *("/nowhere", "/apifoo", "/static/nothing.css", "/static/..%2F..%2Fapp.py", "/g/zz"),
        *(f"/g/{NOWHERE}", f"/g/{NOWHERE}/review", "/g/%00", f"/g/{'x' * 5_000}"),
        "/g/<script>alert(1)</script>",
    ),
    422: (f"/a/{START}?why=9",),
}
FORMS = [
    ("/play", {"side": "z"}, 400),
    ("/play", {"board": "99x99:3"}, 400),
    ("/play", {"board": "x" * 999}, 400),
    ("/play", {"opponent": "<script>alert(1)</script>"}, 400),
    ("/play", {"square": "x"}, 400),
    ("/play", {"square": "8", "board": "2x2:2", "opponent": "two"}, 422),
    ("/g/zz/play", {"square": "4", "version": "1"}, 404),
    ("/g/zz/undo", {"version": "1"}, 404),
    ("/g/zz/rematch", {}, 400),
    (f"/puzzles/{START}", {"square": "4"}, 400),
    ("/puzzles/x.._..._..._o_3", {"square": "0"}, 422),
    ("/puzzles/x.._..._..._o_3", {"square": "-1"}, 400),
    ("/help", {}, 405),
    ("/play", {"board": "x" * 20_000}, 413),
]


def test_what_is_not_there_or_cannot_be_taken_is_a_page_that_says_so(visitor: Client) -> None:
    for status, paths in PAGES.items():
        for path in paths:
            page(visitor.http.get(path), status)
    for path, form, status in FORMS:
        page(visitor.http.post(path, data=form), status)


def test_a_sentence_that_begins_with_a_square_stays_in_lower_case(visitor: Client) -> None:
    answer = visitor.http.post("/puzzles/x.._..._..._o_3", data={"square": "0"})
    assert ">a1 is already taken by X<" in page(answer, 422)


def test_a_form_from_an_old_page_shows_the_game_as_it_is_now(
    visitor: Client, new_visitor: NewVisitor
) -> None:
    game = visitor.begin(opponent=None)
    visitor.play(game, 4)
    form = {"square": "0", "version": "1"}
    shown = page(visitor.http.post(f"/g/{game['id']}/play", data=form), 409)
    assert "The game has moved on – take another look" in shown
    assert "b2, X" in shown
    stranger = new_visitor().http.post(f"/g/{game['id']}/play", data={**form, "version": "2"})
    page(stranger, 403)


few = settings(max_examples=max(1, settings().max_examples // 3))
paths = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60)


@few
@given(path=paths)
def test_no_address_breaks_anything(guest: httpx.Client, path: str) -> None:
    quoted = "".join(f"%{byte:02X}" for byte in path.encode())
    for start in (API, f"{API}/games", f"{API}/positions", f"{API}/puzzles", "/g", "/a", ""):
        assert 200 <= guest.get(f"{start}/{quoted}").status_code < 500


@few
@given(text=st.text("xo.XO_ 0123456789", min_size=1, max_size=40), position=positions())
def test_every_position_that_can_be_is_answered_and_no_other_breaks_anything(
    guest: httpx.Client, text: str, position: Position
) -> None:
    assert guest.get(f"{API}/positions/{text}").status_code in (200, 400, 404)
    content(guest.get(f"{API}/positions/{position.url}"), 200)


@pytest.mark.slow
def test_too_many_requests_are_told_when_to_come_again(tmp_path: Path) -> None:
    limits = [f"--{kind}-per-minute=2" for kind in ("games", "moves", "questions")]
    with serving(tmp_path / "games.db", *limits) as server, visiting(server.address) as visitor:
        game = visitor.begin(opponent=None)
        visitor.begin()
        assert visitor.begin(status=429)["detail"].startswith("That was too fast")
        game = visitor.play(visitor.play(game, 4), 0)
        visitor.play(game, 8, 429)  # within one game too
        visitor.get(f"games/{game['id']}/hint")
        visitor.get(f"positions/{START}")
        answer = visitor.http.get(f"{API}/puzzles/random")
        content(answer, 429)
        assert 0 < int(answer.headers["ratelimit-reset"]) <= 60
        assert int(answer.headers["retry-after"]) > 0
        page(visitor.http.get(f"/a/{START}"), 429)
        page(visitor.http.post("/play"), 429)
        # What costs nothing goes on.
        visitor.get(f"games/{game['id']}")
        assert visitor.http.get("/").status_code == 200
        # One address behind a proxy is not another's; the proxy here is this machine.
        visitor.http.headers["x-forwarded-for"] = "192.0.2.1"
        visitor.begin()
        visitor.begin()
        visitor.begin(status=429)


def test_a_wrong_type_is_a_fault_of_ours() -> None:
    assert problem_for(IllegalAction("The game is over")).status == 422
    problem = problem_for(WrongType("the board: expected Rules, got int"))
    assert problem.status == 500
    assert "Rules" not in problem.detail


def test_a_client_that_leaves_in_the_middle_costs_a_line_of_the_log(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database) as server:
        url = httpx.URL(server.address)
        assert httpx.get(url).status_code == 200
        with socket.create_connection((url.host, url.port)) as connection:
            connection.sendall(b"POST /play HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\na")
        assert httpx.get(url).status_code == 200
    (line,) = database.with_suffix(".log").read_text().strip().split("\n")
    assert "client disconnected" in line
