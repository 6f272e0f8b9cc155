"""The online server under load, against boardgame.io; and against a uvicorn that only echoes.

Ours runs as `noughts serve` does, on a new SQLite file with every move on the disk before it is
answered; the peer keeps its games in memory. Both play the same random games of 3x3, both players
of a game on a socket each, through one client in this process. A move counts when both players
have it. Needs Node.js and npm, which installs the peer where Git ignores it.

Every measurement has a server of its own, and in it, one after another: the memory that the open
games take; moves that fall due at 1,000 a second, with their latency and the server's processor
time; and as many moves as the server can take. `views` is what our pages are sent, `events` what
programs choose, and what the targets are held against.
"""

from __future__ import annotations

import gc
import resource
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import nan
from pathlib import Path
from statistics import median
from typing import Any

import uvloop

from _bench import arguments_of, judged, print_machine, print_table, spread
from _server import processes
from _server.echoing import measure_echo
from _server.load import Stretch
from _server.ours import OurTable, OurViewingTable
from _server.peer import PeerTable
from _server.processes import Running
from _server.session import RATE, Figures, Lengths, measure
from _server.tables import Squares, Table, draw_games

OURS, VIEWS, THEIRS, ECHO = "noughts, events", "noughts, views", "boardgame.io", "uvicorn's echo"

Start = Callable[[Path], AbstractContextManager[Running]]
Samples = Mapping[str, Sequence[Figures]]

_CONTENDERS: dict[str, tuple[Start, type[Table[Any]] | None]] = {
    OURS: (processes.noughts, OurTable),
    VIEWS: (processes.noughts, OurViewingTable),
    THEIRS: (processes.boardgame_io, PeerTable),
    ECHO: (processes.echo, None),
}


@dataclass(frozen=True, slots=True)
class Course:
    """How many games are played at once, which ones, and for how long."""

    count: int
    games: Sequence[Squares]
    lengths: Lengths


@dataclass(frozen=True, slots=True)
class Target:
    """A ratio to another contender's figure: the least or the most there may be, and the aim."""

    what: str
    figure: Callable[[Figures], float]
    other: str
    must: float
    aim: float
    counts: tuple[int, ...] = (100, 1_000)  # of games

    @property
    def is_floor(self) -> bool:
        """Whether more is better."""
        return self.aim > self.must

    def reached(self, ratio: float, wanted: float) -> bool:
        """Whether a ratio is as good as wanted."""
        return ratio >= wanted if self.is_floor else ratio <= wanted


def main() -> None:
    """Measure and report."""
    options = _parser().parse_args()
    if not all(map(shutil.which, ("node", "npm"))):
        sys.exit("this needs Node.js and npm, for boardgame.io")
    peer = processes.install_peer()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # 2,000 sockets here and in a server
    print_machine(peer)
    gc.disable()  # the client's own pauses are not what is measured
    games = draw_games()
    lengths = Lengths(1, 1, 1) if options.quick else Lengths(2, 4, 4)
    for count in options.games:
        samples = compare(Course(count, games, lengths), 1 if options.quick else options.rounds)
        report(count, samples)


def _parser() -> ArgumentParser:
    parser = arguments_of("The online server against boardgame.io.")
    parser.add_argument(
        "--games", type=int, nargs="+", default=[10, 100, 1_000], help="how many at once"
    )
    parser.add_argument("--rounds", type=int, default=5, help="of each measurement")
    return parser


def compare(course: Course, rounds: int) -> Samples:
    """The figures of every contender, one a round, in turns."""
    samples: dict[str, list[Figures]] = {name: [] for name in _CONTENDERS}
    order = list(_CONTENDERS)
    for _ in range(rounds):
        for name in order:
            samples[name].append(figures_of(name, course))
        order.reverse()
    return samples


def figures_of(name: str, course: Course) -> Figures:
    """What a new server of a contender shows."""
    start, kind = _CONTENDERS[name]
    lengths = course.lengths
    with tempfile.TemporaryDirectory() as folder, start(Path(folder)) as running:
        if kind is not None:
            return uvloop.run(measure(kind, running, course.games, course.count, lengths))
        echo = measure_echo(running, 2 * course.count, lengths.warm_up / 4, lengths.saturated)
        return Figures(nan, None, uvloop.run(echo))


