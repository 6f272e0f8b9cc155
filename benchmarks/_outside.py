"""What was found by attacking a server from outside, measured again: each with what it may be.

Every figure is measured at real servers on loopback, with the limits that they have by default. An
address is what `X-Forwarded-For` says, as a proxy on the same machine would send it.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b, sha256
from itertools import count, cycle
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import monotonic, perf_counter, sleep
from typing import TextIO

import httpx
import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the servers of the tests

from noughts.server.settings import Settings
from tests.databases import empty_database, new_database, postgresql
from tests.server.attacks.big_boards import big_position
from tests.server.client import API, Client, visiting
from tests.server.games.listening import Friends, sit_down
from tests.serving import Server, serving

_ROOT = Path(__file__).resolve().parent.parent
_OLD = "fe547d90"  # the last commit before events were renamed
_LIMITS = ("games_per_minute", "moves_per_minute", "questions_per_minute", "codes_per_hour")
_USUAL = [f"--{name.replace('_', '-')}={getattr(Settings(), name)}" for name in _LIMITS]
_ATTACKER, _OTHER = "192.0.2.66", "192.0.2.1"
_BIG = "26x26:6"
_POSITIONS = 250  # that are all different: more than an address may ask about in a minute
_NOWHERE = "KTRF7WX4"  # no room has such a code any more
_LONGEST_END = 20.0  # seconds


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, and what it may be at most."""

    what: str
    measured: float
    most: float
    unit: str = ""

    @property
    def is_reached(self) -> bool:
        return self.measured <= self.most


def rolling(folder: Path) -> Iterator[Figure]:
    """Begin games at an old node once a new one is there, and read them at the new one."""
    archive = subprocess.run(
        ["git", "archive", _OLD, "src"], cwd=_ROOT, capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    with ExitStack() as stack:
        database = empty_database(stack.enter_context(postgresql()))
        log = stack.enter_context((folder / "old.log").open("w"))
        old, _ = stack.enter_context(_started(database, log, PYTHONPATH=str(folder / "src")))
        new = stack.enter_context(serving(folder / "new.db", f"--database={database}")).address
        games = [sit_down(lambda: stack.enter_context(visiting(old))).id for _ in range(6)]
        unread = sum(httpx.get(f"{new}{API[1:]}/games/{id_}").is_error for id_ in games)
    yield Figure("1  of 6 games that an old node begins, unreadable", unread, 0)


def pictures(folder: Path) -> Iterator[Figure]:
    """Ask for pictures of the largest boards on eight lines, beside a game."""
    paths = [f"/a/{big_position(seed).url}/picture.png" for seed in range(_POSITIONS)]
    with (
        serving(folder / "pictures.db", *_USUAL) as server,
        _friends(server) as friends,
        _lines(server, 8, paths),
    ):
        moves, health = _waits(friends, server)
    yield Figure("2  beside 8 lines for pictures: a move over HTTP", moves, 50, "ms")
    yield Figure("   a health check", health, 30, "ms")


def lists(folder: Path) -> Iterator[Figure]:
    """Ask for a list of a hundred of the largest boards on four lines, beside a game."""
    with (
        serving(folder / "lists.db", *_USUAL) as server,
        _friends(server) as friends,
        _from(server, _ATTACKER) as owner,
    ):
        _begin_large(owner, 100)
        process = psutil.Process(server.process.pid)
        before = sum(process.cpu_times()[:2])
        sizes = [len(owner.http.get("/games").raise_for_status().content) for _ in range(20)]
        spent = (sum(process.cpu_times()[:2]) - before) / len(sizes)
        with _lines(server, 4, ["/games"], owner):
            moves, _health = _waits(friends, server)
    yield Figure("3  /games with 100 boards of 26x26", max(sizes) / 1_000, 250, "kB")
    yield Figure("   its processor time", spent * 1_000, 10, "ms")
    yield Figure("   beside 4 lines for it: a move over HTTP", moves, 50, "ms")


def logs(folder: Path) -> Iterator[Figure]:
    """Ask for what is not there while nobody reads the log, or its disk is full."""
    with _started(f"sqlite:///{folder}/pipe.db", subprocess.PIPE) as (address, process):
        missing = _unanswered(address, 2_000)
        started = monotonic()
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LONGEST_END)
        ended = monotonic() - started
    yield Figure("4  of 2,000 requests while nobody reads the log, unanswered", missing, 0)
    yield Figure("   the end after SIGTERM", ended, 7, "s")
    with (
        Path("/dev/full").open("w") as full,
        _started(f"sqlite:///{folder}/full.db", full) as (address, _),
    ):
        wrong = sum(httpx.get(f"{address}nowhere").status_code != 404 for _ in range(50))
    yield Figure("   of 50 requests with a full disk, not 404", wrong, 0)
    with serving(folder / "missing.db", "--moves-per-minute=10") as server:
        told = sum(httpx.get(f"{server.address}n{n}").status_code == 404 for n in range(100))
    yield Figure("   of 100 such requests with a limit of 40 a minute, not refused", told, 60)


