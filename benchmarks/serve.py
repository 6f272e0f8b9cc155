"""Measure `noughts serve`: its start, replies and memory.

The server runs as a separate process on loopback, with a new database. A start is timed from
starting the process to the last byte of the page at `/`. A move is timed from sending it over an
open connection to the last byte of the answer, which has the computer's reply; games of random
moves against each level, one after another. There is no peer: the targets are absolute.
"""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from _bench import arguments_of, judged, print_machine, print_table, spread

MOST_START_MS = 1_000
MOST_REPLY_MS = 50
MOST_IDLE_MB = 120

_LEVELS = ("easy", "medium", "hard", "perfect")
_JSON = {"Content-Type": "application/json"}
_FLAGS = (
    "--port=0",
    "--games-per-minute=1000000",
    "--games-per-day=1000000",
    "--moves-per-minute=1000000",
)


def main() -> None:
    """Measure and report."""
    options = arguments_of("The web server against its targets.").parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        starts = [start_time(database) for _ in range(3 if options.quick else 11)]
        with serving(database) as (process, connection):
            replies = {
                level: reply_times(connection, level, 20 if options.quick else 400)
                for level in _LEVELS
            }
            time.sleep(1)  # until what the measurement itself allocated is freed
            idle = resident_megabytes(process.pid)
    report(starts, replies, idle)


def report(starts: list[float], replies: dict[str, list[float]], idle: float) -> None:
    """Print the figures, each beside its target."""
    new = f"the first, on a new database, {starts[0]:.0f}"
    print(f"start to first page, ms: {spread(starts, 0)}; {new}")
    print(judged(f"at most {MOST_START_MS}", reached=max(starts) <= MOST_START_MS))
    rows = [
        (level, str(len(times)), f"{median(times):.1f}", f"{_p99(times):.1f}", f"{max(times):.1f}")
        for level, times in replies.items()
    ]
    print_table(("a move and its reply, ms", "moves", "median", "p99", "most"), rows)
    worst = max(map(_p99, replies.values()))
    print(judged(f"p99 at most {MOST_REPLY_MS}", reached=worst <= MOST_REPLY_MS))
    print(f"main process idle: {idle:.0f} MB")
    print(judged(f"at most {MOST_IDLE_MB}", reached=idle <= MOST_IDLE_MB))


@contextmanager
def serving(database: Path) -> Iterator[tuple[subprocess.Popen[str], http.client.HTTPConnection]]:
    """Yield a server on a free port, and an open connection to it."""
    command = [
        sys.executable,
        "-m",
        "noughts",
        "serve",
        f"--database=sqlite:///{database}",
        *_FLAGS,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        match = re.search(r"http://(\S+)/", process.stdout.readline())
        if match is None:
            sys.exit("the server did not start: see above")
        connection = http.client.HTTPConnection(match.group(1), timeout=30)
        try:
            yield process, connection
        finally:
            connection.close()
            process.terminate()


def start_time(database: Path) -> float:
    """Return milliseconds from starting a server to having its first page."""
    begun = time.perf_counter()
    with serving(database) as (_, connection):
        connection.request("GET", "/")
        connection.getresponse().read()
        return (time.perf_counter() - begun) * 1000


def reply_times(connection: http.client.HTTPConnection, level: str, games: int) -> list[float]:
    """Return the milliseconds of every move of `games` random games against a level."""
    rng = Random(1)
    times: list[float] = []
    cookie: dict[str, str] = {}
    for _ in range(games):
        begun = _post(connection, "/api/v1/games", {"opponent": level}, cookie)
        game, path = begun, f"/api/v1/games/{begun['id']}/play"
        while game["ending"] is None:
            free = [square for square, mark in enumerate(game["board"]["marks"]) if not mark]
            move = {"square": rng.choice(free), "version": game["version"]}
            start = time.perf_counter()
            game = _post(connection, path, move, cookie)
            times.append((time.perf_counter() - start) * 1000)
    return times


def _post(
    connection: http.client.HTTPConnection, path: str, data: object, cookie: dict[str, str]
) -> Any:
    connection.request("POST", path, json.dumps(data), {**_JSON, **cookie})
    response = connection.getresponse()
    body = response.read()
    if response.status >= http.HTTPStatus.BAD_REQUEST:
        sys.exit(f"{path}: {body.decode()}")
    given = response.getheader("Set-Cookie")
    if given is not None:
        cookie["Cookie"] = given.split(";")[0]
    return json.loads(body)


def resident_megabytes(process: int) -> float:
    """Return what a process holds in memory; Linux only."""
    status = Path(f"/proc/{process}/status").read_text()
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert match is not None
    return int(match.group(1)) / 1000


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[-1]


if __name__ == "__main__":
    main()
