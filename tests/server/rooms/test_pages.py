"""The forms of a room without script: each does what the API does, or says what was wrong."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from noughts.server.rooms.commands import ROOM_ACTIONS
from noughts.server.rooms.views import Doing, MemberView, by_name
from tests.server.client import HTML, PATIENT, Client, NewVisitor


def send(visitor: Client, room: str, action: str, status: int = 303, **form: object) -> str:
    answer = visitor.http.post(f"/r/{room}/{action}", data=form)
    assert answer.status_code == status, answer.text
    if status == 303:
        assert answer.headers["location"] == f"/r/{room}"
    else:
        assert answer.headers["content-type"] == HTML
    return answer.text


@pytest.fixture
def guest_of(new_visitor: NewVisitor) -> Client:
    return new_visitor()


@pytest.fixture
def code(visitor: Client) -> str:
    """A room that the visitor has opened and joined."""
    form = {"board": "4x4:4", "way": "free", "clock": "game-180", **PATIENT}
    answer = visitor.http.post("/rooms", data=form)
    assert answer.status_code == 303
    code = answer.headers["location"].removeprefix("/r/")
    send(visitor, code, "join")
    return code


def room(visitor: Client, code: str) -> Any:
    return visitor.get(f"rooms/{code}")


def test_a_form_opens_a_room_and_looks_for_a_game_and_rests(visitor: Client, code: str) -> None:
    opened = room(visitor, code)
    assert (opened["board"], opened["way"]) == ("4x4:4", "free")
    assert opened["clock"] == {"per": "game", "seconds": 180}
    assert opened["you"]["is_owner"]
    for action, is_looking in (("look", True), ("rest", False)):
        send(visitor, code, action)
        assert room(visitor, code)["you"]["is_looking"] is is_looking


def test_the_owner_chooses_how_long_a_first_move_may_take(visitor: Client, code: str) -> None:
    forms: list[tuple[dict[str, Any], int, str]] = [
        ({}, 20, "20 seconds"),
        ({"first_move": "0"}, 0, "No limit"),
        ({"first_move": "45"}, 45, "45 seconds"),  # which the form does not offer
    ]
    for form, seconds, text in forms:
        send(visitor, code, "choose", board="3x3:3", way="free", **form)
        assert room(visitor, code)["first_move"] == seconds
        chosen = f'<option value="{seconds}" selected>{text}</option>'
        assert visitor.page(f"/r/{code}").count(chosen) == 1


def test_a_code_of_no_room_is_told_beside_its_field(visitor: Client) -> None:
    assert visitor.http.get("/join").status_code == 200
    for typed in ("417293", "KTRF7WX4", "x", "4" * 1_000):
        answer = visitor.http.get("/join", params={"code": typed})
        assert answer.status_code == 404, typed
        assert 'role="alert"' in answer.text
        assert 'name="code"' in answer.text


def test_the_owner_chooses_begins_a_round_and_closes(visitor: Client, guest_of: Client) -> None:
    code = visitor.open_room()["code"]
    for client in (visitor, guest_of):
        send(client, code, "join")
    send(visitor, code, "pair", x="0", o="1")
    assert len(room(visitor, code)["open"]) == 1
    send(visitor, code, "remove", member="1")
    assert not room(visitor, code)["open"]
    forms: list[tuple[dict[str, Any], Any]]
    forms = [({}, {"per": "move", "seconds": 60}), ({"clock": ""}, None)]
    for form, found in forms:
        send(visitor, code, "choose", board="3x3:3", way="round-robin", **form)
        assert room(visitor, code)["clock"] == found
    alone = send(visitor, code, "begin-round", 422, games="1")
    assert "a round robin is for 2 to 40 players" in alone.casefold()
    send(visitor, code, "close")
    assert room(visitor, code)["is_closed"]
    send(visitor, code, "leave")


@pytest.mark.parametrize(
    ("action", "form", "status", "said"),
    [
        ("dance", {}, 422, "There's no such button"), ("pair", {"x": "0"}, 422, "Choose who plays"),
        ("remove", {}, 422, "Choose a player"), ("readmit", {}, 422, "Choose a player"),
        ("rename", {}, 422, "Choose a player"), ("annul", {}, 422, "Choose a game"),
        ("begin-round", {}, 422, "A field is missing"),
        ("pair-all", {}, 422, "There aren't two players without a game"),
        ("pair", {"x": "0", "o": "200"}, 400, None), ("pair", {"x": "zero", "o": "1"}, 400, None),
        ("pair", {"x": ["0", "1"], "o": "1"}, 400, None), ("choose", {"board": "0x0:0"}, 400, None),
        ("look", {"is_looking": "perhaps"}, 400, None), ("choose", {"clock": "game-"}, 400, None),
        ("choose", {"clock": "game-1"}, 400, None),
        ("choose", {"first_move": "601"}, 400, None), ("choose", {"first_move": "-1"}, 400, None),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_wrong_with_a_form_is_said(
    visitor: Client, code: str, action: str, form: dict[str, Any], status: int, said: str | None
) -> None:
    before = room(visitor, code)
    text = send(visitor, code, action, status, **form)
    assert said is None or said.casefold() in unescape(text).casefold()
    assert room(visitor, code)["version"] == before["version"]


def test_people_are_listed_by_name_whatever_is_beside_the_letters() -> None:
    names = ["🦌 Deer", "Zoë", "🐻 Bear 2", "zara", "🐻 Bear", "Émile", "🐶 Dog", "मीना", "मधु"]
    members = [MemberView(0, name, False, Doing.HERE, "") for name in names]
    in_order = [each.name for each in by_name(members)]
    latin = ["🐻 Bear", "🐻 Bear 2", "🦌 Deer", "🐶 Dog", "Émile", "zara", "Zoë"]
    assert in_order == [*latin, "मधु", "मीना"]


def test_every_action_of_a_room_has_its_route(visitor: Client) -> None:
    paths = visitor.http.get("/api/openapi.json").json()["paths"]
    assert {f"/api/v1/rooms/{{code}}/{path}" for path in ROOM_ACTIONS} <= paths.keys()


def test_the_first_tournament_after_free_play_is_not_another(
    visitor: Client, guest_of: Client, code: str
) -> None:
    """And the page of somebody who may be typing a name is not loaded again."""
    pages = [client.http.get(f"/r/{code}").text for client in (visitor, guest_of)]
    assert ['http-equiv="refresh"' in page for page in pages] == [True, False]
    send(guest_of, code, "join")
    send(visitor, code, "pair-all")
    send(visitor, code, "choose", way="swiss")
    page = visitor.http.get(f"/r/{code}").text
    assert "Start the tournament" in page
    assert "Start another" not in page


def test_the_owner_locks_and_opens_the_door(visitor: Client, guest_of: Client, code: str) -> None:
    send(visitor, code, "lock")
    assert "The room is locked" in visitor.http.get(f"/r/{code}").text
    assert "ask the host" in unescape(guest_of.http.get(f"/r/{code}").text)
    assert "ask the host" in unescape(send(guest_of, code, "join", 403))
    send(visitor, code, "unlock")
    send(guest_of, code, "join")
    assert len(room(visitor, code)["members"]) == 2


def test_who_was_removed_is_led_back_to_the_room_whatever_they_pressed(
    visitor: Client, guest_of: Client, code: str
) -> None:
    send(guest_of, code, "join")
    send(visitor, code, "remove", member="1")
    for action in ("leave", "look", "join"):
        page = send(guest_of, code, action, 403)
        assert f'http-equiv="refresh" content="10; url=/r/{code}"' in page
    send(visitor, code, "readmit", member="1")
    assert "Come back" in guest_of.http.get(f"/r/{code}").text


def test_a_link_makes_a_device_host_once(
    visitor: Client, guest_of: Client, code: str, new_visitor: NewVisitor
) -> None:
    (token,) = re.findall(rf'/r/{code}/host#(\w+)"', send(visitor, code, "invite-host", 200))
    assert token not in visitor.http.get(f"/r/{code}").text + str(room(visitor, code))
    assert token not in guest_of.http.get(f"/r/{code}/host").text
    assert "used already" in send(guest_of, code, "become-host", 403, token="x")
    send(guest_of, code, "become-host", token=token)
    assert room(guest_of, code)["you"]["is_owner"]
    answer = visitor.post(f"rooms/{code}/invite-host", {})["you"]["host_token"]
    assert answer not in ("", token)
    phone, stranger = new_visitor(), new_visitor()  # who have no secret yet
    assert phone.post(f"rooms/{code}/become-host", {"token": answer})["you"]["is_owner"]
    assert not stranger.get(f"rooms/{code}")["you"]["is_owner"]


@pytest.fixture
def begun(visitor: Client, guest_of: Client) -> str:
    """The code of a room with a round robin of two."""
    code: str = visitor.open_room(way="round-robin")["code"]
    for client in (visitor, guest_of):
        send(client, code, "join")
    send(visitor, code, "begin-round", games="0")
    return code


def actions(visitor: Client, code: str) -> set[str]:
    """What the page of a room offers."""
    return set(re.findall(rf'action="/r/{code}/([a-z-]+)"', visitor.http.get(f"/r/{code}").text))


def test_what_is_over_is_not_to_be_paused_and_halves_are_written_as_such(
    visitor: Client, guest_of: Client, begun: str
) -> None:
    assert "pause" in actions(visitor, begun)
    game = room(visitor, begun)["open"][0]["id"]
    for square in (0, 4, 8, 1, 7, 6, 2, 5, 3):  # a draw
        seen = visitor.get(f"games/{game}")
        (visitor if seen["is_your_turn"] else guest_of).play(seen, square)
    assert "½</td>" in visitor.http.get(f"/r/{begun}").text
    assert "pause" not in actions(visitor, begun)


def test_a_closed_room_offers_nothing_that_it_would_refuse(visitor: Client, begun: str) -> None:
    offered = actions(visitor, begun)
    assert "end" in offered
    assert "begin-round" not in offered  # one slip would lose the table
    send(visitor, begun, "close")
    assert actions(visitor, begun) == {"leave"}
