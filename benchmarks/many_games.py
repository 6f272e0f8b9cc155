"""Time the start of `noughts serve` and the end of `noughts admin list` with 200,000 games."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, time

from _bench import arguments_of, print_machine
from noughts.server.games.types import Began, Person, Played
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append

_AT = "2026-01-02T03:04:05.678+00:00"
_BATCH = 1_000  # games
_MOVES = (4, 0, 1, 7, 2, 6)


def main() -> None:
    """Measure with a new database, and print the seconds."""
    games = 2_000 if arguments_of(__doc__ or "").parse_args().quick else 200_000
    print_machine()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        asyncio.run(fill(file, games))
        started, _ = seconds_of(file, "serve", "--port=0")
        print(f"start of a server with {games:,} games: {started:.2f} s")
        first, total = seconds_of(file, "admin", "list")
        print(f"admin list: {total:.1f} s, its first line after {first:.2f} s")


async def fill(file: Path, games: int) -> None:
    """Begin `games` games between two people, of six moves each."""
    store = SqliteStore(file)
    due = int(time()) + 86_400
    for batch in range(0, games, _BATCH):
        numbers = range(batch, min(batch + _BATCH, games))
        for appends in zip(*(log(number, due) for number in numbers), strict=True):
            await asyncio.gather(*map(store.append, appends))
    await store.close()


def log(number: int, due: int) -> list[Append]:
    """Return the log of a game."""
    x, o = Person(f"{number % 1_000:064x}"), Person("b" * 64)
    began = Began(".../.../... x 3", x, o, _AT)
    events = [began, *(Played(square, _AT) for square in _MOVES)]
    keys = (x.key, o.key)
    return [
        Append(f"{number:024x}", version, (event,), f"command-{version}", keys * (not version), due)
        for version, event in enumerate(events)
    ]


def seconds_of(file: Path, *command: str) -> tuple[float, float]:
    """Return the seconds until a command prints a line, and until it ends; a server is ended."""
    started = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "noughts", *command, f"--database=sqlite:///{file}"],
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first = perf_counter() - started
        if command[0] == "serve":
            process.send_signal(signal.SIGINT)
        for _ in process.stdout:
            pass
    return first, perf_counter() - started


if __name__ == "__main__":
    main()
