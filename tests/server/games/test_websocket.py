"""The socket of a game: what it sends, what it accepts, and what it refuses."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from tests.server.client import NewVisitor
from tests.server.games.listening import (
    Friends,
    Live,
    command,
    event_of,
    live,
    sit_down,
    version_of,
    without_presence,
)
from tests.serving import Server

NOWHERE = "0" * 24
LARGEST = 1_024  # bytes of a message


@pytest.fixture
def ben(server: Server, friends: Friends) -> Iterator[Live]:
    with live(server.address, friends.id, friends.ben) as socket:
        socket.presence()
        yield socket


# What is sent.


def test_hello_is_followed_by_game_and_presence(server: Server, friends: Friends) -> None:
    friends.play(4, 0)
    with live(server.address, friends.id, friends.ann) as socket:
        hello, view, presence = (socket.next() for _ in range(3))
    assert hello == {"type": "hello", "heartbeat": 10.0}
    game = view["game"]
    assert (view["type"], game["version"], game["moves"]) == ("view", 4, ["b2", "a1"])
    assert game["start"] == ".../.../... x 3"
    assert (presence["type"], presence["x"]) == ("presence", "here")


def test_views_show_the_game_as_the_page_shows_it(server: Server, friends: Friends) -> None:
    for who in (friends.ann, friends.ben, None):
        with live(server.address, friends.id, who) as socket:
            assert socket.next()["type"] == "hello"
            view = socket.next()
        seats = view["game"]["seats"].values()
        assert any(seat["is_you"] for seat in seats) == (who is not None)
        assert who is None or view["game"] == without_presence(friends.now(who))


def test_asking_without_a_connection_tells_who_is_there(server: Server, friends: Friends) -> None:
    assert "presence" not in friends.now(friends.ann)
    with live(server.address, friends.id, friends.ben) as socket:
        socket.presence()
        assert friends.now(friends.ann)["presence"]["o"] == "here"


def test_both_hear_of_every_act_and_its_command(friends: Friends, ann: Live, ben: Live) -> None:
    acts: list[tuple[Live, str, dict[str, Any], dict[str, Any]]] = [
        (ann, "play", {"square": 4}, {"type": "played", "square": 4}),
        (ben, "play", {"square": 0}, {"type": "played", "square": 0}),
        (ben, "undo", {}, {"type": "offered", "kind": "undo", "side": "o"}),
        (ann, "undo", {}, {"type": "undone", "plies": 1}),
        (ann, "draw", {}, {"type": "offered", "kind": "draw", "side": "x"}),
        (ben, "decline", {}, {"type": "declined", "side": "o"}),
        (ben, "draw", {}, {"type": "offered", "kind": "draw", "side": "o"}),
        (ann, "draw", {}, {"type": "drawn"}),
        (ann, "rematch", {}, {"type": "offered", "kind": "rematch", "side": "x"}),
        (ben, "rematch", {}, {"type": "rematched"}),
        (ben, "resign", {}, {"type": "resigned", "side": "x"}),  # they have changed sides
    ]
    for version, (socket, kind, more, event) in enumerate(acts, 2):
        received = socket.do(kind, version=version, **more)
        assert received["version"] == version + 1
        assert {key: received["event"][key] for key in event} == event
        assert set(received["event"]) - set(event) == {"at"}
        other = ben if socket is ann else ann
        heard = other.next_change()
        for message in (heard, received):  # what it changes is worded for each
            assert ("change" in message or "game" in message) == (kind != "play")
        assert event_of(heard) == event_of(received)
    assert friends.now()["round"] == 2


def test_coming_back_tells_what_was_missed(server: Server, friends: Friends, ann: Live) -> None:
    friends.play(4, 0, 8)
    friends.ben.act(friends.now(), "draw")
    friends.ann.act(friends.now(), "resign")
    events = [event_of(ann.next_change()) for _ in range(5)]
    for known in range(1, 8):
        with live(server.address, friends.id, friends.ben, after=known) as socket:
            assert socket.next()["type"] == "hello"
            view, received = socket.next()["game"], []
            while (message := socket.next())["type"] == "event":
                received.append(message)
            assert message["type"] == "presence"
        assert [event["version"] for event in received] == list(range(known + 1, 8))
        assert [event for event in received if event["version"] > 2] == events[max(0, known - 2) :]
        assert view == without_presence(friends.ben.get(f"games/{friends.id}", after=known))
    for known in (8, 99, 10**30):  # a version to come
        with live(server.address, friends.id, friends.ann, after=known) as socket:
            types = [socket.next()["type"] for _ in range(3)]
            assert types == ["hello", "view", "presence"]


def test_a_command_that_is_sent_again_is_acknowledged_again_and_done_once(
    server: Server, friends: Friends
) -> None:
    name = command()
    sent = {"square": 4, "version": 2, "command": name}
    with live(server.address, friends.id, friends.ann) as socket:
        first = socket.do("play", **sent)
        again = socket.do("play", **sent)
    with live(server.address, friends.id, friends.ann) as socket:  # after a new line
        socket.presence()
        friends.ben.play(friends.now(), 0)
        later = socket.do("play", **sent)
    assert event_of(first) == event_of(again) == event_of(later)
    assert [version_of(received) for received in (first, again, later)] == [3, 3, 4]
    assert friends.now()["moves"] == ["b2", "a1"]


def test_no_command_is_taken_for_another_that_had_the_same_id(
    friends: Friends, ann: Live, ben: Live, new_visitor: NewVisitor
) -> None:
    assert ann.do("play", square=4, version=2, command="number-1")["version"] == 3
    received = ben.do("play", square=0, version=3, command="number-1")
    if received["type"] == "event":  # that of Ann's move
        received = ben.until(lambda received: received.get("command") == "number-1")
    assert (received["type"], received["status"]) == ("refused", 403)
    assert received["detail"] == "Another command had this id before – choose a new one"
    assert friends.now()["moves"] == ["b2"]
    assert ben.do("play", square=0, version=3)["version"] == 4
    sit = f"games/{friends.ann.begin(opponent='friend')['id']}/sit"
    for _ in range(2):
        assert friends.ben.post(sit, {"command": "number-1"})["seats"]["o"]["is_you"]
    assert "had this id" in new_visitor().post(sit, {"command": "number-1"}, 403)["detail"]


def test_nobody_learns_a_secret_or_a_key(server: Server, new_visitor: NewVisitor) -> None:
    friends = sit_down(new_visitor)
    onlooker = new_visitor()
    listening: list[Live] = []
    with ExitStack() as stack:
        for who in (friends.ann, friends.ben, onlooker):
            listening.append(stack.enter_context(live(server.address, friends.id, who)))
            listening.append(stack.enter_context(live(server.address, friends.id, who, after=1)))
        for socket in listening:
            socket.presence()
        friends.play(4, 0)
        friends.ann.act(friends.now(), "resign")
        friends.ben.act(friends.now(), "rematch", status=201)
        last = friends.ann.act(friends.now(), "rematch", status=201)["version"]
        for socket in listening:
            socket.until(lambda each: each.get("version") == last)
    text = json.dumps(
        [socket.messages for socket in listening] + [friends.now(), friends.now(onlooker)]
    )
    assert '"sat"' in text
    for who in (friends.ann, friends.ben):
        secret = who.http.cookies["noughts"]
        assert secret not in text
        assert hashlib.sha256(secret.encode()).hexdigest() not in text


# What is refused.


def test_a_refusal_tells_whoever_asked_why_and_nobody_else(
    friends: Friends, ann: Live, ben: Live
) -> None:
    for kind, more, status, detail in (
        ("play", {"square": 4, "version": 1}, 403, "It's not your turn"),
        ("play", {"square": 4, "version": 3}, 409, "The game has moved on – take another look"),
        ("undo", {"version": 2}, 422, "You have no move to undo"),
        ("rematch", {"version": 2}, 422, "The game isn't over yet"),
        ("decline", {"version": 2}, 422, "There's no offer to decline"),
        ("claim", {"version": 2}, 422, "Your opponent hasn't been away for long – wait a little"),
    ):
        name = command()
        assert ben.do(kind, **more, command=name) == {
            "type": "refused",
            "command": name,
            "status": status,
            "detail": detail,
            "game": friends.now(friends.ben) if status == 409 else None,
        }
    played = ann.do("play", square=4, version=2)
    assert ben.next_change() == played
    assert not [each for each in ann.messages if each["type"] == "refused"]
    taken = ben.do("play", square=4, version=3)
    assert (taken["status"], taken["detail"]) == (422, "b2 is already taken by X")


def test_a_stale_command_shows_the_game_as_it_is(server: Server, friends: Friends) -> None:
    with live(server.address, friends.id, friends.ann) as socket:
        friends.play(4, 0)
        received = socket.do("play", square=8, version=2)
    assert (received["status"], received["game"]) == (409, friends.now())


GARBAGE: list[str | bytes] = [
    *("", "{", "null", "[]", "[" * LARGEST, '"play"', "{}"),
    '{"type":"dance"}',
    '{"type":"play"}',
    '{"type":"play","square":"4","version":2}',
    '{"type":"play","square":4.5,"version":2}',
    '{"type":"play","square":4,"version":2,"side":"o"}',
    '{"type":"play","square":4,"version":1e999}',
    '{"type":"play","square":4,"version":2,"command":""}',
    '{"type":"undo","version":-1}',
    '{"type":"hello","heartbeat":0.1}',
    '{"type":"away","version":2}',
    '{"type":"event","version":3,"event":{"type":"played","square":4,"at":"now"}}',
    *(b"\xff\xfe", b'{"type":"draw\xff"}', b"\x00" * LARGEST),
]


def test_garbage_is_refused_and_what_follows_is_heard(friends: Friends, ann: Live) -> None:
    for sent in GARBAGE:
        ann.socket.send(sent)
        received = ann.next_change()
        kind = received["type"], received["command"], received["status"]
        assert kind == ("refused", None, 400), sent
        assert received["detail"].isprintable()
    assert ann.do("play", square=4, version=2)["version"] == 3
    assert friends.now()["moves"] == ["b2"]


def test_a_message_may_be_so_large_and_no_larger(ann: Live, ben: Live) -> None:
    name = command()
    sent = json.dumps({"type": "play", "square": 4, "version": 2, "command": name})
    ann.socket.send(sent + " " * (LARGEST - len(sent)))
    assert ann.next_change()["command"] == ben.next_change()["command"] == name
    ann.socket.send(sent + " " * (LARGEST + 1 - len(sent)))
    assert ann.closed()[0] == 1009
    assert ben.do("play", square=0, version=3)["version"] == 4  # it hurts nobody else


def test_frames_make_a_message_and_a_broken_one_closes_the_socket(ann: Live, ben: Live) -> None:
    """How frames are read, and which are broken, is in tests/server/attacks/test_frames.py."""
    message = b'{"type":"play","square":4,"version":2,"command":"in-parts"}'
    for frame in (
        Frame(Opcode.TEXT, message[:9], fin=False),
        Frame(Opcode.PING, b"there?"),
        Frame(Opcode.CONT, message[9:]),
    ):
        ann.socket.socket.sendall(frame.serialize(mask=True))
    assert ann.next_change()["command"] == ben.next_change()["command"] == "in-parts"
    ann.socket.socket.sendall(Frame(Opcode.TEXT, message).serialize(mask=False))
    assert ann.closed()[0] == 1002
    assert ben.presence(x="reconnecting")


def test_a_game_nobody_began_has_no_socket(server: Server) -> None:
    for name in (NOWHERE, "x", "%2e%2e", "%00"):
        with live(server.address, name) as socket:
            assert socket.closed() == (4404, "There's no such game – it may have been deleted")
            assert socket.messages == []


# Who it is.


def test_who_names_no_key_or_another_site_opens_no_socket(server: Server, friends: Friends) -> None:
    own = server.address.rstrip("/")
    keys = ["", "Bearer", "Bearer short", f"Basic {'s' * 43}", f"Bearer {'s' * 44}"]
    origins = ["https://example.org", "null", f"{own}.example.org", "http://["]
    for headers, statuses in (
        *(({"Authorization": key}, (401, 403)) for key in keys),
        *(({"Origin": origin}, (403,)) for origin in origins),
    ):
        with pytest.raises(InvalidStatus) as refusal:  # noqa: SIM117
            with live(server.address, friends.id, friends.ann, headers=headers):
                pass
        assert refusal.value.response.status_code in statuses, headers
    with live(server.address, friends.id, friends.ann, headers={"Origin": own}) as socket:
        assert socket.next()["type"] == "hello"
    for secret in ("", "x", "s" * 43):  # a cookie that is none of ours only watches
        with live(server.address, friends.id, headers={"Cookie": f"noughts={secret}"}) as socket:
            socket.next()
            seats = socket.next()["game"]["seats"].values()
            assert not any(seat["is_you"] for seat in seats)
