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

# How deep JSON can be nested depends on the version of Python.
DEEP = ("What was sent is nested too deeply", "What was sent isn't JSON")
BODIES: list[tuple[bytes, str | tuple[str, ...]]] = [
    (b"", "Nothing was sent"),
    (b"null", "Must be an object, not null"),
    (b"[]", "Must be an object, not […]"),
    (b'"x"', "Must be an object, not 'x'"),
    (b"{", "What was sent isn't JSON – see line 1, column 2"),
    (b'{"board": "3x3:3",\n "side": x}', "What was sent isn't JSON – see line 2, column 10"),
    (b"\xff\xfe", "What was sent isn't UTF-8"),
    (b'{"board": "3x3:3\xff"}', "What was sent isn't UTF-8"),
    (b"{'board': '3x3:3'}", "What was sent isn't JSON – see line 1, column 2"),
    (b"NaN", "Must be an object, not NaN"),
    (b"1" * 9_999, "What was sent can't be understood"),
    (b'{"board":"\\ud800"}', "What was sent can't be understood"),
    (b'{"side":"\\ud800"}', r"side: must be 'lot', 'o' or 'x', not '\ud800'"),
    (b'{"\\ud800":1}', r"\ud800: isn't one of the fields board, "),
    (b'{"board":"0x3:3"}', ""),
    (b'{"board":"3x3"}', "A board is written WIDTHxHEIGHT:K, as in 3x3:3, not '3x3'"),
    (b'{"board":"27x3:3"}', ""),
    (b'{"board":"3x3:0"}', ""),
    (b'{"board":"9999999x999:3"}', ""),
    ('{"board":"٣x٣:٣"}'.encode(), ""),
    (b'{"opponent":"nobody"}', ""),
    (b'{"opponent":""}', ""),
    (b'{"opponent":"../../easy"}', ""),
    (b'{"opponent":"__class__"}', ""),
    (b'{"board":"15x15:5","opponent":"perfect"}', ""),
    *((each * 3_000, DEEP) for each in (b"[", b'{"a":')),
]


def test_what_cannot_be_read_is_said(visitor: Client) -> None:
    for body, detail in BODIES:
        answer = visitor.http.post(f"{API}/games", content=body, headers={"content-type": JSON})
        problem = content(answer, 400)
        assert len(problem["detail"]) <= 300, body
        assert problem["detail"].startswith(detail), body


ID = "must be text that matches ^[A-Za-z0-9_-]{8,64}$, not"
FIELDS = "board, clock, command, first, opponent, seconds, side"
LONG_NAME = "x/~é" * 99
# Wrong fields of a new game, and what is said of them, by where they are.
WRONG: list[tuple[dict[str, object], dict[str, str]]] = [
    ({"board": 3}, {"#/board": "must be text, not 3"}),
    ({"board": None}, {"#/board": "must be text, not null"}),
    ({"board": {"width": 3}}, {"#/board": "must be text, not {…}"}),
    ({"board": "3" * 17}, {"#/board": "must have at most 16 characters, not 17"}),
    ({"side": "z"}, {"#/side": "must be 'lot', 'o' or 'x', not 'z'"}),
    ({"first": ["x"]}, {"#/first": "must be 'lot', 'o', 'other', 'own' or 'x', not […]"}),
    ({"seconds": 61}, {"#/seconds": "must be a number from 0.1 to 60, not 61"}),
    ({"seconds": True}, {"#/seconds": "must be a number from 0.1 to 60, not true"}),
    ({"command": "\x1b[2J"}, {"#/command": f"{ID} '\\x1b[2J'"}),
    ({"command": "x" * 99}, {"#/command": f"{ID} '{'x' * 40}…'"}),
    ({"command": 10**4_000}, {"#/command": f"{ID} 1{'0' * 39}…"}),
    ({"clock": "game-180"}, {"#/clock": "must be an object, not 'game-180'"}),
    (
        {"clock": {"seconds": "60", "hours": 1}, "opponent": 1.5},
        {
            "#/opponent": "must be text, not 1.5",
            "#/clock/per": "is missing",
            "#/clock/seconds": "must be a whole number from 5 to 86400, not '60'",
            "#/clock/hours": "isn't one of the fields per, seconds",
        },
    ),
    ({"": 1}, {"#/": f"isn't one of the fields {FIELDS}"}),
    ({LONG_NAME: 1}, {f"#/{'x~1~0%C3%A9' * 16}": f"isn't one of the fields {FIELDS}"}),
    (
        {str(number): 1 for number in range(99)},
        {f"#/{number}": f"isn't one of the fields {FIELDS}" for number in range(10)},
    ),
]


