"""What every answer carries, and what no request gets past."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from noughts.web.app import create_app
from noughts.web.middleware.security_headers import add_headers
from noughts.web.settings import Settings
from tests.serving import serving
from tests.web.client import API, Client, NewVisitor, content, visiting

START = "..._..._..._x_3"
NOWHERE = "0" * 24

HEADERS = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}

REQUESTS = [
    ("GET", "/", 200),
    ("GET", "/help", 200),
    ("GET", "/games", 200),
    ("GET", "/learn", 200),
    ("GET", "/learn/win", 200),
    ("GET", "/learn/minimax", 200),
    ("GET", "/learn/proof", 200),
    ("GET", "/puzzles", 200),
    ("GET", "/puzzles/random", 302),
    ("GET", f"/a/{START}", 200),
    ("GET", "/api", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", f"{API}/games", 200),
    ("GET", f"{API}/puzzles/today", 200),
    ("OPTIONS", f"{API}/games", 204),
    ("GET", "/nowhere", 404),
    ("GET", "/static/nothing.css", 404),
    ("GET", f"{API}/nowhere", 404),
    ("GET", f"{API}/games/{NOWHERE}", 404),
    ("DELETE", f"{API}/games", 405),
    ("DELETE", "/", 405),
    ("POST", f"{API}/games", 400),
    ("POST", "/play", 303),
    ("POST", f"/g/{NOWHERE}/move", 400),
]


def check_headers(answer: httpx.Response) -> None:
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value]
    (policy,) = answer.headers.get_list("content-security-policy")
    assert dict(part.split(" ", 1) for part in policy.split("; ")) == POLICY
    assert "camera=()" in answer.headers["permissions-policy"]
    assert not {"server", "x-powered-by"} & set(answer.headers)


@pytest.mark.parametrize(("method", "path", "status"), REQUESTS)
def test_every_answer_carries_the_headers_and_is_not_kept(
    visitor: Client, method: str, path: str, status: int
) -> None:
    answer = visitor.http.request(method, path)
    if status == 302:  # which kind of redirect does not matter
        assert answer.is_redirect
    else:
        assert answer.status_code == status
    check_headers(answer)
    assert answer.headers["cache-control"] == "no-store"


def addresses(page: str) -> Iterator[str]:
    """What a page refers to in attributes."""
    for part in page.replace(' src="', ' href="').split(' href="')[1:]:
        yield part.split('"', 1)[0]


@pytest.mark.parametrize("path", ["/", "/help", "/games", "/puzzles", f"/a/{START}", "/api"])
def test_a_page_has_nothing_inline_and_nothing_from_elsewhere(visitor: Client, path: str) -> None:
    page = visitor.http.get(path).text
    for inline in ("<style", " style=", " onclick=", " onload=", "javascript:"):
        assert inline not in page
    assert page.count("<script") == page.count('<script type="module" src=') + page.count(
        '<script type="application/json"'
    )
    for address in addresses(page):
        assert not address or address.startswith(("/", "#", "?")), address
        assert not address.startswith("//")


def test_static_files_are_kept_for_a_year_and_named_by_what_is_in_them(visitor: Client) -> None:
    files = {each for each in addresses(visitor.http.get("/").text) if each.startswith("/static/")}
    assert len(files) > 3
    assert len({file.split("/")[2] for file in files}) == 1  # one hash of all
    for file in files:
        answer = visitor.http.get(file)
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == "default-src 'none'"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
        kept = set(answer.headers["cache-control"].split(", "))
        assert kept == {"max-age=31536000", "public", "immutable"}


class Broken:
    """A store with a bug."""

    def __getattr__(self, name: str) -> Any:
        if name == "close":
            return self.close_
        raise RuntimeError("the cat sat on the keyboard")

    async def close_(self) -> None:
        pass


@pytest.mark.slow
def test_an_error_nobody_foresaw_says_only_that_it_happened() -> None:
    app = add_headers(create_app(Settings(), Broken()))
    with TestClient(app, raise_server_exceptions=False) as client:
        answers = [
            client.post(f"{API}/games", json={}),
            client.post("/play", data={}),
            client.get(f"/g/{NOWHERE}"),
        ]
    assert (
        content(answers[0], 500)["detail"]
        == "Something went wrong on our side – try again in a moment"
    )
    for answer in answers:
        assert answer.status_code == 500
        assert "cat" not in answer.text
        check_headers(answer)


@pytest.mark.slow
def test_a_damaged_log_is_told_and_hurts_no_other_game(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database) as server, visiting(server.address) as visitor:
        visitor.begin()
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute(
                "INSERT INTO appends "
                "SELECT ?, 0, replace(events, '.../', 'xxx/'), 'begin' FROM appends",
                (NOWHERE,),
            )
        problem = visitor.get(f"games/{NOWHERE}", 503)
        assert problem["detail"].startswith("What the server has kept of this is damaged")
        assert visitor.http.get(f"/g/{NOWHERE}").status_code == 503
        visitor.begin()
    assert "the log of the game is damaged: " in database.with_suffix(".log").read_text()


# The cookie.


def test_only_who_begins_a_game_gets_a_cookie_and_only_once(visitor: Client) -> None:
    for path in ("/", "/games", f"{API}/games", f"/a/{START}"):
        assert "set-cookie" not in visitor.http.get(path).headers
    assert "set-cookie" in visitor.http.post(f"{API}/games", json={}).headers
    assert "set-cookie" not in visitor.http.post(f"{API}/games", json={}).headers


def cookie_of(answer: httpx.Response) -> tuple[str, set[str]]:
    """The cookie an answer sets, and its flags."""
    (cookie,) = answer.headers.get_list("set-cookie")
    value, *flags = cookie.split("; ")
    return value, {flag.lower() for flag in flags}


def test_no_script_reads_the_cookie_and_no_other_site_sends_it(new_visitor: NewVisitor) -> None:
    begun = (
        new_visitor().http.post(f"{API}/games", json={}),
        new_visitor().http.post("/play", data={}),
    )
    for answer in begun:
        value, flags = cookie_of(answer)
        assert len(value.removeprefix("noughts=")) == 43  # 32 random bytes
        assert flags == {"httponly", "samesite=lax", "path=/", "max-age=31536000"}


def test_the_cookie_is_secure_behind_a_proxy_that_speaks_https(visitor: Client) -> None:
    answer = visitor.http.post(f"{API}/games", json={}, headers={"x-forwarded-proto": "https"})
    assert "secure" in cookie_of(answer)[1]


@pytest.mark.parametrize("secret", ["", "x", "a" * 42, "a" * 44, "ü" * 43, "%00" * 43])
def test_a_cookie_that_is_none_of_ours_is_nobody_s(visitor: Client, secret: str) -> None:
    headers = {b"cookie": f"noughts={secret}".encode()}
    assert content(visitor.http.get(f"{API}/games", headers=headers), 200) == []
    answer = visitor.http.post(f"{API}/games", json={}, headers=headers)
    assert cookie_of(answer)[0].removeprefix("noughts=") != secret


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "level"), [("text", "info"), ("json", "warning")])
def test_the_secret_is_in_no_file_and_what_was_foreseen_is_logged_without_a_traceback(
    tmp_path: Path, kind: str, level: str
) -> None:
    database = tmp_path / "games.db"
    flags = (f"--log={kind}", f"--log-level={level}")
    with serving(database, *flags) as server, visiting(server.address) as visitor:
        game = visitor.play(visitor.begin(opponent="easy"), 4)
        visitor.play(game, 4, 422)
        visitor.act(game, "undo")
        visitor.get("games")
        secret = visitor.http.cookies["noughts"]
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("DROP TABLE listings")  # so that something fails and is logged
        visitor.get("games", 503)
        visitor.begin(status=503)
        assert secret not in visitor.http.get("/help").text
        files = list(tmp_path.iterdir())
        assert {file.name for file in files} >= {"games.db", "games.db-wal", "games.log"}
        for file in files:
            assert secret.encode() not in file.read_bytes()
    log = database.with_suffix(".log").read_text()
    assert secret not in log
    assert "/api/v1/games" in log
    warnings = [line for line in log.splitlines() if "warning" in line]
    assert all("request failed" in line for line in warnings)
    assert all("no such table: listings" in line for line in warnings)
    assert len(warnings) == 2
    assert ("Traceback" in log, "request refused" in log) == (False, level == "info")


# The origin.

ACTIONS = ["sit", "undo", "draw", "decline", "resign", "claim", "next"]
ROOM_ACTIONS = [
    "join", "leave", "look", "pair", "pair-all", "round", "remove", "readmit", "choose", "lock",
    "close", "rename", "annul", "pause", "extend", "end",
]  # fmt: skip
NO_ROOM = "ABC234"
POSTS = [
    f"{API}/games",
    f"{API}/rooms",
    *(f"{API}/rooms/{NO_ROOM}/{action}" for action in ROOM_ACTIONS),
    "/rooms",
    *(f"/r/{NO_ROOM}/{action}" for action in ROOM_ACTIONS),
    f"{API}/games/{NOWHERE}/moves",
    *(f"{API}/games/{NOWHERE}/{action}" for action in (*ACTIONS, "move-now", "forget")),
    f"{API}/puzzles/x.._..._..._o_3",
    "/play",
    f"/g/{NOWHERE}/move",
    *(f"/g/{NOWHERE}/{action}" for action in (*ACTIONS, "try")),
    f"/games/{NOWHERE}/forget",
    "/language",
    "/learn/fork",
    "/puzzles/x.._..._..._o_3",
]


def test_these_are_all_the_posts_there_are(visitor: Client) -> None:
    described = visitor.http.get("/api/openapi.json").json()["paths"]
    posts = [path for path, methods in described.items() if "post" in methods]
    assert len(posts) == len([path for path in POSTS if path.startswith(API)])


@pytest.mark.parametrize("path", POSTS)
def test_what_changes_something_is_not_taken_from_another_site(visitor: Client, path: str) -> None:
    host = visitor.http.base_url.netloc.decode()
    foreign = ["https://example.org", "null", "", f"http://{host}.example.org", "http://[", host]
    for origin in [*foreign, f"http://{host.split(':')[0]}:1", f"http://example.org@{host}"]:
        answer = visitor.http.post(path, headers={"origin": origin})
        assert answer.status_code == 403, origin
        assert "came from another site" in answer.text
        check_headers(answer)
    assert visitor.http.post(path).status_code != 403
    assert visitor.http.post(path, headers={"origin": f"http://{host}"}).status_code != 403


def test_a_page_that_came_over_https_may_act_where_the_proxy_says_so(visitor: Client) -> None:
    host = visitor.http.base_url.netloc.decode()
    headers = {"origin": f"https://{host}"}
    answer = visitor.http.post(f"{API}/games", json={}, headers=headers)
    assert answer.status_code == 403
    assert "X-Forwarded-Proto" in answer.json()["detail"]
    headers["x-forwarded-proto"] = "https"
    assert visitor.http.post(f"{API}/games", json={}, headers=headers).status_code == 201
    headers["origin"] = f"http://{host}"
    assert visitor.http.post(f"{API}/games", json={}, headers=headers).status_code == 403


@pytest.mark.parametrize(
    ("scheme", "host", "origin"),
    [
        ("https", "Example.org:443", "https://example.org"),
        ("http", "example.org:80", "http://example.org"),
        ("http", "example.org:443", "http://example.org:443"),
        ("http", "[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_origin_leaves_out_the_usual_port(
    visitor: Client, scheme: str, host: str, origin: str
) -> None:
    headers = {"x-forwarded-proto": scheme, "host": host, "origin": origin}
    assert visitor.http.post(f"{API}/games", json={}, headers=headers).status_code == 201


def test_only_allowed_hosts_are_answered(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", "--allowed-hosts=play.example.org,[::1]") as server:
        for host, status in {
            "play.example.org": 200,
            "PLAY.example.org:8000": 200,
            "[::1]:8000": 200,
            "example.org": 400,
            "play.example.org.example.com": 400,
        }.items():
            answer = httpx.get(f"{server.address}{API[1:]}/games", headers={"host": host})
            assert answer.status_code == status, host


@pytest.mark.parametrize(
    "host", ["[", "a:b", "example.org:y", "example.org:65536", "[::1", "a/b", "a b", "x" * 3_000]
)
def test_a_host_that_cannot_be_is_the_client_s_mistake(visitor: Client, host: str) -> None:
    for path in ("/", f"{API}/games", f"{API}/puzzles/today"):
        assert visitor.http.get(path, headers={"host": host}).status_code == 400
    answer = visitor.http.post(f"{API}/games", json={"side": "z"}, headers={"host": host})
    assert answer.status_code == 400
    assert visitor.http.get("/nowhere", headers={"host": host}).status_code in (400, 404)


def test_reading_is_open_to_every_origin_and_shared_with_none(visitor: Client) -> None:
    answer = visitor.http.get(f"{API}/games", headers={"origin": "https://example.org"})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("path", ["/", "/help", f"{API}/games", "/nowhere", "/api"])
def test_head_is_answered_as_get_without_the_body(visitor: Client, path: str) -> None:
    got, headed = visitor.http.get(path), visitor.http.head(path)
    assert (headed.status_code, headed.content) == (got.status_code, b"")
    assert headed.headers["content-type"] == got.headers["content-type"]


@pytest.mark.parametrize("door", ["stream", "live-events"])
def test_the_head_of_a_stream_is_answered_at_once_and_watches_nothing(
    visitor: Client, guest: httpx.Client, door: str
) -> None:
    address = f"{API}/games/{visitor.begin()['id']}/{door}"
    with visitor.http.stream("GET", address) as got:
        headed = guest.head(address)
        assert (headed.status_code, headed.content) == (200, b"")
        assert headed.headers["content-type"] == got.headers["content-type"]
    with visitor.http.stream("GET", address) as got:
        assert next(line for line in got.iter_lines() if '"spectators":0' in line)
    assert guest.head(f"{API}/games/{NOWHERE}/{door}").status_code == 404
