"""Computer moves and coaching run in worker processes, each job within a deadline.

A worker that misses its deadline is killed, and the next job starts another.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from os import cpu_count
from typing import TypeVar, TypeVarTuple

import structlog
from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process

from noughts.core.bits import Move
from noughts.core.errors import NoughtsError
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players import player
from noughts.solver import Limit

log = structlog.get_logger()

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

_MOST_WAITING = 64  # jobs of one kind; a move takes a few ms, so the last one waits a second
_MOVERS = 4  # computer moves at a time, so that a slow one blocks no other game on few processors
_COACHES = 2
_GRACE = 2.0  # seconds beyond a proof's own limit before the worker is killed


class Overloaded(NoughtsError):
    """Too many jobs are waiting, or one took too long."""


class WorkerPool:
    """Runs computer players and the coach in separate processes.

    Coaching never occupies all workers, so that computer players keep moving under any load.
    """

    def __init__(self, seconds: float) -> None:
        processors = cpu_count() or 1
        self.limit = Limit(seconds=seconds)
        self._deadline = seconds + _GRACE
        self._moves = CapacityLimiter(max(_MOVERS, processors))
        self._coaching = CapacityLimiter(max(_COACHES, processors // 2))

    async def choose_move(self, name: str, position: Position) -> Move:
        """The move of a player; raises Overloaded, and Unsolved where a proof it needs fails."""
        return await self._run_job(self._moves, _choose_move, name, position, self.limit)

    async def run_coach(self, job: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """The result of a function of the coach; raises Overloaded and what the function raises."""
        return await self._run_job(self._coaching, job, *arguments)

    async def warm_up(self) -> None:
        """Start a worker and let it import what it needs before the first request."""
        # This may fail if the server shuts down meanwhile: nobody is waiting for it.
        with suppress(BrokenWorkerProcess, KeyboardInterrupt):
            await _run_in_worker(self._moves, _choose_move, "medium", Rules().start(), self.limit)

    async def _run_job(
        self,
        limiter: CapacityLimiter,
        job: Callable[[*Arguments], T],
        *arguments: *Arguments,
    ) -> T:
        if limiter.statistics().tasks_waiting >= _MOST_WAITING:
            raise Overloaded("the server has too much to think about: try again in a moment")
        try:
            with fail_after(self._deadline):
                return await _run_in_worker(limiter, job, *arguments)
        except KeyboardInterrupt:  # Ctrl-C reaches the workers too, and they pass it on
            raise Overloaded("the server is about to end: try again in a moment") from None
        except (TimeoutError, BrokenWorkerProcess) as error:
            log.warning("job failed or took too long", job=job.__name__, exc_info=error)
            raise Overloaded("that took too long to think about: try again in a moment") from None


async def _run_in_worker(
    limiter: CapacityLimiter, job: Callable[[*Arguments], T], *arguments: *Arguments
) -> T:
    # A broken worker was usually killed while it was idle: try once more with another.
    with suppress(BrokenWorkerProcess):
        return await to_process.run_sync(job, *arguments, cancellable=True, limiter=limiter)
    return await to_process.run_sync(job, *arguments, cancellable=True, limiter=limiter)


def _choose_move(name: str, position: Position, limit: Limit) -> Move:
    return player(name).choose(position, limit).move
