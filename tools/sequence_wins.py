"""Prove by threat sequences that X wins after some moves, whatever O replies to them.

    python -m tools.sequence_wins FOLDER 15x15:5 h8 a1 i9

Each of O's replies is a job, whose proof is stored as a certificate of its own as soon as there is
one, such as FOLDER/h8-a1-i9-f5.xz. The same command goes on with the jobs that have none. A job
that is not proved within its time comes again after the others, with four times as much and other
settings, since these matter much: a portfolio with restarts.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from noughts.core import Mark, Position, Rules, squares
from noughts.core.notation import square_name
from noughts.core.symmetry import canonical
from noughts.solver.sequences import SequenceSearch, Settings
from noughts.verifiers import verify_sequences

_SECONDS = 20, 80, 320, 1_280
_PORTFOLIO = (
    Settings(),
    Settings(share=3, candidates=20),
    Settings(share=2, candidates=20, weak=150),
    Settings(share=3, candidates=24, nodes=400),
)
_SLICE = 200  # positions between looks at the clock


@dataclass(frozen=True, slots=True)
class Job:
    """A position in which X, to move, is to be proved to win, and where the proof belongs."""

    position: Position
    path: Path


@dataclass(frozen=True, slots=True)
class Result:
    """What a job came to: positions and seconds of the search, and whether X's win is proved."""

    job: Job
    is_proved: bool
    nodes: int
    seconds: float


def jobs(folder: Path, rules: Rules, names: Sequence[str]) -> Iterator[Job]:
    """Yield a job for each of O's replies to these moves, one of those that are mirror images."""
    position, seen = rules.start(), set[Position]()
    for name in names:
        position = position.play(name)
    if position.turn is not Mark.O:
        raise SystemExit("sequence_wins: the last of these moves has to be X's")
    for reply in squares(position.empty):
        after = position.play(reply)
        if (image := canonical(after)) not in seen:
            seen.add(image)
            name = "-".join((*names, square_name(rules.width, reply)))
            yield Job(after, folder / f"{name}.xz")


def run(job: Job, settings: Settings, seconds: float) -> Result:
    """Search for a proof, check it, and store it whole."""
    began = time.monotonic()
    search = SequenceSearch(job.position, Mark.X, settings)
    while not (search.is_proved or search.is_hopeless) and time.monotonic() - began < seconds:
        search.run(_SLICE)
    if search.is_proved:
        packed = search.certificate()
        verify_sequences.Certificate(packed)
        part = job.path.with_suffix(".part")
        part.write_bytes(packed)
        part.replace(job.path)
    return Result(job, search.is_proved, search.nodes, time.monotonic() - began)


def prove(executor: Executor, waiting: Sequence[Job], show: Display) -> list[Job]:
    """Run jobs until all are proved or have had every turn; return those that are open."""
    for settings, seconds in zip(_PORTFOLIO, _SECONDS, strict=True):
        running: list[Future[Result]] = [
            executor.submit(run, job, settings, seconds) for job in waiting
        ]
        waiting = []
        for done in as_completed(running):
            result = done.result()
            show.add(result)
            if not result.is_proved:
                waiting.append(result.job)
    return list(waiting)


class Display:
    """A line for each job that ended, with how many are proved."""

    def __init__(self, proved: int, total: int) -> None:
        self.proved, self.total = proved, total

    def add(self, result: Result) -> None:
        """Show what a job came to."""
        self.proved += result.is_proved
        verdict = "proved" if result.is_proved else "open"
        print(
            f"{self.proved:>4}/{self.total}  {result.job.path.stem:24} {verdict:7}"
            f"{result.nodes:>10,} positions {result.seconds:>8.1f} s",
            flush=True,
        )


def main(given: Sequence[str] | None = None) -> int:
    """Prove what is open; return 1 if anything remains open."""
    parser = argparse.ArgumentParser(prog="python -m tools.sequence_wins", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("rules", type=Rules.parse, metavar="BOARD")
    parser.add_argument("moves", nargs="+", metavar="MOVE")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N")
    arguments = parser.parse_args(given)
    rules: Rules = arguments.rules
    arguments.folder.mkdir(parents=True, exist_ok=True)
    everything = list(jobs(arguments.folder, rules, arguments.moves))
    waiting = [job for job in everything if not job.path.exists()]
    show = Display(len(everything) - len(waiting), len(everything))
    with ProcessPoolExecutor(arguments.workers) as executor:
        rest = prove(executor, waiting, show)
    for job in rest:
        print(f"open: {job.path.stem}", file=sys.stderr)
    return 1 if rest else 0


if __name__ == "__main__":
    sys.exit(main())
