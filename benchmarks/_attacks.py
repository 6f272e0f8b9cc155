"""Attacks on connections: heads without end, floods of frames, and clients that do not read."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from struct import pack
from threading import Event, Thread
from time import monotonic, perf_counter, sleep

import httpx
import psutil
from websockets.frames import Frame, Opcode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the servers of the tests

from tests.server.client import visiting
from tests.server.games.listening import Friends, live, sit_down
from tests.serving import Server

FLAGS = ("--moves-per-minute=3000",)  # of the server attacked: what it has by default
MEGABYTE = 1_000_000
_GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
_UPGRADE = (
    "GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n{more}\r\n"
)
_LINGER_0 = pack("ii", 1, 0)  # closing resets the connection


def _masked(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


def _parts(server: Server) -> tuple[str, int]:
    url = httpx.URL(server.address)
    return url.host, url.port or 80


def _connect(server: Server) -> socket.socket:
    return socket.create_connection(_parts(server), timeout=60)


def _upgraded(server: Server, game: str, cookie: str = "") -> socket.socket:
    """Return a socket that follows a game, whose handshake is done."""
    opened = _connect(server)
    more = f"Cookie: {cookie}\r\n" if cookie else ""
    host, port = _parts(server)
    opened.sendall(_UPGRADE.format(game=game, host=f"{host}:{port}", more=more).encode())
    head = b""
    while b"\r\n\r\n" not in head:
        head += opened.recv(1)
    assert b" 101 " in head, head
    return opened


def _send(opened: socket.socket, data: bytes, size: int) -> int:
    """Send the same again and again, until `size` bytes went out or the server has enough."""
    sent = 0
    with suppress(OSError):
        while sent < size:
            opened.sendall(data)
            sent += len(data)
    return sent


@contextmanager
def _growth(server: Server, growths: list[float]) -> Iterator[None]:
    """Note by how many bytes at most the server grows meanwhile."""
    process = psutil.Process(server.process.pid)
    before, ended = process.memory_info().rss, Event()
    most = [before]

    def watch() -> None:
        while not ended.wait(0.01):
            most[0] = max(most[0], process.memory_info().rss)

    watching = Thread(target=watch)
    watching.start()
    yield
    ended.set()
    watching.join()
    growths.append(max(most[0], process.memory_info().rss) - before)


def _told(grown: float, sent: int, of: int) -> str:
    cut = f"cut after {sent / MEGABYTE:.1f} MB" if sent < of else "NOT CUT"
    return f"+{grown / MEGABYTE:.1f} MB, {cut}"


def _head(more: bytes, size: int = 60 * MEGABYTE, first: bytes = _GET) -> Callable[[Server], str]:
    """Send a head without end on one connection."""

    def measure(server: Server) -> str:
        grown: list[float] = []
        with _growth(server, grown), _connect(server) as opened:
            opened.sendall(first)
            sent = _send(opened, more, size)
        return _told(grown[0], sent, size)

    return measure


def many_headers(server: Server) -> str:
    """Send a request with 200,000 headers."""
    grown: list[float] = []
    answer = b""
    with _growth(server, grown), _connect(server) as opened, suppress(OSError):
        opened.sendall(_GET + b"A: b\r\n" * 200_000 + b"\r\n")
        answer = opened.recv(100)
    with _connect(server) as opened:  # few enough for the answer to be there before the end
        opened.sendall(_GET + b"A: b\r\n" * 201 + b"\r\n")
        answer = opened.recv(100)
    return f"+{grown[0] / MEGABYTE:.1f} MB, {answer.split()[1].decode()}"


def _frames(frame: bytes, size: int, first: bytes = b"") -> Callable[[Server], str]:
    """Send frames without end on one WebSocket, and read nothing."""

    def measure(server: Server) -> str:
        with _friends(server) as friends:
            grown: list[float] = []
            with _growth(server, grown), _upgraded(server, friends.id) as opened:
                opened.sendall(first)
                sent = _send(opened, frame * 10_000, size)
        return _told(grown[0], sent, size)

    return measure


@contextmanager
def _friends(server: Server) -> Iterator[Friends]:
    with ExitStack() as stack:
        yield sit_down(lambda: stack.enter_context(visiting(server.address)))


def flood_beside_moves(server: Server, seconds: float = 20.0) -> str:
    """Flood eight WebSockets in each way beside a game, and open them again when cut."""
    ended = Event()
    with ExitStack() as stack:
        friends = stack.enter_context(_friends(server))
        floods = [_masked(Opcode.PING), _masked(Opcode.PONG), _masked(Opcode.CONT, fin=False)]

        def flood(number: int) -> None:
            data = floods[number % 3] * 1_000
            while not ended.is_set():
                with suppress(OSError, AssertionError), _upgraded(server, friends.id) as opened:
                    opened.sendall(_masked(Opcode.TEXT, fin=False) if number % 3 == 2 else b"")
                    while not ended.wait(len(data) * 8 / (2 * MEGABYTE)):  # 2 MB/s in all
                        opened.sendall(data)

        threads = [Thread(target=flood, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        try:
            return _p99_of_moves(server, seconds)
        finally:
            ended.set()
            for thread in threads:
                thread.join()


def _p99_of_moves(server: Server, seconds: float) -> str:
    """Measure how long two others wait, meanwhile, until their moves are answered."""
    taken = []
    with _friends(server) as friends, ExitStack() as stack:
        ends = [
            stack.enter_context(live(server.address, friends.id, who))
            for who in (friends.ann, friends.ben)
        ]
        version, until, round_ = friends.now()["version"], monotonic() + seconds, 0
        while monotonic() < until:
            for number, square in enumerate((0, 3, 1, 4, 8, 5)):
                started = perf_counter()
                mover = ends[(number + round_) % 2]
                mover.do("play", square=square, version=version)
                version += 1
                taken.append(perf_counter() - started)
                sleep(0.02)
            for end in ends:
                version = int(_version(end.do("rematch", version=version)))
            round_ += 1
    return f"p99 {quantiles(taken, n=100)[98] * 1_000:.0f} ms of {len(taken)} moves"


def _version(message: dict[str, int]) -> int:
    game = message.get("game") or message
    return game["version"]  # type: ignore[index]


@contextmanager
def _short_of_descriptors(folder: Path) -> Iterator[tuple[httpx.URL, psutil.Process]]:
    """Yield a server that may have 256 file descriptors, as on macOS."""
    command = 'ulimit -n 256 && exec "$0" -m noughts serve --port=0 --database="$1"'
    with subprocess.Popen(
        ["sh", "-c", command, sys.executable, f"sqlite:///{folder / 'games.db'}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield httpx.URL(process.stdout.readline().split()[4]), psutil.Process(process.pid)
        process.terminate()


def slow_readers(_server: Server) -> str:
    """Let 400 read a byte a second, of a server that may have 256 descriptors."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        url, process = stack.enter_context(_short_of_descriptors(Path(folder)))
        match = re.search(r"/static/[^/]+/", httpx.get(url).text)
        assert match
        ask = f"GET {match.group()}icons/icon-512.png HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        checker = stack.enter_context(httpx.Client(transport=elsewhere, timeout=5))
        readers = [stack.enter_context(socket.socket()) for _ in range(400)]
        for reader in readers:
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            reader.connect((url.host, url.port))
            reader.sendall(ask * 17)  # 360 kB, and no more than may wait for an answer
            reader.setblocking(False)
        started, answered, asked, most, left = monotonic(), 0, 0, 0, 1
        while left > 0 and monotonic() < started + 50:
            for reader in readers:
                with suppress(OSError):
                    reader.recv(1)
            with suppress(httpx.HTTPError):
                asked += 1
                answered += checker.get(f"{url}healthz").is_success
            sleep(1)
            others = (connection.raddr for connection in process.net_connections("tcp"))
            left = sum(bool(other) and other.ip == "127.0.0.1" for other in others)
            most = max(most, left)
        waited = monotonic() - started
        return f"{most}, then {left} after {waited:.0f} s; {answered}/{asked} healthy"


