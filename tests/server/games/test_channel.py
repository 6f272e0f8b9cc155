"""Who is there, and what follows from it: claims, and offers that die with who made them.

The server of these tests beats fast, so that nothing has to be waited for long.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.client import Client, NewVisitor
from tests.server.games.listening import Friends, Live, live, sit_down, streamed
from tests.serving import Server, serving

HEARTBEAT = 0.2  # seconds; who is not back after 1.5 of them is away
FAIR = 0.3


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    flags = (f"--heartbeat-seconds={HEARTBEAT}", f"--fair-seconds={FAIR}")
    with serving(tmp_path_factory.mktemp("live") / "games.db", *flags) as running:
        yield running


@pytest.fixture
def ann(server: Server, friends: Friends) -> Iterator[Live]:
    with live(server.address, friends.id, friends.ann) as socket:
        yield socket


@pytest.mark.slow
def test_two_see_each_other_come_hide_and_go(server: Server, friends: Friends, ann: Live) -> None:
    ann.presence(x="here", o="away")
    with live(server.address, friends.id, friends.ben) as ben:
        assert ben.presence()["text"] == "Your opponent is here."
        assert ann.presence(x="here", o="here")["text"] == "Your opponent is here."
        ben.say("away")
        ann.presence(o="away")
        ben.say("here")
        ann.presence(o="here")
    assert ann.presence(o="reconnecting")["text"] == "Your opponent is reconnecting…"
    assert ann.presence(o="away")["text"] == "Your opponent is away."
    with live(server.address, friends.id, friends.ben):
        ann.presence(o="here")


@pytest.mark.slow
def test_who_stays_is_here_to_who_comes_however_they_came_and_went_before(
    server: Server, new_visitor: NewVisitor, friends: Friends
) -> None:
    # Another game beats the time: that of these two is left by both, one a moment after the other.
    elsewhere = new_visitor()
    game = elsewhere.begin()["id"]
    with live(server.address, game, elsewhere) as time:
        for who in (friends.ben, friends.ann):
            with live(server.address, friends.id, who):
                pass
            time.until(lambda received: received["type"] == "heartbeat")
        with live(server.address, friends.id, friends.ann):
            for _ in range(3):  # until nobody is expected back any more
                time.until(lambda received: received["type"] == "heartbeat")
            with live(server.address, friends.id, friends.ben) as ben:
                assert ben.presence()["x"] == "here"


def test_of_several_pages_of_one_person_one_shown_is_enough(
    server: Server, friends: Friends, ann: Live
) -> None:
    with live(server.address, friends.id, friends.ben) as first:
        ann.presence(o="here")
        with live(server.address, friends.id, friends.ben) as second:
            second.presence()
            first.say("away")
            second.say("away")
            ann.presence(o="away")
            second.say("here")
            ann.presence(o="here")
        assert ann.presence(o="away")  # the page that is left is hidden: nobody is awaited


def test_a_stream_makes_one_present_and_an_offer_dies_with_it(friends: Friends, ann: Live) -> None:
    with streamed(friends.ben, friends.id) as ben:
        ann.presence(o="here")
        ben.presence(x="here", o="here")
        friends.ben.act(friends.game, "draw")
        assert ann.until(lambda received: received["type"] == "event")["event"]["type"] == "offered"
    ann.presence(o="reconnecting")
    assert ann.next_change()["event"]["type"] == "declined"


def test_spectators_are_counted_and_told(server: Server, friends: Friends, ann: Live) -> None:
    ann.presence(spectators=0)
    with live(server.address, friends.id):
        received = ann.presence(spectators=1)
        assert received["text"] == "Your opponent is away. 1 person is watching."
        with live(server.address, friends.id) as other:
            assert ann.presence(spectators=2)["text"].endswith(" 2 people are watching.")
            # One besides the one who reads that.
            text = "You're watching. O is away. 1 person is watching."
            assert other.presence(spectators=1)["text"] == text
        ann.presence(spectators=1)
    ann.presence(spectators=0)


def test_taking_the_free_seat_ends_watching(server: Server, new_visitor: NewVisitor) -> None:
    ann, ben = new_visitor(), new_visitor()
    ben.begin()  # he has a cookie now
    id_ = ann.begin(opponent="friend", side="x", first="x")["id"]
    with live(server.address, id_, ann) as hers, live(server.address, id_, ben) as his:
        received = hers.presence(o="free", spectators=1)
        assert received["text"] == "Your link has been opened."
        assert his.presence(o="free", spectators=0)["text"] == "X is here."
        ben.post(f"games/{id_}/sit", {})
        assert his.until(lambda received: "game" in received)["game"]["seats"]["o"]["is_you"]
        for socket in (hers, his):
            received = socket.presence(x="here", o="here", spectators=0)
            assert received["text"] == "Your opponent is here."


def test_presence_takes_up_the_name_a_host_gives(server: Server, new_visitor: NewVisitor) -> None:
    host, ann, ben = (new_visitor() for _ in range(3))
    room = f"rooms/{host.open_room(naming='typed')['code']}"
    for visitor, name in ((ann, "Ann"), (ben, "Ben")):
        visitor.post(f"{room}/join", {"name": name})
    host.post(f"{room}/pair", {"x": 0, "o": 1})
    id_ = ann.get(room)["you"]["game"]
    with live(server.address, id_, ann) as socket, live(server.address, id_, ben):
        socket.presence(text="Ben is here.")
        host.post(f"{room}/rename", {"member": 1})
        view = socket.until(lambda received: "game" in received)
        name = view["game"]["seats"]["o"]["text"]
        assert name != "Ben"
        assert f"{name} takes" in view["words"]["o"]["announcement"]
        assert socket.presence()["text"] == f"{name} is here."
    game = host.begin(opponent="random", side="x")  # a computer is always there
    with live(server.address, game["id"], host) as socket:
        assert socket.presence(x="here", o="computer", claim_in=None)["text"] == ""


# A win by the other one's absence.


def claim(ann: Live, version: int) -> Any:
    """Claim, again and again, until it is granted."""
    while (received := ann.do("claim", version=version))["type"] == "refused":
        assert received["detail"] == "Your opponent hasn't been away for long – wait a little"
        ann.until(lambda received: received["type"] == "heartbeat")
    return received


def test_the_win_may_be_claimed_from_who_has_left_and_not_come_back(
    server: Server, friends: Friends, ann: Live
) -> None:
    friends.play(4)
    with live(server.address, friends.id, friends.ben):
        ann.presence(o="here", claim_in=None)
    ann.presence(o="away")
    with live(server.address, friends.id, friends.ben) as ben:  # back, and nothing is lost
        ann.presence(o="here", claim_in=None)
        assert ben.do("play", square=0, version=3)["version"] == 4
        ann.do("play", square=8, version=4)
    received = ann.until(
        lambda received: received["type"] == "presence" and received["claim_in"] is not None
    )
    assert 0 <= received["claim_in"] <= FAIR
    assert claim(ann, 5)["event"]["type"] == "claimed"
    ending = friends.now()["ending"]
    assert (ending["winner"], ending["termination"]) == ("x", "abandoned")


def test_the_win_may_be_claimed_from_a_page_that_stays_hidden(
    server: Server, friends: Friends, ann: Live
) -> None:
    friends.play(4)
    with live(server.address, friends.id, friends.ben) as ben:
        ann.presence(o="here")
        ben.say("away")
        assert claim(ann, 3)["event"]["side"] == "o"


@pytest.mark.slow
def test_no_win_is_claimed_from_who_is_here(server: Server, friends: Friends, ann: Live) -> None:
    friends.play(4)
    with live(server.address, friends.id, friends.ben) as ben:
        ann.presence(o="here", claim_in=None)
        for _ in range(4):  # longer than what is fair
            ben.until(lambda received: received["type"] == "heartbeat")
            assert ann.do("claim", version=3)["status"] == 422
    assert friends.now()["ending"] is None


@pytest.mark.slow
def test_who_agrees_to_a_rematch_without_a_line_was_there(friends: Friends, ann: Live) -> None:
    version = friends.play(0, 3, 1, 4, 2)["version"]
    for _ in range(4):  # longer than what is fair
        ann.until(lambda received: received["type"] == "heartbeat")
    ann.do("rematch", version=version)
    friends.ben.act(friends.now(), "rematch", 201)  # it is his move now
    ann.presence(x="here", o="here", claim_in=None)


# An offer is its author's, as long as they are there.


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["undo", "draw", "rematch"])
def test_an_offer_dies_when_its_author_leaves(
    server: Server, friends: Friends, ann: Live, kind: str
) -> None:
    friends.play(*((0, 3, 1, 4, 2) if kind == "rematch" else (4, 0)))
    with live(server.address, friends.id, friends.ben) as ben:
        version = friends.now()["version"]
        offered = ben.do(kind, version=version)
        assert offered["event"]["type"] == "offered"
    received = ann.until(lambda received: received.get("version", 0) > offered["version"])
    assert received["event"]["type"] == "declined"
    assert friends.now()["offer"] is None


def test_an_offer_stands_when_the_other_one_leaves_or_one_page_of_its_author_does(
    server: Server, friends: Friends, ann: Live
) -> None:
    with live(server.address, friends.id, friends.ben) as ben:
        assert ann.do("draw", version=2)["event"]["type"] == "offered"
        with live(server.address, friends.id, friends.ann) as again:
            again.presence()
        ben.presence()
    ann.presence(o="away")
    assert friends.now()["offer"]["kind"] == "draw"
    with live(server.address, friends.id, friends.ben) as ben:
        assert ben.do("draw", version=2)["event"]["type"] == "drawn"


def test_an_offer_left_when_nobody_else_watches_is_gone_for_who_comes_later(
    server: Server, friends: Friends
) -> None:
    with live(server.address, friends.id, friends.ben) as ben:
        ben.do("draw", version=2)
    with live(server.address, friends.id, friends.ann) as ann:
        received = ann.next_change() if ann.next()["type"] == "hello" else None
        assert received is not None
        if received["game"]["offer"] is not None:
            assert ann.next_change()["event"]["type"] == "declined"
    assert friends.now()["offer"] is None


# A clock that nobody looks at.


@pytest.mark.slow
def test_the_time_runs_out_while_both_only_wait(server: Server, new_visitor: NewVisitor) -> None:
    friends = sit_down(new_visitor, clock={"per": "game", "seconds": 5})
    with (
        live(server.address, friends.id, friends.ann) as ann,
        streamed(friends.ben, friends.id) as ben,
    ):
        received = ann.until(lambda received: received["type"] == "event")
        event = received["event"]
        assert (received["version"], event["type"], event["side"]) == (3, "ran-out", "x")
        ending = ben.until(lambda received: received["type"] == "event")["change"]["ending"]
        assert (ending["termination"], ending["winner"]) == ("time", "o")


def test_a_beat_tells_the_version(friends: Friends, ann: Live) -> None:
    assert ann.until(lambda received: received["type"] == "heartbeat")["version"] == 2
    friends.play(4)
    ann.until(lambda received: received["type"] == "event")
    assert ann.until(lambda received: received["type"] == "heartbeat")["version"] == 3


def test_who_comes_last_sees_what_is(server: Server, new_visitor: NewVisitor) -> None:
    """A table that was left by all is set anew, again and again."""
    friends = sit_down(new_visitor)
    owners: list[Client] = [friends.ann, friends.ben]
    for version, square in enumerate((4, 0, 8, 2, 1), 2):
        with live(server.address, friends.id, owners[version % 2]) as socket:
            socket.presence()
            assert socket.do("play", square=square, version=version)["version"] == version + 1