def codes(folder: Path) -> Iterator[Figure]:
    """Try wrong codes at once; within an hour as many come back as are allowed at once."""
    networks = [f"2001:db8:1:{number:x}::1" for number in range(500)]
    cities = [f"198.51.{number // 250}.{number % 250}" for number in range(500)]
    with serving(folder / "network.db", *_USUAL) as server:
        tried = asyncio.run(_tried(server, networks))
    yield Figure("5  of 500 codes from one /48, tried", tried, 350)
    with serving(folder / "cities.db", *_USUAL) as server:
        tried = asyncio.run(_tried(server, cities))
    yield Figure("   of 500 codes from 500 addresses, tried", tried, 350)


def chosen_codes(folder: Path) -> Iterator[Figure]:
    """Open rooms with codes chosen before: a visitor's secret and command once made the code."""
    with serving(folder / "chosen.db", *_USUAL) as server, _from(server, _OTHER) as owner:
        code = owner.open_room()["code"]
        beside = {
            f"{code[:at]}{digit}{code[at + 1 :]}"
            for at, own in enumerate(code)
            for digit in "0123456789".replace(own, "")
        }
        started = monotonic()
        chosen = _opened(server, {"417293"}, 10.0)
        taken = monotonic() - started
        neighbours = _opened(server, beside, 5.0)
    yield Figure(f"6  of 1 chosen code, had (after {taken:.1f} s)", chosen, 0)
    yield Figure("   of the 54 codes a digit beside a room's, had", neighbours, 0)


def workers(folder: Path) -> Iterator[Figure]:
    """Kill five processes of a server, each when another has taken the place of the last."""
    with postgresql() as url:
        flags = (f"--database={new_database(url)}", "--workers=2")
        with serving(folder / "workers.db", *flags) as server:
            for _ in range(5):
                sleep(3)  # it has started, and serves
                for first in _processes(server)[:1]:
                    first.kill()
            sleep(5)
            has_ended = server.process.poll() is not None
    yield Figure("7  servers that end after five deaths of their processes", has_ended, 0)


def hints(folder: Path) -> Iterator[Figure]:
    """Ask for hints beside seventy lines for dear analyses."""
    paths = [f"{API}/positions/{big_position(seed).url}" for seed in range(_POSITIONS)]
    with (
        serving(folder / "hints.db", "--think-seconds=0.1") as server,
        _lines(server, 70, paths),
        _from(server, _OTHER) as other,
    ):
        path = f"{API}/games/{other.begin(opponent=None)['id']}/hint"
        sleep(2)  # until all lines ask
        until, left = monotonic() + 150, 41
        for _ in range(41):
            left -= monotonic() < until and other.http.get(path).is_success
    yield Figure("   of 41 hints beside 70 lines for analyses, unanswered", left, 0)


