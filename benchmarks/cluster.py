"""The online server on PostgreSQL: one process, and two that share it over each bus.

Ours runs as `noughts serve` does, one process or two, each opponent of a game at another of them.
PostgreSQL is a real one in a folder of temporary files, with what its packages come with: fsync,
synchronous_commit and full_page_writes on; so no move is told before it is on the disk, and the
run says what the folder is on. It and Redis are reached at Unix sockets. The games, the client and
boardgame.io, which keeps its games in memory, are those of `server.py`. Processor time is that of
our processes, PostgreSQL and Redis together. Needs Node.js and npm.

Then a crowd: 1,000 sockets that watch one game with 10 moves a second, over one process and over
two, told events as programs are or views as pages are; how long until everybody has each of them.
"""

from __future__ import annotations

import gc
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import uvloop

from _bench import arguments_of, interleave, judged, print_machine, print_table, spread
from _server import processes
from _server.crowd import PACE, WatchedTable, WatchedViewingTable, measure_crowd
from _server.load import Stretch
from _server.nodes import Services, nodes, services
from _server.ours import OurTable
from _server.peer import PeerTable
from _server.processes import Running
from _server.report import (
    Target,
    moves_a_second,
    paced_microseconds,
    print_figures,
    print_judgements,
    saturated_microseconds,
)
from _server.session import FULL, QUICK, Figures, Lengths, measure
from _server.tables import Squares, Table, draw_games

ONE, NOTIFY, REDIS = "one process", "two over NOTIFY", "two over Redis"
THEIRS = "boardgame.io"
MOST_MS = 100  # in which a crowd of 1,000 must have an event

Start = Callable[[], AbstractContextManager[Running]]

_GAMES = 100
_CROWD = 1_000
_PACED = Target(f"processor time a move at {1_000:,} a second", paced_microseconds, ONE, most=1.5)
_SATURATED = Target(
    "processor time a move, as many as it goes", saturated_microseconds, ONE, most=1.5
)
_MOVES = Target("moves a second", moves_a_second, THEIRS, least=2)


def main() -> None:
    """Measure and report."""
    parser = arguments_of("The online server on PostgreSQL, one process and two.")
    parser.add_argument("--rounds", type=int, default=3, help="of each measurement")
    options = parser.parse_args()
    rounds = 1 if options.quick else options.rounds
    if not all(map(shutil.which, ("node", "npm"))):
        sys.exit("this needs Node.js and npm, for boardgame.io")
    peer = processes.install_peer()
    processes.open_many_files()
    gc.disable()  # the client's own pauses are not what is measured
    games = draw_games()
    with tempfile.TemporaryDirectory() as folder, services(Path(folder)) as behind:
        print_machine(peer, str(behind))
        play(behind, games, QUICK if options.quick else FULL, rounds)
        watch(behind, games, 1 if options.quick else 5, rounds)


def play(behind: Services, games: Sequence[Squares], lengths: Lengths, rounds: int) -> None:
    """Measure and report games between two."""
    starts: dict[str, tuple[Start, type[Table[Any]]]] = {
        ONE: (partial(nodes, behind, 1, "memory"), OurTable),
        NOTIFY: (partial(nodes, behind, 2), OurTable),
        REDIS: (partial(nodes, behind, 2, behind.redis.url), OurTable),
        THEIRS: (partial(processes.boardgame_io, Path()), PeerTable),
    }

    def figures_of(start: Start, kind: type[Table[Any]]) -> Figures:
        with start() as running:
            return uvloop.run(measure(kind, running, games, _GAMES, lengths))

    contenders = {name: partial(figures_of, *each) for name, each in starts.items()}
    samples = interleave(contenders, rounds)
    print_figures(_GAMES, samples)
    print_judgements((NOTIFY, REDIS), (_PACED, _SATURATED), samples)
    print_judgements((ONE, NOTIFY, REDIS), (_MOVES,), samples)


def watch(behind: Services, games: Sequence[Squares], seconds: float, rounds: int) -> None:
    """Measure and report a crowd."""

    def stretch_of(kind: type[WatchedTable], start: Start) -> Stretch:
        with start() as running:
            return uvloop.run(measure_crowd(kind, running, games, _CROWD, seconds))

    starts: dict[str, Start] = {
        ONE: partial(nodes, behind, 1, "memory"),
        NOTIFY: partial(nodes, behind, 2),
    }
    contenders = {
        f"{name}, {kind.show}": partial(stretch_of, kind, start)
        for name, start in starts.items()
        for kind in (WatchedTable, WatchedViewingTable)
    }
    report_crowd(interleave(contenders, rounds))


def report_crowd(samples: Mapping[str, Sequence[Stretch]]) -> None:
    """Print how soon everybody had everything."""
    print(f"\n{_CROWD:,} sockets at one game, {PACE} moves a second: medians (ranges)")
    head = ("", "events/s", "p50, ms", "p99, ms", "last, ms", "cores", "client's", "others'")
    rows = [(name, *crowd_row(stretches)) for name, stretches in samples.items()]
    print_table(head, rows)
    print()
    for name, stretches in samples.items():
        p99 = [each.percentile(99) for each in stretches]
        text = f"{name}: p99 {spread(p99, 0)} ms; at most {MOST_MS} ms"
        print(judged(text, reached=median(p99) <= MOST_MS))


def crowd_row(stretches: Sequence[Stretch]) -> tuple[str, ...]:
    """How soon, and what that takes."""
    usages = [each.cores for each in stretches]
    return (
        spread([each.moves / each.usage.at for each in stretches], 1),
        spread([each.percentile(50) for each in stretches], 1),
        spread([each.percentile(99) for each in stretches], 1),
        spread([1_000 * max(each.latencies) for each in stretches], 1),
        *(f"{median(cores):.2f}" for cores in zip(*usages, strict=True)),
    )


if __name__ == "__main__":
    main()
