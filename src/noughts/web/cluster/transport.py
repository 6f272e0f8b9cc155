"""What the processes that share a database tell each other, and what carries it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Protocol

import structlog

from noughts.core.errors import NoughtsError

CHANNEL = "noughts"
LARGEST = 7_900  # bytes of one notice: a NOTIFY of PostgreSQL carries less than 8,000
FIRST_PAUSE = 0.1  # seconds before a wire that broke is joined again; doubled each time
LONGEST_PAUSE = 5.0


class InvalidTransport(NoughtsError):
    """A wire that cannot be, and what to do."""


Hear = Callable[[str], None]

log = structlog.get_logger()


class Transport(Protocol):
    """Carries notices to every node, its own included; it may lose some, and then joins anew."""

    def tell(self, message: str) -> None:
        """Tell the other nodes a message, soon."""
        ...

    async def run(self, hear: Hear, joined: Callable[[], None]) -> None:
        """Hear notices for ever; `joined` is called whenever some may have been missed before."""
        ...

    async def close(self) -> None:
        """Tell what is still to be told."""
        ...


class Outbox:
    """Sends messages, those of one turn of the event loop and of a send under way together.

    What cannot be sent is lost, as on any wire: `send` raises one of the `failures`.
    """

    def __init__(
        self,
        send: Callable[[Sequence[str]], Awaitable[object]],
        failures: tuple[type[Exception], ...],
    ) -> None:
        self._send = send
        self._failures = failures
        self._waiting: list[str] = []
        self._work: asyncio.Task[None] | None = None

    def add(self, message: str) -> None:
        """Send a message soon."""
        self._waiting.append(message)
        if self._work is None:
            self._work = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Send what waits."""
        if self._work is not None:
            await self._work

    async def _run(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                await self._send(notices(waiting))
        except self._failures as error:
            log.warning("a notice was lost", reason=reason(error))
        finally:
            self._work = None


async def stay_joined(
    join: Callable[[Callable[[], None]], Awaitable[None]],
    joined: Callable[[], None],
) -> None:
    """Join a wire again whatever breaks it; `join` calls what it is given once it hears."""
    pause = FIRST_PAUSE

    def begin() -> None:
        nonlocal pause
        pause = FIRST_PAUSE
        joined()

    while True:
        try:
            await join(begin)
        except Exception as error:
            log.warning("the wire broke", reason=reason(error))
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def reason(error: Exception) -> str:
    """Why a wire broke, in a line."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def notices(messages: Sequence[str]) -> list[str]:
    """Messages put together into as few notices as can carry them.

    >>> [len(notice) for notice in notices(["x" * 5_000, "y" * 2_000, "z" * 2_000])]
    [7001, 2000]
    """
    together: dict[int, list[str]] = {}
    for message, number in zip(messages, numbers(messages), strict=True):
        together.setdefault(number, []).append(message)
    return ["\n".join(lines) for lines in together.values()]


def numbers(messages: Iterable[str]) -> Iterator[int]:
    """For each message the number of the notice that carries it."""
    number, size = 0, 0
    for message in messages:
        length = len(message.encode()) + 1
        if size + length > LARGEST and size:
            number, size = number + 1, 0
        size += length
        yield number
