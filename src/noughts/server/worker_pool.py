"""Computer moves and coaching run in worker processes, each job within a deadline.

A worker that misses its deadline is killed, and the next job starts another.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, TypeVar, TypeVarTuple, cast

import structlog
from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process

from noughts.core import Move, Position, Rules
from noughts.core.errors import NoughtsError
from noughts.players import player
from noughts.search import can_search, engine_for
from noughts.solver import Limit, can_solve
from noughts.wording.language import current, use
from noughts.wording.language import gettext as _

log = structlog.get_logger()

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

_LOOK = 0.05  # seconds between two looks for a file
_MOST_WAITING = 64  # jobs of one kind; a move takes a few ms, so the last one waits a second
_MOVERS = 4  # computer moves at a time, so that a slow one blocks no other game on few processors
_THINKERS = 2  # computers that think for long, apart from the moves of all others
_COACHES = 2
_MOST_SHARED = 64  # results that all share; parts of pages, of 240 kB at most
_USUAL = 0.5  # seconds for a move where none are chosen: nobody minds waiting so long
_GRACE = 2.0  # seconds beyond a proof's own limit before the worker is killed
# A worker that ended while it was starting; anyio then kills it, and may not find it.
_BROKEN = (BrokenWorkerProcess, ProcessLookupError)
_START = 8.0  # seconds more for a worker that has to start: 0.3 s, on a busy machine several


class Overloaded(NoughtsError):
    """Too much is asked of the server at once, or something took too long."""

    status = 503


class WorkerPool:
    """Runs computer players and the coach in separate processes.

    Coaching never occupies all workers, so that computer players keep moving under any load.
    """

    def __init__(self, seconds: float) -> None:
        processors = cpu_count() or 1
        self.longest = seconds  # that a computer may think about a move
        self.limit = Limit(seconds=seconds)
        self._deadline = seconds + _GRACE + _START
        self._stop_files: dict[str, Path] = {}  # by key of a thought, which the file ends
        self._moves = CapacityLimiter(max(_MOVERS, processors))
        self._thoughts = CapacityLimiter(max(_THINKERS, processors // 2))
        self._coaching = CapacityLimiter(max(_COACHES, processors // 2))
        self._shared: OrderedDict[tuple[object, ...], asyncio.Task[Any]] = OrderedDict()

    async def choose_move(
        self, name: str, position: Position, seconds: float | None = None, key: str = ""
    ) -> Move:
        """The move of a player; raises Overloaded, and Unsolved where a proof it needs fails.

        Where values are not proved, the player thinks for so many seconds, by default half of one,
        or until `move_now` of the key; never for longer than half a second while enough others do.
        """
        if can_solve(position.rules):
            return await self._run_job(self._moves, _choose_move, name, position, self.limit)
        seconds = min(seconds or _USUAL, self.longest)
        may_think_long = self._thoughts.available_tokens > 0 and can_search(position.rules)
        if seconds <= _USUAL or not may_think_long:
            limit = Limit(seconds=min(seconds, _USUAL))
            return await self._run_job(self._moves, _choose_move, name, position, limit)
        with TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as folder:
            file = self._stop_files[key] = Path(folder) / "stop"
            limit = Limit(seconds=seconds)
            try:
                return await self._run_job(
                    self._thoughts, _choose_until, name, position, limit, file
                )
            finally:
                self._stop_files.pop(key, None)

    def move_now(self, key: str) -> None:
        """Let the player with this key, if it thinks here, move with what it has found."""
        if key in self._stop_files:
            self._stop_files[key].touch()

    async def run_coach(self, job: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """The result of a function of the coach, in the language in use.

        Raises Overloaded and what the function raises.
        """
        return await self._run_job(self._coaching, job, *arguments)

    async def run_coach_once(self, job: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """Return the result of a function in the language in use; all who ask share one run.

        The latest results are remembered. Raises what `run_coach` raises.
        """
        key = current(), job, arguments
        if key not in self._shared:
            self._shared[key] = asyncio.create_task(self.run_coach(job, *arguments))
            if len(self._shared) > _MOST_SHARED:
                self._shared.popitem(last=False)
        self._shared.move_to_end(key)
        making = self._shared[key]
        try:
            return cast(T, await asyncio.shield(making))
        except Exception:
            if self._shared.get(key) is making:
                del self._shared[key]
            raise

    async def warm_up(self) -> None:
        """Start a worker and let it import what it needs before the first request."""
        # This may fail if the server shuts down meanwhile: nobody is waiting for it.
        with suppress(*_BROKEN, KeyboardInterrupt):
            await _run_in_worker(self._moves, _choose_move, "medium", Rules().start(), self.limit)

    async def _run_job(
        self,
        limiter: CapacityLimiter,
        job: Callable[[*Arguments], T],
        *arguments: *Arguments,
    ) -> T:
        if limiter.statistics().tasks_waiting >= _MOST_WAITING:
            raise Overloaded(_("The server is busy – try again in a moment"))
        try:
            with fail_after(self._deadline):
                return await _run_in_worker(limiter, job, *arguments)
        except KeyboardInterrupt:  # Ctrl-C reaches the workers too, and they pass it on
            raise Overloaded(_("The server is restarting – try again in a moment")) from None
        except (TimeoutError, *_BROKEN) as error:
            log.warning("job failed or took too long", job=job.__name__, exc_info=error)
            raise Overloaded(_("That took too long – try again in a moment")) from None


async def _run_in_worker(
    limiter: CapacityLimiter, job: Callable[[*Arguments], T], *arguments: *Arguments
) -> T:
    run = partial(to_process.run_sync, cancellable=True, limiter=limiter)
    # A broken worker was usually killed while it was idle: try once more with another.
    with suppress(*_BROKEN):
        return await run(_in_language, current(), job, *arguments)
    return await run(_in_language, current(), job, *arguments)


def _in_language(language: str, job: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
    """The result of a function whose sentences are in a language."""
    with use(language):
        return job(*arguments)


def _choose_move(name: str, position: Position, limit: Limit) -> Move:
    return player(name).choose(position, limit).move


def _choose_until(name: str, position: Position, limit: Limit, file: Path) -> Move:
    """The move found until the limit, or until the file exists."""
    has_ended, engine = Event(), engine_for(position.rules)

    def watch() -> None:
        while not has_ended.wait(_LOOK):
            if file.exists():
                engine.stop()

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return _choose_move(name, position, limit)
    finally:
        has_ended.set()
        watcher.join()
