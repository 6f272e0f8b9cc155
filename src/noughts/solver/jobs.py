"""A proof split into jobs: proof-number search whose nodes are proof-number searches.

Promising positions are searched as separate jobs by any executor (Wu and others, *Job-Level Proof
Number Search*, 2013). The table of the question holds the tree of jobs: a finished job is an entry
in it, and so is everything else the job learnt.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Hashable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from secrets import randbits
from time import sleep

from noughts.core import Mark, Position
from noughts.core.checks import check_type
from noughts.core.errors import Unsolved
from noughts.core.symmetry import canonical_marks
from noughts.kernels.compilation import COMPILED
from noughts.solver.crew import Crew, collect, is_stopping, leave
from noughts.solver.question import NO_LIMITS, Limits, Question

# Nodes of a job: few at first, so that all workers soon have something to do, then some seconds'
# worth, so that the 50 ms of overhead per job hardly count. 8×7:5 takes two workers 484,000 nodes
# with four seeds, where one search takes 439,000; beginning with 2,048 it was 774,000.
_FEWEST, _MOST = (8_192, 1 << 18) if COMPILED else (64, 1 << 12)
_SHARE = 8  # each concurrent job gets this fraction (1/8) of all nodes so far
_LITTLE = 4  # a position is searched again only with this many times the work so far
_SLICE = 4_096 if COMPILED else 128
_PAUSE = 0.1  # seconds between reports
_STOP_SECONDS = 2.0  # for jobs that were asked to stop
_DETOURS = 64  # positions already being searched that are skipped before a worker has to wait
_ENTRIES_A_NODE = 4  # of a job, in the table of a worker, beside twice those it has already
_MOST_SENT = 1 << 22  # bytes of news with a job
_MOST_KEPT = 1 << 26  # bytes of news; a worker that begins late does without the rest


@dataclass(frozen=True, slots=True)
class Job:
    """The search of a position for a number of nodes, knowing what others found out."""

    search: int  # a number above 0
    position: Position
    maker: Mark
    seed: int
    nodes: int
    entries: int  # at most, in the worker's table
    limits: Limits = NO_LIMITS
    news: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a job: the numbers of its position, and what is new in the worker's table.

    `worker` is another number whenever a worker begins with an empty table.
    """

    proof: int
    disproof: int
    nodes: int
    entries: bytes | Path  # as `leave` gives them
    worker: int = field(compare=False)


class _Memory(threading.local):
    """The state that a worker keeps between the jobs of a search."""

    search = 0
    worker = 0
    question: Question | None = None


_memory = _Memory()


def do(job: Job) -> Finding:
    """Run a job, in any process; running it twice does no harm."""
    question = _question(job)
    question.absorb(job.news)
    question.turn_to(job.position)
    nodes = 0
    most_proof, most_disproof = job.limits
    while (
        nodes < job.nodes
        and 0 < question.proof < most_proof
        and 0 < question.disproof < most_disproof
        and not is_stopping(job.search)
    ):
        nodes += question.advance(min(_SLICE, job.nodes - nodes), job.limits)
    news = leave(question.gather(only_news=True))
    return Finding(question.proof, question.disproof, nodes, news, _memory.worker)


def _question(job: Job) -> Question:
    """Return the question of the worker's last job of the search, if any, if it has space."""
    known = _memory.question if _memory.search == job.search else None
    wanted = _ENTRIES_A_NODE * job.nodes + (2 * known.table.filled if known else 0)
    entries = min(1 << wanted.bit_length(), job.entries)
    if known is not None and known.entries >= entries:
        return known
    question = Question(job.position, job.maker, job.seed, entries)
    if known is None:
        _memory.worker = randbits(62)
    else:
        question.absorb(known.gather())
    _memory.search, _memory.question = job.search, question
    return question


@dataclass(frozen=True, slots=True)
class _Running:
    """A job on its way: the path to its position, and who does it."""

    path: list[Position]
    executor: Executor
    told: int  # how far the worker was told the news


