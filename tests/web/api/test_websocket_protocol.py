"""Sockets frame by frame: however messages are cut up, and whatever breaks."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tests.serving import Server, serving
from tests.web.client import visiting
from tests.web.live.listening import Friends, Live, live, sit_down

MANY = 15
PONG = Frame(Opcode.PONG, b"").serialize(mask=True)


def decline(name: str, blanks: int = 0) -> bytes:
    """A command that is refused, with blanks behind it."""
    return b'{"type":"decline","version":2,"command":"%b"}' % name.encode() + b" " * blanks


def text(message: bytes) -> bytes:
    return Frame(Opcode.TEXT, message).serialize(mask=True)


def in_parts(message: bytes) -> bytes:
    """A message in three frames, with a ping between them."""
    first, *rest = (
        Frame(Opcode.TEXT, message[:9], fin=False),
        Frame(Opcode.CONT, message[9:20], fin=False),
        Frame(Opcode.PING, b"there?"),
        Frame(Opcode.CONT, message[20:]),
    )
    return b"".join(frame.serialize(mask=True) for frame in (first, *rest))


ONE, TWO = decline("number-1"), decline("number-2")
STREAMS = {
    "two at once": text(ONE) + PONG + text(TWO),
    "short and long": text(ONE) + text(decline("number-2", 200)),
    "the longest that is short": text(ONE.ljust(125)) + text(TWO),
    "one byte more": text(ONE.ljust(126)) + text(TWO),
    "in parts": in_parts(ONE) + text(TWO),
    "as bytes": Frame(Opcode.BINARY, ONE).serialize(mask=True) + text(TWO),
}


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_messages_are_heard_however_they_are_cut_up(ann: Live, name: str, size: int) -> None:
    sent = STREAMS[name]
    for at in range(0, len(sent), size):
        ann.socket.socket.sendall(sent[at : at + size])
    assert [ann.next_change()["command"] for _ in range(2)] == ["number-1", "number-2"]
    assert ann.do("play", square=4, version=2)["version"] == 3


BROKEN = {
    "not masked": (Frame(Opcode.TEXT, ONE).serialize(mask=False), 1002),
    "compressed": (b"\xc1" + text(ONE)[1:], 1002),
    "the end of nothing": (Frame(Opcode.CONT, ONE).serialize(mask=True), 1002),
    "no text": (text(b'{"type":"\xff"}'), 1007),
    "no text, and long": (text(b"\xff" * 200), 1007),
    "too long": (text(ONE.ljust(2_000)), 1009),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_no_client_may_send_closes_the_socket(
    server: Server, friends: Friends, ann: Live, name: str
) -> None:
    sent, code = BROKEN[name]
    with live(server.address, friends.id, friends.ben) as ben:
        ben.presence(x="here")
        ann.socket.socket.sendall(sent)
        assert ann.closed()[0] == code
        assert ben.presence(x="reconnecting")


@pytest.mark.slow
def test_lines_that_break_all_at_once_hinder_no_other(tmp_path: Path) -> None:
    """Each that goes is told of to those that are gone too, but not yet known to be."""
    with serving(tmp_path / "games.db") as server, ExitStack() as stack:
        friends = sit_down(lambda: stack.enter_context(visiting(server.address)))
        ann = stack.enter_context(live(server.address, friends.id, friends.ann))
        others = [stack.enter_context(live(server.address, friends.id)) for _ in range(MANY)]
        ann.presence(spectators=MANY)
        for other in others:
            other.socket.socket.shutdown(socket.SHUT_RDWR)
        version = friends.now()["version"]
        assert ann.do("play", square=4, version=version)["event"]["square"] == 4
        ann.presence(spectators=0)
    assert "Traceback" not in (tmp_path / "games.log").read_text()
