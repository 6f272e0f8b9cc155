"""A proof shared out as jobs: proof-number search on top of proof-number searches.

Positions of which much would be known are searched as jobs of their own, by any executor (Wu and
others, *Job-Level Proof Number Search*, 2013). The table of the question is the tree on top: a job
done is an entry in it, and what the job learnt in passing are others.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from ctypes import c_bool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process

from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.symmetry import canonical_marks
from noughts.kernels.compilation import COMPILED
from noughts.solver.question import Question

# Nodes of a job: few while little is known, so that there is soon something for everybody to do,
# then some seconds' worth, beside which the 50 ms of making and learning from a job are little.
_FEWEST, _MOST = (2_048, 1 << 18) if COMPILED else (64, 1 << 12)
_SHARE = 8  # one part in so many of all nodes so far, for each job at once
_LITTLE = 4  # a position is not searched again for less than so many times the work so far
_SLICE = 4_096 if COMPILED else 128
_PAUSE = 0.1  # seconds between two looks at what is going on
_FAREWELL = 2.0  # seconds for jobs that were told to stop
_WORTH_TELLING = 8  # nodes behind an entry; what took fewer is found again as fast as it is sent
_DETOURS = 64  # positions on which somebody is at work already, before another has to wait


@dataclass(frozen=True, slots=True)
class Crew:
    """Who does the jobs, how many at once; `stop` asks them to answer with what they have."""

    executor: Executor
    at_once: int
    stop: Callable[[], object] = lambda: None


@dataclass(frozen=True, slots=True)
class Job:
    """Search a position for so many nodes."""

    position: Position
    maker: Mark
    seed: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a job: the numbers of its position, and the entries of its table worth it."""

    proof: int
    disproof: int
    nodes: int
    entries: bytes


def do(job: Job) -> Finding:
    """Do a job, in whatever process; done twice it does no harm."""
    question = Question(job.position, job.maker, job.seed, 2 << job.nodes.bit_length())
    nodes = 0
    while question.won is None and nodes < job.nodes and not _stop.value:
        nodes += question.advance(min(_SLICE, job.nodes - nodes))
    return Finding(question.proof, question.disproof, nodes, question.gather(_WORTH_TELLING))


class JobSearch:
    """Advances a question by jobs."""

    def __init__(self, question: Question, crew: Crew) -> None:
        self._question = question
        self._crew = crew
        self._nodes = 0
        self._running: dict[Future[Finding], list[Position]] = {}

    def advance(self, nodes: int) -> int:
        """Keep the crew at work, on jobs of at most so many nodes; how many were done meanwhile.

        Returns after a tenth of a second, or when a job is done. Raises Unsolved if the crew died.
        """
        try:
            while len(self._running) < self._crew.at_once and self._hand_out(nodes):
                pass
            done, _ = wait(self._running, _PAUSE, FIRST_COMPLETED)
            return sum(self._learn(future) for future in done)
        except BrokenExecutor as error:
            raise Unsolved("a process that shared the work came to a sudden end") from error

    def close(self) -> int:
        """Leave the question; learns from the jobs that stop soon, and returns their nodes."""
        self._crew.stop()
        for future in self._running:
            future.cancel()
        done, _ = wait(self._running, _FAREWELL)
        good = (each for each in done if not each.cancelled() and each.exception() is None)
        return sum(self._learn(future) for future in list(good))

    def _hand_out(self, nodes: int) -> bool:
        """Make a job of the most proving position that nobody is at; False if none is found."""
        budget = min(max(self._nodes // (_SHARE * self._crew.at_once), _FEWEST), _MOST, nodes)
        taken = {_key(path[-1]) for path in self._running.values()}
        for _ in range(_DETOURS):
            path = self._path(budget)
            if self._question.won is not None:
                return False
            if _key(path[-1]) not in taken:
                job = Job(path[-1], self._question.maker, self._question.seed, budget)
                self._running[self._crew.executor.submit(do, job)] = path
                return True
            # Taken for twice as hard each time, it leaves others to be tried.
            self._question.double(path[-1])
            self._sum_up(path[:-1])
        return False

    def _path(self, budget: int) -> list[Position]:
        """The most proving positions, from the start to one that had less work than a job is."""
        path = [self._question.position]
        while self._question.won is None:
            move = self._question.most_proving(path[-1], budget // _LITTLE)
            if move is None:
                break
            path.append(path[-1].play_unchecked(move))
            if self._question.is_settled(path[-1]):
                self._sum_up(path[:-1])
                path = path[:1]
        return path

    def _learn(self, future: Future[Finding]) -> int:
        path = self._running.pop(future)
        found = future.result()
        self._question.absorb(found.entries)
        self._question.tell(path[-1], found.proof, found.disproof, found.nodes)
        self._sum_up(path[:-1], found.nodes)
        self._nodes += found.nodes
        return found.nodes

    def _sum_up(self, path: list[Position], nodes: int = 0) -> None:
        for position in reversed(path):
            self._question.sum_up(position, nodes)


def _key(position: Position) -> tuple[int, int]:
    return canonical_marks(position.rules, position.xs, position.os)


# A crew of processes on this machine.

# Whether all shall stop. No lock is in it, which a process that is killed might hold for ever.
_stop: c_bool = c_bool(False)


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """A crew of so many processes, which end with the block, or with this process."""
    context = get_context("spawn")
    stop = context.RawValue(c_bool, False)

    def tell_to_stop() -> None:
        stop.value = True

    with ProcessPoolExecutor(workers, context, _begin, (stop,)) as executor:
        # All begin now: a pool that breaks while it starts another waits for that one for ever.
        wait([executor.submit(os.getpid) for _ in range(workers)])
        try:
            yield Crew(executor, workers, tell_to_stop)
        finally:
            tell_to_stop()


def _begin(stop: c_bool) -> None:
    """What a worker does first: Ctrl-C is for the process that gives the orders."""
    global _stop  # noqa: PLW0603 - what an initializer of the pool is for
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed tells nobody; without this its workers would wait for ever."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
