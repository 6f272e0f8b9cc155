"""The forms of a room without script: each does what the API does, or says what was wrong."""

from __future__ import annotations

from typing import Any

import pytest

from noughts.web.services.room_actions import ROOM_ACTIONS
from tests.web.client import HTML, Client


def send(visitor: Client, room: str, action: str, status: int = 303, **form: object) -> str:
    answer = visitor.http.post(f"/r/{room}/{action}", data=form)
    assert answer.status_code == status, answer.text
    if status == 303:
        assert answer.headers["location"] == f"/r/{room}"
    else:
        assert answer.headers["content-type"] == HTML
    return answer.text


@pytest.fixture
def code(visitor: Client) -> str:
    """A room that the visitor has opened and joined."""
    form = {"board": "4x4:4", "way": "free", "clock": "game-180"}
    answer = visitor.http.post("/rooms", data=form)
    assert answer.status_code == 303
    code = answer.headers["location"].removeprefix("/r/")
    send(visitor, code, "join")
    return code


def room(visitor: Client, code: str) -> Any:
    return visitor.get(f"rooms/{code}")


def test_a_room_is_opened_with_what_the_form_chooses(visitor: Client, code: str) -> None:
    opened = room(visitor, code)
    assert (opened["board"], opened["way"]) == ("4x4:4", "free")
    assert opened["clock"] == {"per": "game", "seconds": 180}
    assert opened["you"]["is_owner"]


def test_somebody_looks_for_a_game_and_no_longer(visitor: Client, code: str) -> None:
    send(visitor, code, "look")
    assert room(visitor, code)["you"]["is_looking"]
    send(visitor, code, "rest")
    assert not room(visitor, code)["you"]["is_looking"]


def test_the_owner_chooses_begins_a_round_and_closes(visitor: Client, guest_of: Client) -> None:
    code = visitor.post("rooms", {}, 201)["code"]
    for client in (visitor, guest_of):
        send(client, code, "join")
    send(visitor, code, "pair", x="0", o="1")
    assert len(room(visitor, code)["open"]) == 1
    send(visitor, code, "remove", member="1")
    assert not room(visitor, code)["open"]
    send(visitor, code, "choose", board="3x3:3", way="round-robin", clock="")
    assert room(visitor, code)["clock"] is None
    alone = send(visitor, code, "round", 422, games="1")
    assert "a round-robin is for 2 to 40 people" in alone.casefold()
    send(visitor, code, "close")
    assert room(visitor, code)["is_closed"]
    send(visitor, code, "leave")


@pytest.fixture
def guest_of(new_visitor: Any) -> Client:
    visitor: Client = new_visitor()
    return visitor


@pytest.mark.parametrize(
    ("action", "form", "status", "said"),
    [
        ("dance", {}, 422, "there is no such button"),
        ("pair", {"x": "0"}, 422, "choose who is to play"),
        ("remove", {}, 422, "choose who is to go"),
        ("round", {}, 422, "the form lacks a field"),
        ("pair-all", {}, 422, "there are no two people without a game"),
        ("pair", {"x": "0", "o": "200"}, 400, None),
        ("pair", {"x": "zero", "o": "1"}, 400, None),
        ("pair", {"x": ["0", "1"], "o": "1"}, 400, None),
        ("look", {"is_looking": "perhaps"}, 400, None),
        ("choose", {"clock": "game-1"}, 400, None),
        ("choose", {"clock": "game-"}, 400, None),
        ("choose", {"board": "0x0:0"}, 400, None),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_form_is_said(
    visitor: Client, code: str, action: str, form: dict[str, Any], status: int, said: str | None
) -> None:
    before = room(visitor, code)
    text = send(visitor, code, action, status, **form)
    assert said is None or said in text.casefold()
    assert room(visitor, code)["version"] == before["version"]


def test_every_action_of_a_room_has_its_route(visitor: Client) -> None:
    paths = visitor.http.get("/api/openapi.json").json()["paths"]
    assert {f"/api/v1/rooms/{{code}}/{path}" for path in ROOM_ACTIONS} <= paths.keys()
