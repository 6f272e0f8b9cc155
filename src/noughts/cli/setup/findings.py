"""What `noughts doctor` finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum


class State(Enum):
    """How something is."""

    OK = "ok"
    NOTE = "note"  # it works, though not all of it, or there is something to know
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, and what to do about it if anything."""

    name: str
    state: State
    text: str
    advice: str = ""


Check = Callable[[], Iterator[Finding]]


def look(name: str, check: Check) -> Iterator[Finding]:
    """The findings of a check; if it fails, how.

    It may meet anything, such as a library that was half removed, and that is what it is to tell.
    """
    try:
        yield from check()
    except Exception as error:
        reason = str(error) or type(error).__name__
        yield Finding(name, State.BROKEN, reason)
