"""Frames of WebSockets: in pieces, broken, in floods, and from those who are leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import psutil
import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol as WebSocket
from websockets.protocol import Side

from noughts.web.api.websocket_protocol import (
    MAX_FRAGMENTS,
    MAX_MESSAGE_SIZE,
    Connection,
    take_over,
)
from tests.serving import Server
from tests.web.attacks.site import serving, until_cut
from tests.web.client import NewVisitor
from tests.web.live.listening import live, sit_down

FRAMES = 100_000
MEGABYTE = 1_000_000
PING, EMPTY = Frame(Opcode.PING, b""), Frame(Opcode.CONT, b"", fin=False)
PONG, TEXT = Frame(Opcode.PONG, b""), Frame(Opcode.TEXT, b"x")
ASIDE = (Opcode.PING, Opcode.PONG)  # may come between the fragments of a message
HANDSHAKE = (
    b"GET %b HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
)


class End:
    """The server's end of a WebSocket, with all it needs: no network, and a time that stands still.

    It is the loop, the transport, and the listener, which admits so many frames.
    """

    def __init__(self, frames: int = FRAMES) -> None:
        self.now = 100.0
        self.later: list[tuple[float, Callable[[], None]]] = []
        self.written = b""
        self.state = "open"
        self.is_read = True
        self.frames = frames
        self.messages: list[str | bytes] = []
        self.has_left = False
        end: Any = self
        self.connection = Connection(end, end, set())
        self.connection.listen(self)

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        self.later.append((seconds, callback))

    def write(self, data: bytes) -> None:
        assert self.state == "open", "written to after its end"
        self.written += data

    def close(self) -> None:
        self.state = "closed"

    def abort(self) -> None:
        self.state = "cut"

    def is_closing(self) -> bool:
        return self.state != "open"

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def admits_frame(self) -> bool:
        self.frames -= 1
        if self.frames < 0:
            self.connection.close(1008)
        return self.frames >= 0

    def received(self, message: str | bytes) -> None:
        self.messages.append(message)

    def disconnected(self) -> None:
        self.has_left = True

    def receive(self, data: bytes) -> None:
        if not self.is_closing():
            self.connection.data_received(data)

    def sent(self, opcode: Opcode) -> list[bytes]:
        """The contents of the frames of a kind that were sent."""
        client = WebSocket(Side.CLIENT, max_size=None)
        client.receive_data(self.written)
        frames = [each for each in client.events_received() if isinstance(each, Frame)]
        return [bytes(each.data) for each in frames if each.opcode is opcode]

    def close_code(self) -> int | None:
        codes = [int.from_bytes(each[:2]) for each in self.sent(Opcode.CLOSE)]
        assert len(codes) <= 1, "closed twice"
        return codes[0] if codes else None


def masked(*frames: Frame) -> bytes:
    return b"".join(frame.serialize(mask=True) for frame in frames)


def random_message(random: Random) -> list[Frame]:
    """A message, in fragments now and then, with pings and pongs among them."""
    is_text = random.random() < 0.8
    size = random.choice([0, 3, 40, 125, 126, 300])
    data = "".join(random.choices("xé○𝄞", k=size // 2)).encode() if is_text else b"\xff" * size
    cuts = sorted(random.choices(range(len(data) + 1), k=random.choice([0, 0, 0, 1, 4])))
    starts, ends = [0, *cuts], [*cuts, len(data)]
    frames = []
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        opcode = (Opcode.TEXT if is_text else Opcode.BINARY) if not number else Opcode.CONT
        frames.append(Frame(opcode, data[start:end], fin=number == len(cuts)))
        if random.random() < 0.2:
            frames.append(Frame(random.choice(ASIDE), random.randbytes(4)))
    return frames


BROKEN: dict[str, tuple[bytes, int]] = {  # frames that no client may send, and the answer
    "not masked": (Frame(Opcode.TEXT, b"hi").serialize(mask=False), 1002),
    "reserved bit": (b"\xc1" + masked(TEXT)[1:], 1002),
    "reserved opcode": (b"\x83" + masked(TEXT)[1:], 1002),
    "the end of nothing": (masked(Frame(Opcode.CONT, b"hi")), 1002),
    "a ping in fragments": (b"\x09" + masked(PING)[1:], 1002),
    "no text": (masked(Frame(Opcode.TEXT, b"\xff")), 1007),
    "no text, and long": (masked(Frame(Opcode.TEXT, b"\xff" * 200)), 1007),
    "a new message in a message": (masked(Frame(Opcode.TEXT, b"a", fin=False), TEXT), 1002),
    "goodbye": (masked(Frame(Opcode.CLOSE, b"\x03\xe8")), 1000),
}


@pytest.mark.slow
def test_any_frames_are_understood_however_they_arrive() -> None:
    random, sent, ends = Random(31), 0, set()
    while sent < FRAMES:
        end, stream, code = End(), b"", None
        messages: list[str | bytes] = []
        pings: list[bytes] = []
        for _ in range(random.randint(1, 40)):
            frames = random_message(random)
            stream += masked(*frames)
            data = b"".join(bytes(each.data) for each in frames if each.opcode not in ASIDE)
            messages.append(data.decode() if frames[0].opcode is Opcode.TEXT else data)
            pings += [bytes(each.data) for each in frames if each.opcode is Opcode.PING]
            sent += len(frames)
        if random.random() < 0.5:
            broken, code = random.choice(list(BROKEN.values()))
            stream += broken + masked(TEXT)
        rest = stream
        while rest:
            size = random.choice([1, 2, 7, 60, 500, 5_000])
            end.receive(rest[:size])
            rest = rest[size:]
        found = end.messages, end.sent(Opcode.PONG), end.close_code()
        assert found == (messages, pings, code), stream
        ends.add(code)
    assert ends == {None, 1000, 1002, 1007}


@pytest.mark.parametrize("kind", BROKEN)
def test_who_sends_what_no_client_may_send_has_two_seconds_to_leave(kind: str) -> None:
    sent, code = BROKEN[kind]
    end = End()
    end.receive(sent)
    assert end.close_code() == code
    seconds, cut = end.later[-1]
    assert seconds == 2
    cut()
    assert end.state == "cut"


@pytest.mark.parametrize("size", [1, 7, 100_000])
@pytest.mark.parametrize("frame", [PING, PONG, TEXT, EMPTY], ids=["ping", "pong", "text", "part"])
def test_every_frame_costs_a_token(frame: Frame, size: int) -> None:
    end = End(frames=10)
    stream = masked(Frame(Opcode.TEXT, b"", fin=False)) if frame is EMPTY else b""
    stream += masked(frame) * 100_000
    received = 0
    for start in range(0, len(stream), size):
        end.receive(stream[start : start + size])
        received += size
        if not end.is_read:
            break
    assert end.close_code() == 1008
    assert not end.is_read
    assert end.frames == -1
    assert len(end.written) < 1_000
    assert received <= max(size, 3_000)


def test_a_message_has_so_many_fragments_and_bytes() -> None:
    first, last = Frame(Opcode.TEXT, b"a", fin=False), Frame(Opcode.CONT, b"z")
    more = Frame(Opcode.CONT, b"b", fin=False)
    end = End()
    end.receive(masked(first, *[more] * (MAX_FRAGMENTS - 2), last))
    assert end.messages == ["a" + "b" * (MAX_FRAGMENTS - 2) + "z"]
    end.receive(masked(first, *[more] * (MAX_FRAGMENTS - 1)))
    assert end.close_code() == 1009
    end = End()
    end.receive(masked(*[Frame(Opcode.TEXT, b"a" * MAX_MESSAGE_SIZE)] * 2))
    assert len(end.messages) == 2
    half = b"a" * (MAX_MESSAGE_SIZE // 2)
    end.receive(masked(Frame(Opcode.TEXT, half, fin=False), Frame(Opcode.CONT, half + b"a")))
    assert end.close_code() == 1009
    assert len(end.messages) == 2


def test_who_does_not_read_is_not_read() -> None:
    end = End()
    end.connection.pause_writing()
    assert not end.connection.send_text("news")
    assert not end.is_read
    end.connection.resume_writing()
    assert end.connection.send_text("news")
    assert end.is_read


def test_who_answers_no_ping_for_20_seconds_is_silent() -> None:
    end = End()
    assert end.connection.ping()
    end.now += 19
    assert end.connection.ping()
    end.receive(masked(PONG))
    end.now += 19
    assert end.connection.ping()
    end.now += 21
    assert not end.connection.ping()
    assert end.written == PING.serialize(mask=False) * 4


@pytest.mark.anyio
async def test_who_leaves_while_a_socket_opens_leaves_nothing_behind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The transport ends at any of the steps of a handshake."""
    left: dict[str, End] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        transport = scope["extensions"]["noughts.handshake"].transport
        listener = left[scope["path"]] = End()
        await receive()
        if scope["path"] == "/before":
            transport.abort()
        await send({"type": "websocket.accept"})
        if scope["path"] in ("/after", "/gone"):
            transport.abort()
        if scope["path"] == "/gone":
            await asyncio.sleep(0)
        take_over(scope).listen(listener)

    async with serving(app) as site:
        for path in ("/before", "/after", "/gone"):
            reader, writer = await site.open()
            writer.write(HANDSHAKE % path.encode())
            await until_cut(reader)
        while not all(listener.has_left for listener in left.values()):
            await asyncio.sleep(0)
    assert len(left) == 3
    assert not caplog.records