def report(count: int, samples: Samples) -> None:
    """Print the figures, and what became of the targets."""
    print(f"\n{count:,} games at once, as many moves as it goes: medians (ranges)")
    head = ("", "moves/s", "frames/s", "µs CPU/move", "cores", "client's", "others'")
    print_table(head, [(name, *saturated_row(figures)) for name, figures in samples.items()])
    print(f"\n{count:,} games at once, {RATE:,} moves a second")
    head = ("", "p50, ms", "p99, ms", "µs CPU/move", "client's", "others'", "kB a game")
    rows = [(name, *paced_row(figures)) for name, figures in samples.items() if name != ECHO]
    print_table(head, rows)
    for name in (OURS, VIEWS):
        print()
        for target in TARGETS:
            if count in target.counts:
                print(judgement(name, target, samples))
    sys.stdout.flush()


def saturated_row(samples: Sequence[Figures]) -> tuple[str, ...]:
    """What a server can take, and what it takes for that."""
    figures = (moves_a_second, frames_a_second, saturated_microseconds)
    usages = [each.saturated.cores for each in samples]
    return (
        *(spread(list(map(figure, samples)), 0) for figure in figures),
        *(f"{median(cores):.2f}" for cores in zip(*usages, strict=True)),
    )


def paced_row(samples: Sequence[Figures]) -> tuple[str, ...]:
    """How long a server lets players wait, and what it takes for that."""
    _, client, others = zip(*(paced(each).cores for each in samples), strict=True)
    return (
        spread([paced(each).percentile(50) for each in samples], 2),
        spread(list(map(p99, samples)), 2),
        spread(list(map(paced_microseconds, samples)), 0),
        f"{median(client):.2f}",
        f"{median(others):.2f}",
        spread([each.bytes_a_game / 1_000 for each in samples], 1),
    )


def judgement(name: str, target: Target, samples: Samples) -> str:
    """A contender's ratio round by round, and whether it is as it must be."""
    pairs = zip(samples[name], samples[target.other], strict=True)
    ratios = [target.figure(one) / target.figure(other) for one, other in pairs]
    ratio = median(ratios)
    least = "at least" if target.is_floor else "at most"
    text = f"{name}: {target.what} {spread(ratios, 2)} of {target.other}; {least} {target.must:.2f}"
    return judged(
        f"{text}, aim {target.aim:.2f}",
        reached=target.reached(ratio, target.must),
        aim_reached=target.reached(ratio, target.aim),
    )


def paced(figures: Figures) -> Stretch:
    """The stretch at a fixed rate; the echo has none."""
    assert figures.paced is not None
    return figures.paced


def moves_a_second(figures: Figures) -> float:
    """As many as it goes."""
    return figures.saturated.moves / figures.saturated.usage.at


def frames_a_second(figures: Figures) -> float:
    """In and out, as many as it goes."""
    return figures.saturated.frames / figures.saturated.usage.at


def saturated_microseconds(figures: Figures) -> float:
    """The server's processor time for a move, as many as it goes."""
    return figures.saturated.microseconds


def paced_microseconds(figures: Figures) -> float:
    """The server's processor time for a move at the fixed rate."""
    return paced(figures).microseconds


def p99(figures: Figures) -> float:
    """Milliseconds within which all but a hundredth of the moves arrive at the fixed rate."""
    return paced(figures).percentile(99)


def memory(figures: Figures) -> float:
    """The bytes that a game takes."""
    return figures.bytes_a_game


TARGETS = (
    Target("moves a second", moves_a_second, THEIRS, 2.5, 5, (100,)),
    Target("moves a second", moves_a_second, THEIRS, 1.5, 4, (1_000,)),
    Target("p99", p99, THEIRS, 1 / 2, 1 / 4),
    Target("processor time a move", paced_microseconds, THEIRS, 0.75, 1 / 3),
    Target("memory a game", memory, THEIRS, 1.0, 0.5, (1_000,)),
    Target("frames a second", frames_a_second, ECHO, 0.35, 0.7),
)


if __name__ == "__main__":
    main()
