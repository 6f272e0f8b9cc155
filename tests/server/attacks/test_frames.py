"""Frames of WebSockets: in pieces, broken, in floods, and from those who are leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import psutil
import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol as WebSocket
from websockets.protocol import Side
from wsproto.connection import Connection as Reference
from wsproto.connection import ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Message, Ping, Pong
from wsproto.utilities import RemoteProtocolError

from noughts.server.http.websocket import MAX_FRAGMENTS, MAX_MESSAGE_SIZE, Connection, take_over
from tests.server.attacks.site import serving, until_cut
from tests.server.client import NewVisitor
from tests.server.games.listening import live, sit_down
from tests.serving import Server

FRAMES = 100_000
MEGABYTE = 1_000_000
PING, EMPTY = Frame(Opcode.PING, b""), Frame(Opcode.CONT, b"", fin=False)
PONG, TEXT = Frame(Opcode.PONG, b""), Frame(Opcode.TEXT, b"x")
HANDSHAKE = (
    b"GET %b HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
)


@dataclass
class Loop:
    """An event loop whose time stands still."""

    now: float = 100.0
    later: list[tuple[float, Callable[[], None]]] = field(default_factory=list)

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        self.later.append((seconds, callback))


class Transport:
    """A transport that keeps what is written, and whether it was closed or cut."""

    def __init__(self) -> None:
        self.written = b""
        self.state = "open"
        self.is_read = True

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


class Listener:
    """Notes messages, and admits so many frames."""

    def __init__(self, frames: int) -> None:
        self.frames = frames
        self.messages: list[str | bytes] = []
        self.has_left = False
        self.refuse: Callable[[], None] = lambda: None

    def admits_frame(self) -> bool:
        self.frames -= 1
        if self.frames < 0:
            self.refuse()
        return self.frames >= 0

    def received(self, message: str | bytes) -> None:
        self.messages.append(message)

    def disconnected(self) -> None:
        self.has_left = True


class End:
    """The server's end of a WebSocket, without a network."""

    def __init__(self, frames: int = FRAMES) -> None:
        self.loop, self.transport, self.listener = Loop(), Transport(), Listener(frames)
        self.connection = Connection(self.transport, self.loop, set())  # type: ignore[arg-type]
        self.connection.listen(self.listener)
        self.listener.refuse = lambda: self.connection.close(1008)

    def receive(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.connection.data_received(data)

    def sent(self) -> list[Frame]:
        """The frames that were sent."""
        client = WebSocket(Side.CLIENT, max_size=None)
        client.receive_data(self.transport.written)
        return [event for event in client.events_received() if isinstance(event, Frame)]

    def close_code(self) -> int | None:
        codes = [
            int.from_bytes(each.data[:2]) for each in self.sent() if each.opcode is Opcode.CLOSE
        ]
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
            frames.append(Frame(random.choice([Opcode.PING, Opcode.PONG]), random.randbytes(4)))
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


@dataclass
class Understood:
    """What was understood of a stream: messages, answers to pings, and the code of the end."""

    messages: list[str | bytes]
    pongs: list[bytes]
    code: int | None


def by_us(stream: bytes, random: Random) -> Understood:
    """What we understand of a stream that arrives in random pieces."""
    end = End()
    while stream:
        size = random.choice([1, 2, 7, 60, 500, 5_000])
        end.receive(stream[:size])
        stream = stream[size:]
    pongs = [bytes(frame.data) for frame in end.sent() if frame.opcode is Opcode.PONG]
    return Understood(end.listener.messages, pongs, end.close_code())


def by_reference(stream: bytes) -> Understood:
    """What wsproto understands of a stream."""
    found = Understood([], [], None)
    reference = Reference(ConnectionType.SERVER)
    parts: list[Any] = []
    reference.receive_data(stream)
    try:
        for event in reference.events():
            match event:
                case Message():
                    parts.append(event.data)
                    if event.message_finished:
                        joined: Any = b"" if isinstance(event, BytesMessage) else ""
                        found.messages.append(joined.join(parts))
                        parts = []
                case Ping():
                    found.pongs.append(bytes(event.payload))
                case CloseConnection():
                    found.code = event.code
                case Pong():
                    pass
    except RemoteProtocolError as error:
        assert isinstance(error.event_hint, CloseConnection)
        found.code = error.event_hint.code
    return found


@pytest.mark.slow
def test_any_frames_are_understood_as_by_another_library() -> None:
    random, sent, ends = Random(31), 0, set()
    while sent < FRAMES:
        frames = [frame for _ in range(random.randint(1, 40)) for frame in random_message(random)]
        stream, code = masked(*frames), None
        if random.random() < 0.5:
            broken, code = random.choice(list(BROKEN.values()))
            stream += broken + masked(TEXT)
        ours, theirs = by_us(stream, random), by_reference(stream)
        assert ours == theirs, stream
        assert ours.code == code, stream
        ends.add(code)
        sent += len(frames)
    assert ends == {None, 1000, 1002, 1007}


def test_who_sends_what_no_client_may_send_has_two_seconds_to_leave() -> None:
    for kind, (sent, code) in BROKEN.items():
        end = End()
        end.receive(sent)
        assert end.close_code() == code, kind
        seconds, cut = end.loop.later[-1]
        assert seconds == 2, kind
        cut()
        assert end.transport.state == "cut", kind


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
        if not end.transport.is_read:
            break
    assert end.close_code() == 1008
    assert not end.transport.is_read
    assert end.listener.frames == -1
    assert len(end.transport.written) < 1_000
    assert received <= max(size, 3_000)


def test_a_message_has_so_many_fragments_and_bytes() -> None:
    first, last = Frame(Opcode.TEXT, b"a", fin=False), Frame(Opcode.CONT, b"z")
    more = Frame(Opcode.CONT, b"b", fin=False)
    end = End()
    end.receive(masked(first, *[more] * (MAX_FRAGMENTS - 2), last))
    assert end.listener.messages == ["a" + "b" * (MAX_FRAGMENTS - 2) + "z"]
    end.receive(masked(first, *[more] * (MAX_FRAGMENTS - 1)))
    assert end.close_code() == 1009
    end = End()
    end.receive(masked(*[Frame(Opcode.TEXT, b"a" * MAX_MESSAGE_SIZE)] * 2))
    assert len(end.listener.messages) == 2
    half = b"a" * (MAX_MESSAGE_SIZE // 2)
    end.receive(masked(Frame(Opcode.TEXT, half, fin=False), Frame(Opcode.CONT, half + b"a")))
    assert end.close_code() == 1009
    assert len(end.listener.messages) == 2


def test_who_does_not_read_is_not_read_and_texts_are_framed_at_any_length() -> None:
    end = End()
    end.connection.pause_writing()
    assert not end.connection.send_text("news")
    assert not end.transport.is_read
    end.connection.resume_writing()
    assert end.connection.send_text("news")
    assert end.transport.is_read
    for size in (0, 125, 126, 65_535, 65_536):
        end = End()
        end.connection.send_text("a" * size)
        assert end.transport.written == Frame(Opcode.TEXT, b"a" * size).serialize(mask=False), size


def test_who_answers_no_ping_for_20_seconds_is_silent() -> None:
    end = End()
    assert end.connection.ping()
    end.loop.now += 19
    assert end.connection.ping()
    end.receive(masked(PONG))
    end.loop.now += 19
    assert end.connection.ping()
    end.loop.now += 21
    assert not end.connection.ping()
    assert end.transport.written == PING.serialize(mask=False) * 4


def test_leaving_as_a_socket_opens_leaves_nothing_behind(caplog: pytest.LogCaptureFixture) -> None:
    """The transport ends at any of the steps of a handshake."""
    left: dict[str, Listener] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        transport = scope["extensions"]["noughts.handshake"].transport
        listener = left[scope["path"]] = Listener(0)
        await receive()
        if scope["path"] == "/before":
            transport.abort()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/after":
            transport.abort()
        if scope["path"] == "/gone":
            transport.abort()
            await asyncio.sleep(0)
        take_over(scope).listen(listener)

    async def action() -> None:
        async with serving(app) as site:
            for path in ("/before", "/after", "/gone"):
                reader, writer = await site.open()
                writer.write(HANDSHAKE % path.encode())
                await until_cut(reader)
            while not all(listener.has_left for listener in left.values()):
                await asyncio.sleep(0)

    asyncio.run(action())
    assert len(left) == 3
    assert not caplog.records


@pytest.mark.parametrize(
    "more",
    [b"X-Many: y\r\n" * 150, b"Cookie: %b\r\n" % (b"c" * 9_000), b"Content-Length: 3\r\n"],
    ids=["many headers", "a long one", "a body"],
)
def test_a_handshake_that_the_library_refuses_is_answered(more: bytes) -> None:
    """It used to be held open for ever, and counted nowhere."""

    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001
        raise AssertionError

    async def action() -> None:
        async with serving(app) as site:
            reader, writer = await site.open()
            writer.write((HANDSHAKE % b"/")[:-2] + more + b"\r\n")
            assert (await until_cut(reader)).startswith(b"HTTP/1.1 400")
            await site.gone()

    asyncio.run(action())


def test_who_speaks_before_the_answer_is_cut_off() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def action() -> None:
        async with serving(app) as site:
            reader, writer = await site.open()
            writer.write(HANDSHAKE % b"/")
            await writer.drain()
            await site.taken_over()
            writer.write(masked(TEXT))
            assert await until_cut(reader) == b""

    asyncio.run(action())


def test_a_flood_of_frames_is_cut_off(server: Server, new_visitor: NewVisitor) -> None:
    friends = sit_down(new_visitor)
    flood = masked(PING, TEXT) * 25_000
    with live(server.address, friends.id, friends.ann) as ann:
        before = psutil.Process(server.process.pid).memory_info().rss
        sent = 0
        with suppress(OSError):
            while sent < 100 * MEGABYTE:
                ann.socket.socket.sendall(flood)
                sent += len(flood)
        assert sent < 30 * MEGABYTE  # the kernel takes some
        after = psutil.Process(server.process.pid).memory_info().rss
    assert after - before < 10 * MEGABYTE
    assert friends.now()["version"] == 2
