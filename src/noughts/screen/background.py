"""Work in threads that never keep the program from ending."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def in_background(work: Callable[[], T]) -> T:
    """The result of some work, done in a thread of its own; raises what it raises.

    Who no longer waits, because of a new game for example, never hears of it.
    """
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # it can no longer be cancelled, only be ignored
    context = copy_context()  # the language is in it

    def run() -> None:
        try:
            future.set_result(context.run(work))
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True, name="noughts").start()
    return await asyncio.wrap_future(future)
