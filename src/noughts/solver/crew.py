"""The workers that do the jobs of a proof: processes of this machine, or any executors."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from ctypes import c_int64
from multiprocessing import get_context, parent_process
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

_NOTHING, _EVERYTHING = 0, -1

# The search whose jobs are to return early, in each worker. It has no lock, since a killed process
# might hold that for ever.
_stopped: c_int64 = c_int64(_NOTHING)

# Where a worker process leaves what it found. A pool whose process is killed amid a long answer
# waits for the rest of it for ever, so answers are short.
_folder: Path | None = None


class Crew:
    """Executors, each of which gets one job at a time, and how to make jobs return early.

    The same executor may be given several times. `stop` is called with the number of a search.
    """

    broken: tuple[type[BaseException], ...] = (BrokenExecutor,)  # errors that end the crew
    reason = "a worker process ended unexpectedly"  # for them
    lost: tuple[type[BaseException], ...] = ()  # errors of a job that others may do again

    def __init__(self, *executors: Executor, stop: Callable[[int], object] = lambda _: None):
        self._executors = executors
        self.stop = stop

    def executors(self) -> Sequence[Executor]:
        """Return those that work now; raises Unsolved if there will be none again.

        What one that is no longer among them has not done is given up.
        """
        return self._executors


def is_stopping(search: int = _EVERYTHING) -> bool:
    """True if the jobs of a search, or of this whole process, were asked to return early."""
    return _stopped.value in (search, _EVERYTHING)


def stop_search(search: int) -> None:
    """Let the jobs of a search in this process return early."""
    _stopped.value = search


def leave(entries: bytes) -> bytes | Path:
    """Return findings as they are handed over: in a worker process of this machine as a file."""
    if _folder is None:
        return entries
    with NamedTemporaryFile(dir=_folder, delete=False) as file:
        file.write(entries)
    return Path(file.name)


def collect(left: bytes | Path) -> bytes:
    """Return the findings that were left."""
    if isinstance(left, bytes):
        return left
    entries = left.read_bytes()
    left.unlink()
    return entries


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """Yield a crew of processes that end with the block, or with this process."""
    with _pools([1] * workers) as (pools, stop):  # a pool each, so that each is known
        yield Crew(*pools, stop=stop)


@contextmanager
def process_pool(workers: int) -> Iterator[Executor]:
    """Yield a pool of such processes; `is_stopping` tells them when the block ends."""
    with _pools([workers]) as (pools, _):
        yield pools[0]


@contextmanager
def _pools(sizes: list[int]) -> Iterator[tuple[list[ProcessPoolExecutor], Callable[[int], None]]]:
    """Yield pools of these sizes, and how to stop the jobs of a search in all of them."""
    context = get_context("spawn")
    stopped = context.RawValue(c_int64, _NOTHING)

    def stop(search: int) -> None:
        stopped.value = search

    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        pools = [
            stack.enter_context(ProcessPoolExecutor(size, context, _begin, (stopped, folder)))
            for size in sizes
        ]
        # Start all now: a pool that breaks while it starts a process waits for it for ever.
        wait(
            [
                pool.submit(os.getpid)
                for pool, size in zip(pools, sizes, strict=True)
                for _ in range(size)
            ]
        )
        try:
            yield pools, stop
        finally:
            stop(_EVERYTHING)


def _begin(stopped: c_int64, folder: Path) -> None:
    """Set a worker up; it ignores Ctrl-C, which the parent process handles."""
    global _stopped, _folder
    _stopped, _folder = stopped, folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker when its parent is killed; otherwise it would wait for ever."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