class JobSearch:
    """A search of a question by jobs."""

    def __init__(self, question: Question, crew: Crew) -> None:
        check_type(crew, Crew, "the crew")
        self._question = question
        self._crew = crew
        self._nodes = 0
        self._search = 1 + randbits(62)
        self._news = News()
        self._running: dict[Future[Finding], _Running] = {}

    def advance(self, nodes: int) -> int:
        """Keep the crew busy with jobs of at most `nodes` nodes; returns the nodes searched.

        Returns after a tenth of a second or when a job is done. Raises Unsolved if a process died.
        """
        try:
            executors = self._crew.executors()
            self._give_up_lost(executors)
            idle = list(executors)
            for running in self._running.values():
                if running.executor in idle:
                    idle.remove(running.executor)
            for executor in idle:
                if not self._hand_out(nodes, executor, len(executors)):
                    break
            if not executors and not self._running:
                sleep(_PAUSE)  # until a worker comes
            done, _ = wait(self._running, _PAUSE, FIRST_COMPLETED)
            return sum(map(self._learn, done))
        except self._crew.broken as error:
            raise Unsolved(self._crew.reason) from error

    def close(self) -> int:
        """Stop the jobs, learn from those that stop in time, and return their nodes."""
        if not self._running:
            return 0
        self._crew.stop(self._search)
        done, late = wait(self._running, _STOP_SECONDS)
        for future in late:
            future.cancel()
        good = [future for future in done if not future.cancelled() and future.exception() is None]
        return sum(map(self._learn, good))

    def _give_up_lost(self, executors: Sequence[Executor]) -> None:
        """Forget the jobs of executors that have gone, which may never end."""
        for future, running in list(self._running.items()):
            if running.executor not in executors and not future.done():
                del self._running[future]
                future.cancel()

    def _hand_out(self, nodes: int, executor: Executor, at_once: int) -> bool:
        """Start a job for the most-proving position without one; False if there is none."""
        budget = min(max(self._nodes // (_SHARE * at_once), _FEWEST), _MOST, nodes)
        taken = {_key(running.path[-1]) for running in self._running.values()}
        for _ in range(_DETOURS):
            path, limits = self._path(budget)
            if self._question.won is not None:
                return False
            if _key(path[-1]) not in taken:
                news, end = self._news.for_executor(executor), self._news.end
                known = (self._question.maker, self._question.seed, budget, self._question.entries)
                job = Job(self._search, path[-1], *known, limits, news)
                self._running[executor.submit(do, job)] = _Running(path, executor, end)
                return True
            # Counted as twice as hard each time, it gives way to other positions.
            self._question.double(path[-1])
            self._sum_up(path[:-1])
        return False

    def _path(self, budget: int) -> tuple[list[Position], Limits]:
        """Return the most-proving path, from the start to a position with less work than a job.

        And the limits of that position, where the search would turn to another one. Numbers that
        turn out to be old on the way are brought up to date, and the path begins anew; but not
        for ever, since a full table may forget them at once.
        """
        path, limits = [self._question.position], NO_LIMITS
        enough = max(budget // _LITTLE, 1)
        restarts = 0
        while self._question.won is None:
            step = self._question.most_proving(path[-1], enough, limits)
            if step is None:
                break
            if not step.is_within and restarts < _DETOURS:
                restarts += 1
                self._sum_up(path)
                path, limits = path[:1], NO_LIMITS
                continue
            path.append(path[-1].play_unchecked(step.move))
            limits = step.limits if step.is_within else NO_LIMITS
            if self._question.is_settled(path[-1]):
                self._sum_up(path[:-1])
                path, limits = path[:1], NO_LIMITS
        return path, limits

    def _learn(self, future: Future[Finding]) -> int:
        running = self._running.pop(future)
        if future.cancelled():
            return 0  # the crew says why
        if isinstance(future.exception(), self._crew.lost):
            return 0
        result = future.result()
        entries = collect(result.entries)
        self._question.absorb(entries)
        self._question.record(running.path[-1], result.proof, result.disproof, result.nodes)
        self._sum_up(running.path[:-1], result.nodes)
        self._news.add(running.executor, result.worker, entries, running.told)
        self._nodes += result.nodes
        return result.nodes

    def _sum_up(self, path: list[Position], nodes: int = 0) -> None:
        for position in reversed(path):
            self._question.sum_up(position, nodes)


def _key(position: Position) -> tuple[int, int]:
    return canonical_marks(position.rules, position.xs, position.os)


class News:
    """The findings of the workers, for those that do not know them yet.

    `end` is the number of findings so far. A worker is known by the number it gives, since behind
    an executor another one may take its place, which knows nothing.
    """

    def __init__(self) -> None:
        self.end = 0
        self._items: deque[tuple[int, bytes]] = deque()  # workers and what they found, in order
        self._size = 0
        self._workers: dict[Hashable, int] = {}  # last seen behind each executor
        self._told: dict[int, int] = {}

    def for_executor(self, executor: Hashable) -> bytes:
        """Return the latest findings that an executor's worker does not know, up to a size."""
        worker = self._workers.get(executor)
        first = 0 if worker is None else self._told[worker]
        chosen = []
        space = _MOST_SENT
        for number, (finder, entries) in enumerate(reversed(self._items), 1):
            space -= len(entries)
            if space < 0 or self.end - number < first:
                break
            if finder != worker:
                chosen.append(entries)
        return b"".join(reversed(chosen))

    def add(self, executor: Hashable, worker: int, entries: bytes, told: int) -> None:
        """Take in what a worker found in a job that was sent with the first `told` findings."""
        expected = self._workers.get(executor, worker)
        self._workers[executor] = worker
        self._told[worker] = told if worker == expected else self._told.get(worker, 0)
        self._items.append((worker, entries))
        self._size += len(entries)
        self.end += 1
        while self._size > _MOST_KEPT:
            self._size -= len(self._items.popleft()[1])
