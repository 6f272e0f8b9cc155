"""A member removed from a room by its host keeps nothing of it, whatever they ask, and however."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts.server.rooms.commands import ROOM_ACTIONS
from tests.server.client import API, Client, visiting
from tests.server.games.listening import live
from tests.serving import Server, serving

BODIES: dict[str, dict[str, Any]] = {
    "pair": {"x": 0, "o": 1},
    "begin-round": {"games": 0},
    "remove": {"member": 1},
    "readmit": {"member": 0},
    "rename": {"member": 1},
    "annul": {"game": 0},
    "admit": {"member": 0},
    "become-host": {"token": "x"},
}
READ = ("", "/boards", "/table", "/results", "/records", "/reviews")
STREAMS = ("/live-events", "/live-events?boards=true")
PAGES = ("/r/{}", "/r?code={}", "/r/{}/wall", "/r/{}/qr.svg")
OFFERS = ("undo", "draw", "resign", "rematch", "decline", "claim")
BUTTONS = ("rest", "unlock", "resume")  # of pages, besides the actions

# Of the doors of each kind; a restart can change who is out, but not what they are refused.
EVERY, FIRST, SECOND = slice(None), slice(1), slice(1, 2)


@dataclass
class Room:
    """A room whose first member has won a game against the second, and plays another one."""

    code: str
    games: list[Any]
    names: list[str]
    owner: Client
    ann: Client
    ben: Client

    def remove_ann(self) -> None:
        self.owner.post(f"rooms/{self.code}/remove", {"member": 0})

    def move_to(self, server: Server) -> None:
        """Go on at a server that was started again, on another port."""
        for client in (self.owner, self.ann, self.ben):
            client.http.base_url = httpx.URL(server.address)


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
    code = owner.open_room(board="4x4:3")["code"]
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


@pytest.fixture
def room(server: Server) -> Iterator[Room]:
    with ExitStack() as stack:
        yield opened(server, stack)


def check_refused(answer: httpx.Response, room: Room) -> None:
    assert answer.status_code == 403, (answer.request.url, answer.text)
    for name in room.names:
        assert name not in answer.text
    assert not any(game["id"] in answer.text for game in room.games)


def check_shut(who: Client, room: Room, doors: slice) -> None:
    """None of these doors of the room opens, and no action in it is taken."""
    for path in (*READ, *STREAMS)[doors]:
        check_refused(who.http.get(f"{API}/rooms/{room.code}{path}"), room)
    for path in PAGES[doors]:
        check_refused(who.http.get(path.format(room.code)), room)
    for action in tuple(ROOM_ACTIONS)[doors]:
        sent = BODIES.get(action, {})
        check_refused(who.http.post(f"{API}/rooms/{room.code}/{action}", json=sent), room)
    for button in (*ROOM_ACTIONS, *BUTTONS)[doors]:
        check_refused(who.http.post(f"/r/{room.code}/{button}", data=BODIES.get(button, {})), room)


def check_no_offers(who: Client, other: Client, room: Room) -> None:
    """Nothing can be done in the games that were played there, nor agreed to."""
    for old in room.games:
        game = who.get(f"games/{old['id']}")
        for action in OFFERS:
            who.act(game, action, 403)
        again = who.http.post(f"/g/{game['id']}/rematch", data={"version": game["version"]})
        assert again.status_code == 403
        assert who.get(f"games/{game['id']}")["version"] == game["version"]
        for action in ("rematch", "undo"):
            assert "removed the other" in other.act(game, action, 403)["detail"]


def check_open(who: Client, room: Room) -> None:
    assert who.get(f"rooms/{room.code}")["code"] == room.code
    assert who.http.get(f"/r/{room.code}/wall").status_code == 200


def check_all(server: Server, room: Room, doors: slice = EVERY) -> None:
    """The removed one is out, with their cookie anywhere and without it from where they came."""
    check_no_offers(room.ann, room.ben, room)
    check_shut(room.ann, room, doors)
    with (
        from_address(server, "192.0.2.99", like=room.ann) as elsewhere,
        from_address(server, "192.0.2.2") as fresh,
        from_address(server, "192.0.2.50") as stranger,
    ):
        check_shut(elsewhere, room, doors)
        fresh.begin()  # gets a cookie
        check_shut(fresh, room, doors)
        fresh.http.cookies.clear()
        check_shut(fresh, room, doors)
        check_open(stranger, room)
    check_open(room.ben, room)
    check_open(room.owner, room)


def test_a_removed_member_is_out_also_after_a_restart_until_readmitted(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with ExitStack() as stack:
        with serving(database) as server:
            room = opened(server, stack)
            room.remove_ann()
            check_all(server, room)
        with serving(database) as server:
            room.move_to(server)
            check_all(server, room, FIRST)
            room.owner.post(f"rooms/{room.code}/readmit", {"member": 0})
            assert room.ann.get(f"rooms/{room.code}")["you"]["state"] == "gone"
            with from_address(server, "192.0.2.2") as fresh:
                check_open(fresh, room)
            room.ann.post(f"rooms/{room.code}/join", {})
            room.ann.act(room.ann.get(f"games/{room.games[0]['id']}"), "rematch", 201)
        with serving(database) as server:  # of where a member came from it has only read
            room.move_to(server)
            check_open(room.ann, room)
            room.remove_ann()
            check_all(server, room, SECOND)


@pytest.mark.parametrize("is_agreed", [False, True])
def test_what_was_offered_before_is_agreed_to_no_more_and_a_game_that_went_on_ends(
    room: Room, *, is_agreed: bool
) -> None:
    offered = room.ann.act(room.games[0], "rematch", 201)
    if is_agreed:
        again = room.ben.act(offered, "rematch", 201)
        assert again["ending"] is None
    room.remove_ann()
    if is_agreed:
        assert room.ben.get(f"games/{again['id']}")["ending"]["termination"] == "abandoned"
    else:
        room.ben.act(offered, "rematch", 403)
        assert room.ben.act(offered, "decline")["offer"] is None


@pytest.mark.parametrize("wall", [False, True])
def test_the_open_connections_of_a_removed_member_end(room: Room, wall: bool) -> None:
    path = f"{API}/rooms/{room.code}/live-events"
    with room.ann.http.stream("GET", path, params={"boards": wall}) as answer:
        lines = answer.iter_lines()
        assert next(line for line in lines if '"room"' in line)
        room.remove_ann()
        assert len(list(lines)) < 20  # to the end, which comes


def test_at_an_open_board_a_removed_member_offers_nothing(server: Server, room: Room) -> None:
    game = room.games[0]["id"]
    with live(server.address, game, room.ann) as at_board:
        at_board.until(lambda message: message["type"] == "view")
        room.remove_ann()
        version = room.ben.get(f"games/{game}")["version"]
        for kind in ("rematch", "undo"):
            assert "removed you" in str(at_board.do(kind, version=version))
    assert room.ben.get(f"games/{game}")["offer"] is None
