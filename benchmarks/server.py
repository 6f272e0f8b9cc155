"""The online server under load, against boardgame.io and against a uvicorn that only echoes.

Ours runs as `noughts serve`, on a new SQLite file with every move on disk before it is answered;
the peer keeps its games in memory. Both play the same random games of 3x3, with a connection for
each player, from one client in this process. A move counts when both players have it. Needs
Node.js and npm, which installs the peer where Git ignores it.

Every measurement starts a new server and takes, in turn: the memory of the open games; moves that
fall due at 1,000 a second, with their latency and the server's processor time; and the peak
throughput. `views` is what our pages receive, `events` what programs choose; the targets are for
`views`. With `--also PATH` the server of another checkout takes part, on the libraries of this one:
what a change brings, in turns on the same machine.
"""

from __future__ import annotations

import gc
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from math import nan
from pathlib import Path
from typing import Any

import uvloop

from _bench import arguments_of, interleave, print_machine
from _server import processes
from _server.echoing import measure_echo
from _server.ours import OurProgramsTable, OurTable
from _server.peer import PeerTable
from _server.processes import Running
from _server.report import (
    Target,
    frames_a_second,
    memory,
    moves_a_second,
    p99,
    paced_microseconds,
    print_figures,
    print_judgements,
)
from _server.session import FULL, QUICK, Figures, Lengths, measure
from _server.tables import Squares, Table, draw_games

OURS, PAGES, THEIRS, ECHO = "noughts, programs", "noughts, pages", "boardgame.io", "uvicorn's echo"

Start = Callable[[Path], AbstractContextManager[Running]]
Contender = tuple[Start, type[Table[Any]] | None]

_CONTENDERS: dict[str, Contender] = {
    OURS: (processes.noughts_in_a_file, OurProgramsTable),
    PAGES: (processes.noughts_in_a_file, OurTable),
    THEIRS: (processes.boardgame_io, PeerTable),
    ECHO: (processes.echo, None),
}
_TARGETS = (
    (Target("moves a second", moves_a_second, THEIRS, least=2, aim=4), (100,)),
    (Target("moves a second", moves_a_second, THEIRS, least=1.75, aim=3), (1_000,)),
    (Target("p99", p99, THEIRS, most=1 / 2, aim=1 / 4), (100, 1_000)),
    (
        Target("processor time a move", paced_microseconds, THEIRS, most=0.75, aim=1 / 3),
        (100, 1_000),
    ),
    (Target("memory a game", memory, THEIRS, most=0.75, aim=0.5), (1_000,)),
    (Target("frames a second", frames_a_second, ECHO, least=0.35, aim=0.7), (100, 1_000)),
)


@dataclass(frozen=True, slots=True)
class Course:
    """The number of games at once, which ones, and for how long."""

    count: int
    games: Sequence[Squares]
    lengths: Lengths


def main() -> None:
    """Measure and report."""
    options = _parser().parse_args()
    if not all(map(shutil.which, ("node", "npm"))):
        sys.exit("this needs Node.js and npm, for boardgame.io")
    peer = processes.install_peer()
    processes.open_many_files()
    print_machine(peer)
    gc.disable()  # so that the client's own pauses are not measured
    games = draw_games()
    entered = _CONTENDERS | (_contenders_of(options.also) if options.also else {})
    for count in options.games:
        course = Course(count, games, QUICK if options.quick else FULL)
        contenders = {
            name: partial(figures_of, contender, course) for name, contender in entered.items()
        }
        samples = interleave(contenders, 1 if options.quick else options.rounds)
        print_figures(count, samples)
        targets = [target for target, counts in _TARGETS if count in counts]
        print_judgements((OURS, PAGES), targets, samples)


def _parser() -> ArgumentParser:
    parser = arguments_of("The online server against boardgame.io.")
    parser.add_argument(
        "--games", type=int, nargs="+", default=[10, 100, 1_000], help="how many at once"
    )
    parser.add_argument("--rounds", type=int, default=5, help="of each measurement")
    parser.add_argument("--also", type=Path, help="another checkout, to measure its server too")
    return parser


def _contenders_of(checkout: Path) -> dict[str, Contender]:
    """Return the server of another checkout, with programs and with pages."""
    start = partial(processes.noughts_in_a_file, checkout=checkout)
    tables = {"programs": OurProgramsTable, "pages": OurTable}
    return {f"{checkout}, {clients}": (start, table) for clients, table in tables.items()}


def figures_of(contender: Contender, course: Course) -> Figures:
    """Measure a new server of a contender."""
    start, kind = contender
    lengths = course.lengths
    with tempfile.TemporaryDirectory() as folder, start(Path(folder)) as running:
        if kind is not None:
            return uvloop.run(measure(kind, running, course.games, course.count, lengths))
        echo = measure_echo(running, 2 * course.count, lengths.warm_up / 4, lengths.saturated)
        return Figures(nan, None, uvloop.run(echo))


if __name__ == "__main__":
    main()
