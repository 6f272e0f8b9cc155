"""What every answer carries, and what no request gets past."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from noughts.server.app import create_app
from noughts.server.http.middleware import wrap
from noughts.server.log.sqlite import SqliteStore
from noughts.server.metrics import Counters
from noughts.server.settings import Settings
from tests.server.client import API, JSON, Client, NewVisitor, content, visiting
from tests.server.games.listening import live
from tests.serving import Server, serving

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
    **dict.fromkeys(("script-src", "style-src", "font-src", "connect-src"), "'self'"),
    **dict.fromkeys(("manifest-src", "form-action"), "'self'"),
    **dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), "'none'"),
    "img-src": "'self' data:",
}

REQUESTS = [
    *(("GET", path, 200) for path in ("/", "/help", "/games", "/learn", "/learn/win", "/puzzles")),
    *(("GET", path, 200) for path in ("/learn/minimax", "/learn/proof", "/puzzles/sheet")),
    ("GET", "/learn/menace", 200),
    ("GET", "/puzzles/random", 303),
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
    ("POST", f"/g/{NOWHERE}/play", 400),
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
    assert answer.status_code == status
    check_headers(answer)
    assert answer.headers["cache-control"] == "no-store"


def addresses(page: str) -> list[str]:
    """What a page refers to in attributes."""
    return re.findall(r' (?:src|href)="([^"]*)"', page)


@pytest.mark.parametrize("path", ["/", "/help", "/games", "/puzzles", f"/a/{START}", "/api"])
def test_a_page_has_nothing_inline_and_nothing_from_elsewhere(visitor: Client, path: str) -> None:
    page = visitor.http.get(path).text
    for inline in ("<style", " style=", " onclick=", " onload=", "javascript:"):
        assert inline not in page
    allowed = '<script type="module" src=', '<script type="application/json"'
    assert page.count("<script") == sum(map(page.count, allowed))
    own = str(visitor.http.base_url)  # which search engines are told
    for address in addresses(page):
        assert not address or address.startswith(own) or re.match("[?#]|/(?!/)", address), address


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
        raise RuntimeError("the cat sat on the keyboard")

    async def close(self) -> None:
        pass


@pytest.mark.slow
def test_an_error_nobody_foresaw_says_only_that_it_happened() -> None:
    app = wrap(create_app(Settings(), Broken()), Counters())  # type: ignore[arg-type]
    with TestClient(app, raise_server_exceptions=False) as client:
        answers = [
            client.post(f"{API}/games", json={}),
            client.post("/play", data={}),
            client.get(f"/g/{NOWHERE}"),
        ]
    said = content(answers[0], 500)["detail"]
    assert said == "Something went wrong on our side – try again in a moment"
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


def cookie_of(answer: httpx.Response) -> tuple[str, set[str]]:
    """The cookie an answer sets, and its flags."""
    (cookie,) = answer.headers.get_list("set-cookie")
    value, *flags = cookie.split("; ")
    return value.removeprefix("noughts="), {flag.lower() for flag in flags}


def test_only_who_begins_a_game_gets_a_cookie_and_only_once(new_visitor: NewVisitor) -> None:
    """No script reads it, and no other site sends it."""
    form = "application/x-www-form-urlencoded"
    for door, sent, kind in ((f"{API}/games", b"{}", JSON), ("/play", b"", form)):
        content_type = {"content-type": kind}
        http = new_visitor().http
        for path in ("/", "/games", f"{API}/games", f"/a/{START}"):
            assert "set-cookie" not in http.get(path).headers, path
        value, flags = cookie_of(http.post(door, content=sent, headers=content_type))
        assert len(value) == 43  # 32 random bytes
        assert flags == {"httponly", "samesite=lax", "path=/", "max-age=31536000"}
        again = http.post(door, content=sent, headers=content_type)
        assert again.is_success or again.is_redirect
        assert "set-cookie" not in again.headers


HTTPS = {"x-forwarded-proto": "https"}


@dataclass
class Person:
    """A visitor with a game, as their secret tells."""

    secret: str
    game: str


@pytest.fixture
def people(visitor: Client) -> list[Person]:
    found = []
    for secret in (token_urlsafe(32), token_urlsafe(32)):
        authorization = {"authorization": f"Bearer {secret}"}
        answer = visitor.http.post(f"{API}/games", json={}, headers=authorization)
        found.append(Person(secret, content(answer, 201)["id"]))
    return found


def listed(visitor: Client, cookies: str, proto: dict[str, str] = HTTPS) -> list[str]:
    """The games of who has these cookies."""
    answer = visitor.http.get(f"{API}/games", headers={**proto, "cookie": cookies})
    return [game["id"] for game in content(answer, 200)]


def test_over_https_no_other_host_of_the_domain_can_set_the_cookie(
    visitor: Client, people: list[Person]
) -> None:
    answer = visitor.http.post(f"{API}/games", json={}, headers=HTTPS)
    own, flags = cookie_of(answer)
    assert re.fullmatch(r"__Host-noughts=[\w-]{43}", own)
    assert flags == {"httponly", "samesite=lax", "path=/", "max-age=31536000", "secure"}
    for tossed in (people[0].secret, ""):
        assert listed(visitor, f"noughts={tossed}; {own}; noughts={tossed}") == [
            answer.json()["id"]
        ]
    room = visitor.http.post("/rooms", data={}, headers=HTTPS)
    code = room.headers["location"].removeprefix("/r/")
    assert f"__Host-room={code}" in room.headers["set-cookie"]
    for cookies, is_led in ((f"__Host-room={code}; room=111111", True), (f"room={code}", False)):
        page = visitor.http.get("/help", headers={**HTTPS, "cookie": cookies}).text
        assert (code in page) is is_led


def test_who_had_the_old_cookie_over_https_stays_who_they_are_and_gets_the_new_one(
    visitor: Client, people: list[Person]
) -> None:
    old, other = (f"noughts={each.secret}" for each in people)
    assert listed(visitor, old) == [people[0].game]
    new, _flags = cookie_of(visitor.http.get("/games", headers={**HTTPS, "cookie": old}))
    assert new == f"__Host-{old}"
    again = visitor.http.get("/games", headers={**HTTPS, "cookie": f"{other}; {new}"})
    assert "set-cookie" not in again.headers
    assert listed(visitor, f"{other}; {new}") == [people[0].game]
    assert listed(visitor, new, {}) == []  # nothing over http can be sure that it is ours


def test_a_socket_over_https_knows_the_cookie(server: Server, people: list[Person]) -> None:
    first, second = people
    for name, is_known in (("__Host-noughts", True), ("noughts", True), ("other", False)):
        headers = {**HTTPS, "cookie": f"{name}={first.secret}"}
        with live(server.address, first.game, headers=headers) as socket:
            socket.next()
            seats = socket.next()["game"]["seats"].values()
            assert any(seat["is_you"] for seat in seats) is is_known
    headers["cookie"] = f"__Host-noughts={first.secret}; noughts={second.secret}"
    with live(server.address, second.game, headers=headers) as socket:
        socket.next()
        assert not any(seat["is_you"] for seat in socket.next()["game"]["seats"].values())


@pytest.mark.parametrize("proto", [{}, HTTPS])
def test_of_two_cookies_of_one_name_neither_counts(
    visitor: Client, people: list[Person], proto: dict[str, str]
) -> None:
    own, other = (f"noughts={each.secret}" for each in people)
    assert listed(visitor, f"{own}; x=1; {own}", proto) == [people[0].game]
    for both in (f"{own}; {other}", f"{other};{own}", f"{own}; noughts=; {own}"):
        assert listed(visitor, both, proto) == []
        two_headers = [("cookie", each.strip()) for each in both.split(";")] + [*proto.items()]
        assert content(visitor.http.get(f"{API}/games", headers=two_headers), 200) == []


def test_a_cookie_that_is_none_of_ours_is_nobody_s(visitor: Client) -> None:
    for secret in ("", "x", "a" * 42, "a" * 44, "ü" * 43, "%00" * 43):
        headers = {b"cookie": f"noughts={secret}".encode()}
        assert content(visitor.http.get(f"{API}/games", headers=headers), 200) == [], secret
        answer = visitor.http.post(f"{API}/games", json={}, headers=headers)
        assert cookie_of(answer)[0] != secret


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

ANY = {"game": NOWHERE, "code": "ABC234", "lesson": "fork", "action": "look", "puzzle": "zz"}


def test_what_changes_something_is_not_taken_from_another_site(visitor: Client) -> None:
    posts = [
        route.path_format.format(**ANY)
        for route in create_app(Settings(), Broken()).routes  # type: ignore[arg-type]
        if isinstance(route, HTTPRoute) and "POST" in route.methods
    ]
    assert len(posts) > 40
    host = visitor.http.base_url.netloc.decode()
    foreign = ["https://example.org", "null", "", f"http://{host}.example.org", "http://[", host]
    foreign += [f"http://{host.split(':')[0]}:1", f"http://example.org@{host}"]
    for path in posts:
        for origin in foreign:
            answer = visitor.http.post(path, headers={"origin": origin})
            assert answer.status_code == 403, (path, origin)
            assert "came from another site" in answer.text
            check_headers(answer)
        for headers in ({}, {"origin": f"http://{host}"}):
            assert visitor.http.post(path, headers=headers).status_code != 403, path


def test_an_origin_leaves_out_the_usual_port_and_comes_over_https_where_the_proxy_says_so(
    visitor: Client,
) -> None:
    host = visitor.http.base_url.netloc.decode()
    headers = {"origin": f"https://{host}"}
    answer = visitor.http.post(f"{API}/games", json={}, headers=headers)
    assert answer.status_code == 403
    assert "X-Forwarded-Proto" in answer.json()["detail"]
    headers["x-forwarded-proto"] = "https"
    assert visitor.http.post(f"{API}/games", json={}, headers=headers).status_code == 201
    headers["origin"] = f"http://{host}"
    assert visitor.http.post(f"{API}/games", json={}, headers=headers).status_code == 403
    for scheme, host, origin in (
        ("https", "Example.org:443", "https://example.org"),
        ("http", "example.org:80", "http://example.org"),
        ("http", "example.org:443", "http://example.org:443"),
        ("http", "[::1]:8000", "http://[::1]:8000"),
    ):
        headers = {"x-forwarded-proto": scheme, "host": host, "origin": origin}
        answer = visitor.http.post(f"{API}/games", json={}, headers=headers)
        assert answer.status_code == 201, origin


def test_only_allowed_hosts_are_answered(tmp_path: Path) -> None:
    settings = Settings(allowed_hosts="play.example.org,[::1]")
    app = wrap(create_app(settings, SqliteStore(tmp_path / "games.db")), Counters())
    with TestClient(app) as client:
        for host, status in {
            "play.example.org": 200,
            "PLAY.example.org:8000": 200,
            "[::1]:8000": 200,
            "example.org": 400,
            "play.example.org.example.com": 400,
        }.items():
            answer = client.get(f"{API}/games", headers={"host": host})
            assert answer.status_code == status, host


def test_a_host_that_cannot_be_is_the_client_s_mistake(visitor: Client) -> None:
    impossible = ("[", "a:b", "example.org:y", "example.org:65536", "[::1", "a/b", "a b", "x" * 999)
    for host in impossible:
        headers = {"host": host}
        for path in ("/", f"{API}/games", f"{API}/puzzles/today"):
            assert visitor.http.get(path, headers=headers).status_code == 400, host
        answer = visitor.http.post(f"{API}/games", json={"side": "z"}, headers=headers)
        assert answer.status_code == 400, host
        assert visitor.http.get("/nowhere", headers=headers).status_code in (400, 404), host


def test_reading_is_open_to_every_origin_and_head_has_no_body(visitor: Client) -> None:
    answer = visitor.http.get(f"{API}/games", headers={"origin": "https://example.org"})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    for path in ("/", "/help", f"{API}/games", "/nowhere", "/api"):
        got, headed = visitor.http.get(path), visitor.http.head(path)
        assert (headed.status_code, headed.content) == (got.status_code, b""), path
        assert headed.headers["content-type"] == got.headers["content-type"], path


def test_the_head_of_a_stream_is_answered_at_once_and_watches_nothing(
    visitor: Client, guest: httpx.Client
) -> None:
    address = f"{API}/games/{visitor.begin()['id']}/stream"
    with visitor.http.stream("GET", address) as got:
        headed = guest.head(address)
        assert (headed.status_code, headed.content) == (200, b"")
        assert headed.headers["content-type"] == got.headers["content-type"]
    with visitor.http.stream("GET", address) as got:
        assert next(line for line in got.iter_lines() if '"spectators":0' in line)
    assert guest.head(f"{API}/games/{NOWHERE}/stream").status_code == 404
