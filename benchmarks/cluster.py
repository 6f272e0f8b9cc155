"""The online server on PostgreSQL: one process, and several that share it.

Ours runs as `noughts serve`, in one process or two, with the opponents of a game on different ones.
PostgreSQL is a real server in a temporary folder with its default configuration: fsync,
synchronous_commit and full_page_writes are on, so every move is on disk before it is published, and
the run prints the folder's file system. A Unix socket leads to it. The games, the client and
boardgame.io, which keeps its games in memory, are those of `server.py`. Processor time is that of
our processes and PostgreSQL together. Needs Node.js and npm.

Then as many processes as `--processes` says: unrouted, as above, and routed, as behind a proxy that
hashes on the id of the game, so that both opponents are on the same one. Each process has as many
games as the one it is compared with: fewer moves at once would be fewer in a commit.

Then a crowd: 1,000 connections watch one game with 10 moves a second, on one process and on two;
measured is how long each event takes to reach all of them.
"""

from __future__ import annotations

import gc
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import uvloop

from _bench import arguments_of, interleave, judged, print_machine, print_table, spread
from _server import processes
from _server.crowd import PACE, measure_crowd
from _server.load import Stretch
from _server.nodes import describe, nodes
from _server.ours import OurProgramsTable
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
from tests.databases import Postgres

ONE, TWO = "one process", "two processes"
THEIRS = "boardgame.io"
MOST_MS = 100  # for an event to reach a crowd of 1,000

Start = Callable[[], AbstractContextManager[Running]]

_GAMES = 100
_CROWD = 1_000
_PACED = Target(f"processor time a move at {1_000:,} a second", paced_microseconds, ONE, most=1.5)
_SATURATED = Target(
    "processor time a move at peak throughput", saturated_microseconds, ONE, most=1.5
)
_ROUTED = Target(
    "processor time a move at peak throughput", saturated_microseconds, ONE, most=1.1, aim=1
)
_MOVES = Target("moves a second", moves_a_second, THEIRS, least=2)


def main() -> None:
    """Measure and report."""
    parser = arguments_of("The online server on PostgreSQL, one process and two.")
    parser.add_argument("--only", choices=("play", "scale", "watch"), help="one of the three parts")
    parser.add_argument("--processes", type=int, nargs="+", default=[2, 4, 8])
    parser.add_argument("--rounds", type=int, default=3, help="of each measurement")
    options = parser.parse_args()
    rounds = 1 if options.quick else options.rounds
    if not all(map(shutil.which, ("node", "npm"))):
        sys.exit("this needs Node.js and npm, for boardgame.io")
    peer = processes.install_peer()
    processes.open_many_files()
    gc.disable()  # so that the client's own pauses are not measured
    games = draw_games()
    with closing(Postgres()) as behind:
        print_machine(peer, describe(behind))
        lengths = QUICK if options.quick else FULL
        if options.only in (None, "play"):
            play(behind, games, lengths, rounds)
        if options.only in (None, "scale"):
            scale(behind, games, lengths, rounds, options.processes)
        if options.only in (None, "watch"):
            watch(behind, games, 1 if options.quick else 5, rounds)


def play(behind: Postgres, games: Sequence[Squares], lengths: Lengths, rounds: int) -> None:
    """Measure and report games between two."""
    starts: dict[str, tuple[Start, type[Table[Any]]]] = {
        ONE: (partial(nodes, behind, 1), OurProgramsTable),
        TWO: (partial(nodes, behind, 2), OurProgramsTable),
        THEIRS: (partial(processes.boardgame_io, Path()), PeerTable),
    }

    def figures_of(start: Start, kind: type[Table[Any]]) -> Figures:
        with start() as running:
            return uvloop.run(measure(kind, running, games, _GAMES, lengths))

    contenders = {name: partial(figures_of, *start) for name, start in starts.items()}
    samples = interleave(contenders, rounds)
    print_figures(_GAMES, samples)
    print_judgements((TWO,), (_PACED, _SATURATED), samples)
    print_judgements((ONE, TWO), (_MOVES,), samples)


def scale(
    behind: Postgres,
    games: Sequence[Squares],
    lengths: Lengths,
    rounds: int,
    processes: Sequence[int],
) -> None:
    """Measure and report more and more processes, routed and not."""

    def figures_of(count: int, *, is_routed: bool) -> Figures:
        with nodes(behind, count, is_routed=is_routed) as running:
            return uvloop.run(measure(OurProgramsTable, running, games, _GAMES * count, lengths))

    contenders = {ONE: partial(figures_of, 1, is_routed=True)}
    routed = {f"{count}, routed": partial(figures_of, count, is_routed=True) for count in processes}
    unrouted = {
        f"{count}, unrouted": partial(figures_of, count, is_routed=False) for count in processes
    }
    samples = interleave(contenders | routed | unrouted, rounds)
    print("\nEach process has as many games:")
    print_figures(_GAMES, samples)
    print_judgements(tuple(routed), (_ROUTED,), samples)


def watch(behind: Postgres, games: Sequence[Squares], seconds: float, rounds: int) -> None:
    """Measure and report a crowd."""

    def stretch_of(start: Start) -> Stretch:
        with start() as running:
            return uvloop.run(measure_crowd(running, games, _CROWD, seconds))

    contenders = {
        ONE: partial(stretch_of, partial(nodes, behind, 1)),
        TWO: partial(stretch_of, partial(nodes, behind, 2)),
    }
    report_crowd(interleave(contenders, rounds))


def report_crowd(samples: Mapping[str, Sequence[Stretch]]) -> None:
    """Print the latencies of a crowd."""
    print(f"\n{_CROWD:,} connections to one game, {PACE} moves a second: medians (ranges)")
    head = ("", "events/s", "p50, ms", "p99, ms", "last, ms", "cores", "client's", "others'")
    rows = [(name, *crowd_row(stretches)) for name, stretches in samples.items()]
    print_table(head, rows)
    print()
    for name, stretches in samples.items():
        p99 = [stretch.percentile(99) for stretch in stretches]
        text = f"{name}: p99 {spread(p99, 0)} ms; at most {MOST_MS} ms"
        print(judged(text, reached=median(p99) <= MOST_MS))


def crowd_row(stretches: Sequence[Stretch]) -> tuple[str, ...]:
    """Return a row of latencies and cores."""
    usages = [stretch.cores for stretch in stretches]
    return (
        spread([stretch.moves / stretch.usage.at for stretch in stretches], 1),
        spread([stretch.percentile(50) for stretch in stretches], 1),
        spread([stretch.percentile(99) for stretch in stretches], 1),
        spread([1_000 * max(stretch.latencies) for stretch in stretches], 1),
        *(f"{median(cores):.2f}" for cores in zip(*usages, strict=True)),
    )


if __name__ == "__main__":
    main()
