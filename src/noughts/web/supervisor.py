"""Starts several server processes on one socket, and restarts those that end."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import TypeVarTuple

import structlog

from noughts.core.errors import NoughtsError

log = structlog.get_logger()

Arguments = TypeVarTuple("Arguments")

_TOO_SOON = 5  # processes that end in a row, with none staying up: something is wrong
_STAYED_UP = 10.0  # seconds
_STOP_TIMEOUT = 20.0  # seconds for a process to exit before it is killed


class WorkersFailed(NoughtsError):
    """Server processes that end as soon as they start."""


def supervise(count: int, work: Callable[[int, *Arguments], None], *arguments: *Arguments) -> None:
    """Run `work` in `count` processes until SIGINT or SIGTERM; replace those that end before.

    Each process gets its number, from 0; its replacement gets the same. Raises WorkersFailed if
    they end as soon as they start; the log has the reason.
    """
    context = multiprocessing.get_context("spawn")
    ending, end = context.Pipe(duplex=False)
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda _number, _frame: end.send(None))

    def start(number: int) -> SpawnProcess:
        process = context.Process(target=_run, args=(work, number, *arguments))
        process.start()
        return process

    processes = [start(number) for number in range(count)]
    try:
        _replace(processes, start, ending)
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(_STOP_TIMEOUT)
            process.kill()


def _replace(
    processes: list[SpawnProcess], start: Callable[[int], SpawnProcess], ending: Connection
) -> None:
    """Restart processes that end, until a signal arrives."""
    ended_early = 0
    while ended_early < _TOO_SOON:
        ended = wait([ending, *(process.sentinel for process in processes)], _STAYED_UP)
        if ending in ended:
            return
        ended_early = ended_early + len(ended) if ended else 0
        for number, process in enumerate(processes):
            if process.sentinel in ended:
                process.join()  # or its exit code would not be known yet
                log.warning("a server process ended", code=process.exitcode)
                processes[number] = start(number)
    raise WorkersFailed("the server processes end as soon as they start: the log says why")


def _run(work: Callable[[int, *Arguments], None], number: int, *arguments: *Arguments) -> None:
    """Run `work` until it ends or the parent process does."""
    Thread(target=_end_with_parent, daemon=True).start()
    work(number, *arguments)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