def small(folder: Path) -> Iterator[Figure]:
    """Yield everything else that was found."""
    with (
        serving(folder / "small.db", *_USUAL, "--codes-per-hour=1") as server,
        _from(server, _OTHER) as visitor,
    ):
        trailers = _trailers(server)
        game = visitor.begin()["id"]
        allowed = visitor.http.delete(f"{API}/games/{game}/live").headers["allow"]
        paths = visitor.http.get("/api/openapi.json").json()["paths"]
        (position,) = paths[f"{API}/positions/{{position}}"]["get"]["parameters"]
        visitor.http.cookies.clear()
        secure = {"X-Forwarded-Proto": "https"}
        cookie = visitor.http.post(f"{API}/games", json={}, headers=secure).headers["set-cookie"]
    yield Figure("8  of 10 trailers, taken for an address", trailers, 0)
    yield Figure("   of 1 game, deleted by a clock ten years ahead", _deleted(folder), 0)
    yield Figure("   of 1 request at SIGHUP, dropped", _dropped(folder), 0)
    yield Figure("   of 1 cookie over HTTPS, without __Host-", not cookie.startswith("__Host-"), 0)
    yield Figure("   of 1 Allow, no method", not allowed.isupper(), 0)
    yield Figure("   the longest position as described", position["schema"]["maxLength"], 710)


ROWS: tuple[Callable[[Path], Iterator[Figure]], ...] = (
    *(rolling, pictures, lists, logs, codes, chosen_codes, workers, hints, small),
)


@contextmanager
def _from(server: Server, address: str) -> Iterator[Client]:
    with visiting(server.address) as client:
        client.http.headers["X-Forwarded-For"] = address
        yield client


@contextmanager
def _friends(server: Server) -> Iterator[Friends]:
    with ExitStack() as stack:
        yield sit_down(lambda: stack.enter_context(_from(server, _OTHER)), board=_BIG)


def _begin_large(owner: Client, number: int) -> None:
    """Begin `number` games on a large board with 300 marks, which is that of a game that ended."""
    game = owner.begin(board="26x26:26", opponent=None)
    for square in range(300):
        game = owner.play(game, square)
    owner.act(game, "resign")
    for host in range(number):
        owner.http.headers["X-Forwarded-For"] = f"198.51.100.{host}"
        owner.http.post(f"/g/{game['id']}/try", data={"ply": "300"})
    owner.http.headers["X-Forwarded-For"] = _ATTACKER


