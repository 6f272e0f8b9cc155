"""The stream of a game, for programs, and what pages without a WebSocket can rely on."""

from __future__ import annotations

import json
from contextlib import ExitStack

import httpx
import pytest

from tests.server.client import API, Client, NewVisitor, content
from tests.server.games.listening import (
    Friends,
    event_of,
    live,
    sit_down,
    streamed,
    without_presence,
)
from tests.server.games.replica import after_change
from tests.serving import Server

NOWHERE = "0" * 24


def test_a_stream_has_the_game_and_then_its_events(friends: Friends) -> None:
    with streamed(friends.ben, friends.id) as ben:
        assert ben.next()["type"] == "hello"
        view = ben.next()
        assert (view["type"], view["game"]) == ("view", without_presence(friends.now(friends.ben)))
        assert ben.next()["type"] == "presence"
        friends.play(4, 0)
        events = [ben.next_change(), ben.next_change()]
        assert [(each["type"], each["version"]) for each in events] == [("event", 3), ("event", 4)]
        assert [each["event"]["square"] for each in events] == [4, 0]
        friends.ann.act(friends.now(), "draw")
        offer = ben.next_change()["change"]["offer"]
        assert (offer["kind"], offer["side"]) == ("draw", "x")
        friends.ben.act(friends.now(), "draw")
        ending = ben.next_change()["change"]["ending"]
        assert (ending["termination"], ending["winner"]) == ("agreement", None)
        friends.ann.act(friends.now(), "rematch", status=201)
        assert ben.next_change()["change"]["offer"]["kind"] == "rematch"
        friends.ben.act(friends.now(), "rematch", status=201)
        rematch = ben.next_change()["game"]
        assert (rematch["seats"]["x"]["is_you"], rematch["round"]) == (True, 2)
        assert rematch["score"]["drawn"] == 1


def test_a_program_is_told_anew_who_plays_when_somebody_sits_down(new_visitor: NewVisitor) -> None:
    ann, ben = new_visitor(), new_visitor()
    id_ = ann.begin(opponent="friend", side="x", first="x")["id"]
    with streamed(ann, id_) as hers:
        hers.next()
        assert hers.next()["game"]["seats"]["o"]["is_free"]
        ben.post(f"games/{id_}/sit", {"name": "Ben"})
        sat, renamed = hers.next_change(), hers.next_change()  # one command
        assert (sat["event"]["type"], sat["command"]) == ("sat", renamed["command"])
        assert "game" not in sat
        assert renamed["game"]["seats"]["o"]["called"] == "Ben"
        assert renamed["words"]["o"]["announcement"].startswith("Ben takes")


# What X, then O, says in turn; the game is drawn, and has moves besides the first and the last.
PLAYED = [("play", square) for square in (4, 0, 8, 1)]
OFFERED = [("draw", None), ("decline", None), ("undo", None), ("play", 6), ("draw", None)]
WON = [("play", square) for square in (4, 0, 8, 1, 2, 5, 6)]


@pytest.mark.parametrize("clock", [None, {"per": "move", "seconds": 600}])
@pytest.mark.parametrize(
    ("board", "acts"),
    [("3x3:3", WON), ("3x3:3", [*PLAYED, *OFFERED]), ("7x5:4", [*PLAYED, *OFFERED])],
)
def test_a_game_is_the_same_change_by_change_and_as_a_whole(
    server: Server,
    new_visitor: NewVisitor,
    board: str,
    acts: list[tuple[str, int | None]],
    clock: object,
) -> None:
    friends = sit_down(new_visitor, board=board, clock=clock)
    people = [friends.ann, friends.ben, new_visitor()]
    with ExitStack() as stack:
        streams = [stack.enter_context(live(server.address, friends.id, who)) for who in people]
        programs = [
            stack.enter_context(live(server.address, friends.id, friends.ben, changes=False)),
            stack.enter_context(streamed(friends.ann, friends.id, changes=False)),
        ]
        views = [stream.until(lambda message: message["type"] == "view") for stream in streams]
        games, words = ([view[part] for view in views] for part in ("game", "words"))
        for version, (act, square) in enumerate(acts, 2):
            if square is None:
                friends.ann.act(friends.now(), act)
            else:
                friends.play(square)
            changes = [stream.next_change() for stream in streams]
            assert all(change["type"] == "event" for change in changes)
            for program in programs:
                known = program.until(lambda message: message["type"] == "event")
                assert known == event_of(changes[0])
            if clock is None and "change" not in changes[0] and "game" not in changes[0]:
                assert changes[0] == changes[1] == changes[2]
            games = list(map(after_change, games, changes, words))
            whole = [
                without_presence(who.get(f"games/{friends.id}", after=version)) for who in people
            ]
            for game in (*games, *whole):
                (game["clock"] or {}).pop("left", None)  # it runs
            assert games == whole


def test_a_stream_is_kept_nowhere_held_back_by_nothing_and_gives_nobody_a_cookie(
    server: Server, friends: Friends
) -> None:
    address = f"{API}/games/{friends.id}/stream"
    with (
        httpx.Client(base_url=server.address) as stranger,
        stranger.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert answer.headers["cache-control"] == "no-store"
        for header in ("content-encoding", "content-length", "set-cookie"):
            assert header not in answer.headers
        assert json.loads(next(answer.iter_lines()))


def test_the_events_of_a_room_are_as_browsers_read_them(visitor: Client) -> None:
    """Blocks with an empty line after each; only `data` and `retry`, whose JSON has one line."""
    code = visitor.open_room()["code"]
    with visitor.http.stream("GET", f"{API}/rooms/{code}/live-events") as answer:
        text = ""
        for part in answer.iter_text():
            text += part
            if '"hello"' in text and text.endswith("\n\n"):
                break
    retry, *events = text.removesuffix("\n\n").split("\n\n")
    assert retry.startswith("retry: ")
    assert retry.removeprefix("retry: ").isdigit()
    for event in events:
        name, _, data = event.partition(": ")
        assert name == "data"
        assert "\n" not in data
        assert json.loads(data)["type"] in ("hello", "change", "heartbeat")


def test_what_opens_no_stream_is_a_problem(friends: Friends, visitor: Client) -> None:
    problem = content(visitor.http.get(f"{API}/games/{NOWHERE}/stream"), 404)
    assert problem["detail"] == "There's no such game – it may have been deleted"
    content(visitor.http.get(f"{API}/games/x/stream"), 400)
    address = f"{API}/games/{friends.id}/stream"
    for header in ("Bearer short", f"Basic {'s' * 43}", "Bearer"):
        answer = visitor.http.get(address, headers={"Authorization": header})
        assert "Authorization: Bearer SECRET" in content(answer, 401)["detail"]


def test_what_a_page_asks_again_after_is_a_version(friends: Friends) -> None:
    for after in ("0", "-1", "x", "1.5"):
        answer = friends.ann.http.get(f"{API}/games/{friends.id}", params={"after": after})
        assert content(answer, 400)["detail"].startswith("after: "), after
