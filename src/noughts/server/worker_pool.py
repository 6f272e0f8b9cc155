"""Computer moves and coaching run in worker processes, each job within a deadline.

A worker that misses its deadline is killed, and the next job starts another. The jobs that wait for
one take turns by the address that they are for, so that many of one hold up others for moments.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from functools import partial
from math import inf
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, TypeVar, TypeVarTuple

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
_MOST_OF_ONE = 64  # jobs of one kind of an address, which may be a school's, that wait
_MOST_IN_ALL = 256  # of all addresses; a move takes a few ms, so the last one waits a second
_MOVERS = 4  # computer moves at a time, so that a slow one blocks no other game on few processors
_THINKERS = 2  # computers that think for long, apart from the moves of all others
_COACHES = 2
_DRAWING = 1  # pictures at a time, of 4 to 40 ms each; the code of a class waits for no analysis
_MOST_SHARED = 64  # results that all share; parts of pages, of 240 kB at most
_MOST_DRAWN = 256  # pictures, of some 12 kB
_USUAL = 0.5  # seconds for a move where none are chosen: nobody minds waiting so long
_GRACE = 2.0  # seconds beyond a proof's own limit before the worker is killed
# A worker that ended while it was starting; anyio then kills it, and may not find it.
_BROKEN = (BrokenWorkerProcess, ProcessLookupError)
_START = 8.0  # seconds more for a worker that has to start: 0.3 s, on a busy machine several


# The address that jobs are for, as limits count it: empty for what the server does by itself.
asked_from: ContextVar[str] = ContextVar("asked_from", default="")


class Overloaded(NoughtsError):
    """Too much asked of the server at once, or something that took too long."""

    status = 503


class FairLimiter:
    """A limit of jobs at once; of those that wait, each address in turn has its oldest run.

    If too many wait, the newest job of the address that has the most is refused.
    """

    def __init__(self, capacity: int) -> None:
        self.free = capacity
        # By address; the one whose turn is next comes first.
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Run the block when it is its turn; raises Overloaded if it is refused."""
        if self.free:
            self.free -= 1
        else:
            await self._wait(asked_from.get())
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, address: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, []).append(turn)
        if len(self._waiting[address]) > _MOST_OF_ONE:
            self._refuse_newest(address)
        elif sum(map(len, self._waiting.values())) > _MOST_IN_ALL:
            # Of addresses with equally many it is the one that came last.
            self._refuse_newest(max(reversed(self._waiting), key=lambda a: len(self._waiting[a])))
        try:
            await asyncio.shield(turn)
        except asyncio.CancelledError:
            if not turn.done():
                self._remove(address, turn)
            elif turn.exception() is None:  # its turn came in the same moment
                self._pass_on()
            raise

    def _refuse_newest(self, address: str) -> None:
        newest = self._waiting[address][-1]
        self._remove(address, newest)
        newest.set_exception(Overloaded(_("The server is busy – try again in a moment")))

    def _remove(self, address: str, turn: asyncio.Future[None]) -> None:
        self._waiting[address].remove(turn)
        if not self._waiting[address]:
            del self._waiting[address]

    def _pass_on(self) -> None:
        """Let the next one run in place of one that has ended."""
        if not self._waiting:
            self.free += 1
            return
        address = next(iter(self._waiting))
        waiting = self._waiting.pop(address)
        waiting.pop(0).set_result(None)
        if waiting:
            self._waiting[address] = waiting  # behind all others