@contextmanager
def _lines(
    server: Server, number: int, paths: Sequence[str], known: Client | None = None
) -> Iterator[None]:
    """Ask for one after the other, on `lines` lines from one address, until the block ends."""
    ended, asked = Event(), cycle(paths)

    def ask() -> None:
        with _from(server, _ATTACKER) as attacker:
            if known is not None:
                attacker.http.cookies = known.http.cookies
            while not ended.is_set():
                if attacker.http.get(next(asked)).is_error:  # by a limit
                    ended.wait(0.1)

    threads = [Thread(target=ask) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def _waits(friends: Friends, server: Server, seconds: float = 8.0) -> tuple[float, float]:
    """Return the median milliseconds of a move over HTTP, and of a health check."""
    moves, checks = [], []
    game, until = friends.now(), monotonic() + seconds
    with _from(server, _OTHER) as checking:
        for number, square in enumerate(range(0, 676, 2)):  # so that no line is won
            if monotonic() > until:
                break
            started = perf_counter()
            game = (friends.ben if number % 2 else friends.ann).play(game, square)
            moves.append(perf_counter() - started)
            started = perf_counter()
            checking.http.get("/healthz").raise_for_status()
            checks.append(perf_counter() - started)
            sleep(0.02)
    return median(moves) * 1_000, median(checks) * 1_000


@contextmanager
def _started(
    database: str, log: int | TextIO, **environment: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Yield a server that logs there, and is killed in the end; its address and its process."""
    with subprocess.Popen(
        [sys.executable, "-m", "noughts", "serve", "--port=0", f"--database={database}"],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[4], process
        finally:
            process.kill()


def _unanswered(address: str, count: int) -> int:
    """Ask for what is not there; returns how many are left when no answer comes."""
    with httpx.Client(base_url=address, timeout=5) as client:
        for number in range(count):
            try:
                client.get("/nowhere")
            except httpx.TransportError:
                return count - number
    return 0


async def _tried(server: Server, addresses: Iterable[str]) -> int:
    """Return how many of the addresses are told that a code is wrong; the others are refused."""
    at_once = asyncio.Semaphore(50)  # a refusal takes half a second
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:

        async def ask(address: str) -> bool:
            headers = {"X-Forwarded-For": address}
            async with at_once:
                answer = await client.get(f"{API}/rooms/{_NOWHERE}", headers=headers)
            return answer.status_code == httpx.codes.NOT_FOUND

        return sum(await asyncio.gather(*map(ask, addresses)))


def _opened(server: Server, wanted: set[str], seconds: float) -> int:
    """Return how many rooms have a wanted code, of those tried while it was once drawn."""
    secret, opened = "a" * 43, 0
    key, until = sha256(secret.encode()).hexdigest(), monotonic() + seconds
    with _from(server, _ATTACKER) as attacker:
        attacker.http.headers["Authorization"] = f"Bearer {secret}"
        for number in count():
            if number % 1_000 == 0 and (monotonic() > until or not wanted):
                return opened
            command = f"command-{number}"
            drawn = blake2b(f"{key} {command} 0".encode(), digest_size=16).digest()
            code = f"{int.from_bytes(drawn) % 1_000_000:06}"
            if code in wanted:
                wanted.remove(code)
                answer = attacker.http.post(f"{API}/rooms", json={"command": command})
                opened += answer.is_success and answer.json()["code"] == code
    raise AssertionError


def _processes(server: Server) -> list[psutil.Process]:
    """Return the processes that serve, the one that started first in front."""
    children = psutil.Process(server.process.pid).children()
    serving = (child for child in children if "spawn_main" in " ".join(child.cmdline()))
    return sorted(serving, key=psutil.Process.create_time)


def _trailers(server: Server) -> int:
    """Return how often of ten a trailer is an address of its own, which may try one code."""
    url, told = httpx.URL(server.address), 0
    for number in range(11):
        request = (
            f"POST {API}/rooms/{_NOWHERE}/join HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n"
            f"X-Forwarded-For: {_ATTACKER}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n"
            f"2\r\n{{}}\r\n0\r\nX-Forwarded-For: 203.0.113.{number}\r\n\r\n"
        )
        with socket.create_connection((url.host, url.port or 80), timeout=60) as opened:
            opened.sendall(request.encode())
            told += b" 404 " in opened.recv(1_024)
    return told - 1


def _deleted(folder: Path) -> bool:
    """Begin a game, date it ten years back, and start the server for five seconds again."""
    database = folder / "clock.db"
    with serving(database) as server, visiting(server.address) as visitor:
        game = visitor.begin()["id"]
    year = datetime.now(UTC).year
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            f"UPDATE appends SET events = replace(events, '{year}-', '{year - 10}-')"
        )
        connection.execute("UPDATE games SET due = 0")
    with serving(database) as server:
        sleep(5)
        return httpx.get(f"{server.address}g/{game}").is_error


def _dropped(folder: Path) -> bool:
    """True if an analysis that takes a second is not answered when the terminal hangs up."""
    path = f"{API[1:]}/positions/{big_position(1).url}"
    with (
        serving(folder / "hangup.db", "--think-seconds=1") as server,
        ThreadPoolExecutor() as threads,
    ):
        httpx.get(f"{server.address}{path}", timeout=60)  # workers are there
        answer = threads.submit(httpx.get, f"{server.address}{path}", timeout=60)
        sleep(0.3)
        server.process.send_signal(signal.SIGHUP)
        try:
            return answer.result().is_error
        except httpx.TransportError:
            return True