def test_every_wrong_field_is_told_with_what_was_expected_and_what_was_sent(
    visitor: Client,
) -> None:
    for sent, wrong in WRONG:
        problem = visitor.post("games", sent, 400)
        assert {each["pointer"]: each["detail"] for each in problem["errors"]} == wrong
        assert next(iter(wrong.values())) in problem["detail"]
        assert len(problem["detail"]) <= 300
    sent = {"opponent": 1.5, "clock": {"seconds": 9}, "x\x1b": 1}
    opponent = "opponent: must be text, not 1.5"
    told = f"{opponent}; clock.per: is missing; x\\x1b: isn't one of the fields {FIELDS}"
    assert visitor.post("games", sent, 400)["detail"] == told


def test_wrong_fields_are_told_in_the_readers_language(visitor: Client) -> None:
    for language, detail in {
        "de": "board: muss ein Text sein, nicht 3; side: muss 'lot', 'o' oder 'x' sein, nicht 'z'",
        "fr": "board: doit être un texte, et non 3; side: doit être 'lot', 'o' ou 'x', et non 'z'",
        "es": "board: debe ser un texto, no 3; side: debe ser 'lot', 'o' o 'x', no 'z'",
    }.items():
        headers = {"accept-language": language}
        answer = visitor.http.post(f"{API}/games", json={"board": 3, "side": "z"}, headers=headers)
        assert content(answer, 400)["detail"] == detail


PARAMETERS = [
    (f"games/{NOWHERE}?after=x", "after", "must be a whole number from 1 to 1000000, not 'x'"),
    (f"games/{NOWHERE}/review?round=0", "round", "must be a whole number from 1 to 10000, not '0'"),
    (f"games/{NOWHERE}/stream?changes=no%1b", "changes", "must be true or false, not 'no\\x1b'"),
    ("games/zz", "game", "must be text that matches ^[0-9a-f]{24}$, not 'zz'"),
    ("rooms/1234567890123456789012345", "code", "must have at most 24 characters, not 25"),
    (f"positions/{START}/moves/676", "square", "must be a whole number from 0 to 675, not 676"),
    (
        *("puzzles/random?board=4x4", "board"),
        "must be '3x3:3', '4x4:4', '5x5:4' or '9x9:5', not '4x4'",
    ),
]


def test_a_wrong_parameter_of_an_address_is_told(visitor: Client) -> None:
    for path, name, detail in PARAMETERS:
        problem = content(visitor.http.get(f"{API}/{path}"), 400)
        assert problem["errors"] == [{"detail": detail, "parameter": name}]
        assert problem["detail"] == f"{name}: {detail}"


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
    room = visitor.open_room()
    for path, sent, key in TEXT:
        problem = visitor.post(path.format(**room), sent, 400)
        assert problem["detail"].startswith(f"{key}: must be "), problem


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


def test_every_path_tells_all_its_methods(visitor: Client) -> None:
    reads, sends = "GET, HEAD, OPTIONS", "OPTIONS, POST"
    for path, methods in {
        f"{API}/games": f"{reads}, POST",
        f"{API}/puzzles/{START}": f"{reads}, POST",
        f"{API}/rooms": sends,
        f"{API}/games/{NOWHERE}/play": sends,
        "/rooms": f"{reads}, POST",
        "/learn/win": f"{reads}, POST",
        "/games": reads,
        "/healthz": reads,
    }.items():
        for method, status in (("OPTIONS", 204), ("DELETE", 405)):
            answer = visitor.http.request(method, path)
            assert (answer.status_code, answer.headers["allow"]) == (status, methods), path
    assert visitor.http.options("/nothing").status_code == 404


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
    assert not re.search("must be|is missing|no such method", answer.text)  # words for programs
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
        page(visitor.http.get("/games"), 429)
        visitor.get("games", 429)
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
    assert "the client left before the end of its request" in line