async def unanswering(_scope: Any, receive: Any, _send: Any) -> None:
    """An application that answers no handshake."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.mark.anyio
@pytest.mark.parametrize(
    "more",
    [b"X-Many: y\r\n" * 150, b"Cookie: %b\r\n" % (b"c" * 9_000), b"Content-Length: 3\r\n"],
    ids=["many headers", "a long one", "a body"],
)
async def test_a_handshake_that_the_library_refuses_is_answered(more: bytes) -> None:
    """It used to be held open for ever, and counted nowhere."""
    async with serving(unanswering) as site:
        reader, writer = await site.open()
        writer.write((HANDSHAKE % b"/")[:-2] + more + b"\r\n")
        assert (await until_cut(reader)).startswith(b"HTTP/1.1 400")
        await site.gone()


@pytest.mark.anyio
async def test_who_speaks_before_the_answer_is_cut_off() -> None:
    async with serving(unanswering) as site:
        reader, writer = await site.open()
        writer.write(HANDSHAKE % b"/")
        await writer.drain()
        await site.taken_over()
        writer.write(masked(TEXT))
        assert await until_cut(reader) == b""


@pytest.mark.parametrize("frame", [PING, PONG, EMPTY, TEXT], ids=["ping", "pong", "part", "text"])
def test_a_flood_of_frames_is_cut_off(
    server: Server, new_visitor: NewVisitor, frame: Frame
) -> None:
    friends = sit_down(new_visitor)
    first = masked(Frame(Opcode.TEXT, b"", fin=False)) if frame is EMPTY else b""
    flood = masked(frame) * 50_000
    with live(server.address, friends.id, friends.ann) as ann:
        before = psutil.Process(server.process.pid).memory_info().rss
        ann.socket.socket.sendall(first)
        sent = 0
        with suppress(OSError):
            while sent < 100 * MEGABYTE:
                ann.socket.socket.sendall(flood)
                sent += len(flood)
        assert sent < 30 * MEGABYTE  # the kernel takes some
        after = psutil.Process(server.process.pid).memory_info().rss
    assert after - before < 10 * MEGABYTE
    assert friends.now()["version"] == 2
