"""A proof split into jobs: proof-number search whose nodes are proof-number searches.

Promising positions are searched as separate jobs by any executor (Wu and others, *Job-Level Proof
Number Search*, 2013). The table of the question holds the tree of jobs: a finished job is an entry
in it, and so is everything else the job learnt.
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

# Nodes of a job: few at first, so that all workers soon have something to do, then some seconds'
# worth, so that the 50 ms of overhead per job hardly count.
_FEWEST, _MOST = (2_048, 1 << 18) if COMPILED else (64, 1 << 12)
_SHARE = 8  # each concurrent job gets this fraction (1/8) of all nodes so far
_LITTLE = 4  # a position is searched again only with this many times the work so far
_SLICE = 4_096 if COMPILED else 128
_PAUSE = 0.1  # seconds between reports
_STOP_SECONDS = 2.0  # for jobs that were asked to stop
_LEAST_NODES = 8  # behind an entry worth sending; with fewer it is quicker to search again
_DETOURS = 64  # positions already being searched that are skipped before a worker has to wait


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor, how many jobs it runs at once, and how to make jobs return early."""

    executor: Executor
    at_once: int
    stop: Callable[[], object] = lambda: None


@dataclass(frozen=True, slots=True)
class Job:
    """Search a position for a number of nodes."""

    position: Position
    maker: Mark
    seed: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a job: the numbers of its position, and the useful entries of its table."""

    proof: int
    disproof: int
    nodes: int
    entries: bytes


def do(job: Job) -> Finding:
    """Run a job, in any process; running it twice does no harm."""
    question = Question(job.position, job.maker, job.seed, 2 << job.nodes.bit_length())
    nodes = 0
    while question.won is None and nodes < job.nodes and not _stop.value:
        nodes += question.advance(min(_SLICE, job.nodes - nodes))
    return Finding(question.proof, question.disproof, nodes, question.gather(_LEAST_NODES))


class JobSearch:
    """Advances a question by jobs."""

    def __init__(self, question: Question, crew: Crew) -> None:
        self._question = question
        self._crew = crew
        self._nodes = 0
        self._running: dict[Future[Finding], list[Position]] = {}

    def advance(self, nodes: int) -> int:
        """Keep the crew busy with jobs of at most `nodes` nodes; returns the nodes searched.

        Returns after a tenth of a second or when a job is done. Raises Unsolved if a process died.
        """
        try:
            while len(self._running) < self._crew.at_once and self._hand_out(nodes):
                pass
            done, _ = wait(self._running, _PAUSE, FIRST_COMPLETED)
            return sum(self._learn(future) for future in done)
        except BrokenExecutor as error:
            raise Unsolved("a worker process ended unexpectedly") from error

    def close(self) -> int:
        """Stop the jobs; learns from those that stop in time, and returns their nodes."""
        self._crew.stop()
        for future in self._running:
            future.cancel()
        done, _ = wait(self._running, _STOP_SECONDS)
        good = (each for each in done if not each.cancelled() and each.exception() is None)
        return sum(self._learn(future) for future in list(good))

    def _hand_out(self, nodes: int) -> bool:
        """Start a job for the most-proving position without one; False if there is none."""
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
            # Counted as twice as hard each time, it gives way to other positions.
            self._question.double(path[-1])
            self._sum_up(path[:-1])
        return False

    def _path(self, budget: int) -> list[Position]:
        """The most-proving path, from the start to a position with less work than a job."""
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
        self._question.record(path[-1], found.proof, found.disproof, found.nodes)
        self._sum_up(path[:-1], found.nodes)
        self._nodes += found.nodes
        return found.nodes

    def _sum_up(self, path: list[Position], nodes: int = 0) -> None:
        for position in reversed(path):
            self._question.sum_up(position, nodes)


def _key(position: Position) -> tuple[int, int]:
    return canonical_marks(position.rules, position.xs, position.os)


# A crew of processes on this machine.

# Whether to stop. It has no lock, since a killed process might hold that for ever.
_stop: c_bool = c_bool(False)


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """A crew of processes that end with the block, or with this process."""
    context = get_context("spawn")
    stop = context.RawValue(c_bool, False)

    def request_stop() -> None:
        stop.value = True

    with ProcessPoolExecutor(workers, context, _begin, (stop,)) as executor:
        # Start all now: a pool that breaks while it starts a process waits for it for ever.
        wait([executor.submit(os.getpid) for _ in range(workers)])
        try:
            yield Crew(executor, workers, request_stop)
        finally:
            request_stop()


def _begin(stop: c_bool) -> None:
    """Set a worker up; it ignores Ctrl-C, which the parent process handles."""
    global _stop  # noqa: PLW0603 - what an initializer is for
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker when its parent is killed; otherwise it would wait for ever."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