def leaving(server: Server, count: int = 5_000) -> str:
    """Leave while a WebSocket opens, at every moment of it; how often the log has a traceback."""
    before = tracebacks(server)
    host, port = _parts(server)
    with _friends(server) as friends:
        head = _UPGRADE.format(game=friends.id, host=f"{host}:{port}", more="").encode()
        for number in range(count):
            with _connect(server) as opened:
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_0)
                opened.sendall(head)
                sleep(number % 100 * 1e-4)
        friends.now()  # what came before has been handled
    return f"{tracebacks(server) - before} tracebacks"


def tracebacks(server: Server) -> int:
    """Count the tracebacks in the log of a server."""
    arguments: list[str] = server.process.args  # type: ignore[assignment]
    database = next(argument for argument in arguments if argument.startswith("--database="))
    return Path(database.partition("///")[2]).with_suffix(".log").read_text().count("Traceback")


def closing(server: Server) -> str:
    """Measure how long a connection stays that has sent something other than text."""
    with _friends(server) as friends, _upgraded(server, friends.id) as opened:
        opened.sendall(_masked(Opcode.TEXT, b"\xff"))
        started = monotonic()
        with suppress(OSError):
            while opened.recv(65_536):
                pass
        return f"{monotonic() - started:.1f} s"


ATTACKS: tuple[tuple[str, str, Callable[[Server], str]], ...] = (
    ("60 MB of header lines", "10 MB", _head(b"X-Line: " + b"x" * 8_000 + b"\r\n")),
    ("one endless header", "10 MB", _head(b"x" * 65_536, first=_GET + b"X-Endless: ")),
    ("an endless path", "10 MB", _head(b"x" * 65_536, first=b"GET /")),
    ("200,000 headers, and 201", "10 MB, 431", many_headers),
    (
        "60 MB of requests on one connection",
        "10 MB",
        _head(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 1_000, first=b""),
    ),
    (
        "25 MB of empty fragments",
        "10 MB",
        _frames(
            _masked(Opcode.CONT, fin=False), 25 * MEGABYTE, first=_masked(Opcode.TEXT, fin=False)
        ),
    ),
    ("150 MB of pings", "10 MB", _frames(_masked(Opcode.PING, b"?" * 125), 150 * MEGABYTE)),
    ("2 MB/s of frames on 8 sockets, a game beside it", "250 ms", flood_beside_moves),
    ("400 readers of a byte a second, 256 descriptors", "0 after 30 s", slow_readers),
    ("no text in a text", "2 s", closing),
    ("leaving while a socket opens, 5,000 times", "0", leaving),
)