class SharedRuns:
    """The latest runs of jobs, each of which all who ask for the same share."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._runs: OrderedDict[tuple[object, ...], asyncio.Task[Any]] = OrderedDict()

    async def join(self, key: tuple[object, ...], run: Callable[[], Coroutine[None, None, T]]) -> T:
        """Return the result of the run with a key, which begins if there is none."""
        if key not in self._runs:
            self._runs[key] = asyncio.create_task(run())
            if len(self._runs) > self._most:
                self._runs.popitem(last=False)
        self._runs.move_to_end(key)
        making: asyncio.Task[T] = self._runs[key]
        try:
            return await asyncio.shield(making)
        except Exception:
            if self._runs.get(key) is making:
                del self._runs[key]
            raise


class WorkerPool:
    """The processes in which computer players and the coach run.

    Coaching never occupies all workers, so that computer players keep moving under any load.
    """

    def __init__(self, seconds: float) -> None:
        processors = cpu_count() or 1
        self.longest = seconds  # that a computer may think about a move
        self.limit = Limit(seconds=seconds)
        self._deadline = seconds + _GRACE + _START
        self._stop_files: dict[str, Path] = {}  # by key of a thought, which the file ends
        self._moves = FairLimiter(max(_MOVERS, processors))
        self._thoughts = FairLimiter(max(_THINKERS, processors // 2))
        self._coaching = FairLimiter(max(_COACHES, processors // 2))
        self._drawing = FairLimiter(_DRAWING)
        self._shared = SharedRuns(_MOST_SHARED)
        self._drawn = SharedRuns(_MOST_DRAWN)

    async def choose_move(
        self, name: str, position: Position, seconds: float | None = None, key: str = ""
    ) -> Move:
        """Return the move of a player; raises Overloaded, and Unsolved if a proof it needs fails.

        Where values are not proved, the player thinks for `seconds`, by default half of one, or
        until `move_now` of the key; never for longer than half a second while enough others do.
        """
        if can_solve(position.rules):
            return await self._run_job(self._moves, _choose_move, name, position, self.limit)
        seconds = min(seconds or _USUAL, self.longest)
        may_think_long = self._thoughts.free > 0 and can_search(position.rules)
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
        """Return the result of a function of the coach, in the language in use.

        Raises Overloaded and what the function raises.
        """
        return await self._run_job(self._coaching, job, *arguments)

    async def run_coach_once(self, job: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """Return the result of a function in the language in use; all who ask share one run.

        It is a job of the address that asked first. The latest results are remembered. Raises what
        `run_coach` raises.
        """
        run = partial(self.run_coach, job, *arguments)
        return await self._shared.join((current(), job, arguments), run)

    async def draw(self, job: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """Return a picture, as `run_coach_once` does; neither waits for the other."""
        run = partial(self._run_job, self._drawing, job, *arguments)
        return await self._drawn.join((current(), job, arguments), run)

    async def warm_up(self) -> None:
        """Start a worker and let it import what it needs before the first request."""
        # This may fail if the server shuts down meanwhile: nobody is waiting for it.
        with suppress(*_BROKEN, KeyboardInterrupt):
            async with self._moves.turn():
                await _run_in_worker(_choose_move, "medium", Rules().start(), self.limit)

    async def _run_job(
        self,
        limiter: FairLimiter,
        job: Callable[[*Arguments], T],
        *arguments: *Arguments,
    ) -> T:
        try:
            with fail_after(self._deadline):
                async with limiter.turn():
                    return await _run_in_worker(job, *arguments)
        except KeyboardInterrupt:  # Ctrl-C reaches the workers too, and they pass it on
            raise Overloaded(_("The server is restarting – try again in a moment")) from None
        except (TimeoutError, *_BROKEN) as error:
            log.warning("job failed or took too long", job=job.__name__, exc_info=error)
            raise Overloaded(_("That took too long – try again in a moment")) from None


async def _run_in_worker(job: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
    # The limit of a kind is that of its jobs, whose turn this is.
    run = partial(to_process.run_sync, cancellable=True, limiter=CapacityLimiter(inf))
    # A broken worker was usually killed while it was idle: try once more with another.
    with suppress(*_BROKEN):
        return await run(_in_language, current(), job, *arguments)
    return await run(_in_language, current(), job, *arguments)


def _in_language(language: str, job: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
    """Return the result of a function whose sentences are in a language."""
    with use(language):
        return job(*arguments)


def _choose_move(name: str, position: Position, limit: Limit) -> Move:
    return player(name).choose(position, limit).move


def _choose_until(name: str, position: Position, limit: Limit, file: Path) -> Move:
    """Return the move found until the limit, or until the file exists.

    This process shares nothing else with the one that waits for the move.
    """
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
