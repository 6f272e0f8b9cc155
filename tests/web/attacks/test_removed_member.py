"""Whoever the host has removed from a room keeps nothing of it, whatever they ask, and however."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts.web.services.room_actions import ROOM_ACTIONS
from tests.serving import Server, serving
from tests.web.client import API, Client, visiting
from tests.web.live.listening import live

BODIES: dict[str, dict[str, Any]] = {
    "pair": {"x": 0, "o": 1},
    "round": {"games": 0},
    "remove": {"member": 1},
    "readmit": {"member": 0},
    "rename": {"member": 1},
    "annul": {"game": 0},
}
READ = ("", "/boards", "/table", "/results", "/records", "/reviews")
STREAMS = ("/live-events", "/live-events?boards=true")
PAGES = ("/r/{}", "/r?code={}", "/r/{}/wall", "/r/{}/qr.svg")
OFFERS = ("undo", "draw", "resign", "next", "decline", "claim")
BUTTONS = ("rest", "unlock", "resume")  # of pages, besides the actions


@dataclass
class Room:
    """A room whose first member has won a game against the second, and plays another one."""

    code: str
    games: list[Any]
    names: list[str]
    owner: Client
    ann: Client
    ben: Client


@contextmanager
def from_address(server: Server, address: str, like: Client | None = None) -> Iterator[Client]:
    """A visitor from an address, as a proxy says, perhaps with the cookies of another one."""
    with visiting(server.address) as client:
        client.http.headers["X-Forwarded-For"] = address
        if like is not None:
            client.http.cookies.update({"noughts": like.http.cookies["noughts"]})
        yield client


def opened(server: Server, stack: ExitStack) -> Room:
    owner, ann, ben, cyn = (
        stack.enter_context(from_address(server, f"192.0.2.{number}")) for number in range(1, 5)
    )
    code = owner.post("rooms", {}, 201)["code"]
    for client in (ann, ben, cyn):
        client.post(f"rooms/{code}/join", {})
    games: list[Any] = []
    for _ in range(2):
        (game,) = owner.post(f"rooms/{code}/pair", {"x": 0, "o": 1})["open"]
        seen = ann.get(f"games/{game['id']}")
        for ply, square in enumerate((4,) if games else (0, 3, 1, 4, 2)):
            seen = (ben if ply % 2 else ann).play(seen, square)
        games.append(seen)
    names = [each["name"] for each in owner.get(f"rooms/{code}")["members"]]
    return Room(code, games, names, owner, ann, ben)


def check_refused(answer: httpx.Response, room: Room) -> None:
    assert answer.status_code == 403, (answer.request.url, answer.text)
    for name in room.names:
        assert name not in answer.text
    assert not any(game["id"] in answer.text for game in room.games)


def check_shut(who: Client, room: Room) -> None:
    """No door of the room opens, and no action in it is taken."""
    for path in (*READ, *STREAMS):
        check_refused(who.http.get(f"{API}/rooms/{room.code}{path}"), room)
    for path in PAGES:
        check_refused(who.http.get(path.format(room.code)), room)
    for action in ("join", *ROOM_ACTIONS):
        sent = BODIES.get(action, {})
        check_refused(who.http.post(f"{API}/rooms/{room.code}/{action}", json=sent), room)
    for button in ("join", *ROOM_ACTIONS, *BUTTONS):
        check_refused(who.http.post(f"/r/{room.code}/{button}", data=BODIES.get(button, {})), room)


def check_no_offers(who: Client, other: Client, room: Room) -> None:
    """Nothing can be done in the games that were played there, nor agreed to."""
    for old in room.games:
        game = who.get(f"games/{old['id']}")
        for action in OFFERS:
            who.act(game, action, 403)
        assert (
            who.http.post(f"/g/{game['id']}/next", data={"version": game["version"]}).status_code
            == 403
        )
        assert who.get(f"games/{game['id']}")["version"] == game["version"]
        for action in ("next", "undo"):
            assert "removed the other" in other.act(game, action, 403)["detail"]


def check_open(who: Client, room: Room) -> None:
    assert who.get(f"rooms/{room.code}")["code"] == room.code
    assert who.http.get(f"/r/{room.code}/wall").status_code == 200


def check_all(server: Server, room: Room) -> None:
    """The removed one is out, with their cookie anywhere and without it from where they came."""
    check_no_offers(room.ann, room.ben, room)
    check_shut(room.ann, room)
    with (
        from_address(server, "192.0.2.99", like=room.ann) as elsewhere,
        from_address(server, "192.0.2.2") as fresh,
        from_address(server, "192.0.2.50") as stranger,
    ):
        check_shut(elsewhere, room)
        fresh.begin()  # gets a cookie
        check_shut(fresh, room)
        fresh.http.cookies.clear()
        check_shut(fresh, room)
        check_open(stranger, room)
    check_open(room.ben, room)
    check_open(room.owner, room)


def moved(client: Client, server: Server) -> None:
    """The same visitor at a server that was started again, on another port."""
    client.http.base_url = httpx.URL(server.address)


def test_whoever_was_removed_is_out_before_and_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with ExitStack() as stack:
        with serving(database) as server:
            room = opened(server, stack)
            room.owner.post(f"rooms/{room.code}/remove", {"member": 0})
            check_all(server, room)
        with serving(database) as server:
            for client in (room.owner, room.ann, room.ben):
                moved(client, server)
            check_all(server, room)
            room.owner.post(f"rooms/{room.code}/readmit", {"member": 0})
            assert room.ann.get(f"rooms/{room.code}")["you"]["state"] == "gone"
            with from_address(server, "192.0.2.2") as fresh:
                check_open(fresh, room)
            room.ann.post(f"rooms/{room.code}/join", {})
            room.ann.act(room.ann.get(f"games/{room.games[0]['id']}"), "next", 201)


@pytest.mark.parametrize("action", ["next", "undo"])
def test_what_was_offered_before_is_agreed_to_no_more(server: Server, action: str) -> None:
    with ExitStack() as stack:
        room = opened(server, stack)
        status = 201 if action == "next" else 200
        offered = room.ann.act(room.games[0], action, status)
        room.owner.post(f"rooms/{room.code}/remove", {"member": 0})
        room.ben.act(offered, action, 403)
        assert room.ben.act(offered, "decline")["offer"] is None


@pytest.mark.parametrize("action", ["next", "undo"])
def test_a_game_that_went_on_ends_too(server: Server, action: str) -> None:
    with ExitStack() as stack:
        room = opened(server, stack)
        status = 201 if action == "next" else 200
        offered = room.ann.act(room.games[0], action, status)
        again = room.ben.act(offered, action, status)
        assert again["ending"] is None
        room.owner.post(f"rooms/{room.code}/remove", {"member": 0})
        assert room.ben.get(f"games/{again['id']}")["ending"]["termination"] == "abandoned"


def test_whoever_joined_before_a_restart_is_barred_after_it_too(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with ExitStack() as stack:
        with serving(database) as server:
            room = opened(server, stack)
        with serving(database) as server:
            for client in (room.owner, room.ann, room.ben):
                moved(client, server)
            check_open(room.ann, room)
            room.owner.post(f"rooms/{room.code}/remove", {"member": 0})
            check_all(server, room)


@pytest.mark.parametrize("wall", [False, True])
def test_the_open_connections_of_whoever_is_removed_end(server: Server, wall: bool) -> None:
    with ExitStack() as stack:
        room = opened(server, stack)
        path = f"{API}/rooms/{room.code}/live-events"
        with room.ann.http.stream("GET", path, params={"boards": wall}) as answer:
            lines = answer.iter_lines()
            assert next(line for line in lines if '"room"' in line)
            room.owner.post(f"rooms/{room.code}/remove", {"member": 0})
            assert len(list(lines)) < 20  # to the end, which comes


def test_at_an_open_board_whoever_was_removed_offers_nothing(server: Server) -> None:
    with ExitStack() as stack:
        room = opened(server, stack)
        with live(server.address, room.games[0]["id"], room.ann) as at_board:
            at_board.until(lambda message: message["type"] == "gameFull")
            room.owner.post(f"rooms/{room.code}/remove", {"member": 0})
            version = room.ben.get(f"games/{room.games[0]['id']}")["version"]
            for kind in ("next", "undo"):
                assert "removed you" in str(at_board.do(kind, version=version))
        assert room.ben.get(f"games/{room.games[0]['id']}")["offer"] is None
