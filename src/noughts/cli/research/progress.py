"""The progress of long work: a live display on a terminal, occasional lines in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from noughts.core.notation import square_name

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from noughts.solver.prover import Progress

_FIRST_LINE, _SLOWEST = 1.0, 60.0  # seconds; each pause is twice as long as the last
_REDRAWS = 0.1  # seconds apart: redrawing takes some milliseconds

Figures: TypeAlias = list[tuple[str, str]]  # names and figures, in order
Show: TypeAlias = Callable[[Callable[[], Figures]], None]


@contextmanager
def shown(*, in_pipe: bool = True) -> Iterator[Show]:
    """A function that shows figures on standard error; it asks for them when it does.

    Where that is no terminal, it prints a line now and then, or with `in_pipe=False` nothing.
    """
    if sys.stderr.isatty():
        try:
            from rich.live import Live  # noqa: PLC0415 - of the extra noughts[prove]
        except ImportError:
            pass
        else:
            with Live(console=_console(), transient=True, auto_refresh=False) as live:
                yield _seldom(lambda figures: live.update(_block(figures()), refresh=True))
            return
    yield _Lines().show if in_pipe else lambda _: None


def summary(figures: Figures) -> str:
    """Figures in one line of text.

    >>> summary([("games", "12"), ("share", "0.5")])
    'games 12, share 0.5'
    """
    return ", ".join(f"{name} {figure}" for name, figure in figures)


def proof_figures(progress: Progress, width: int) -> Figures:
    """How far a proof is."""
    rate = progress.nodes / progress.seconds if progress.seconds else 0.0
    return [
        ("seconds", f"{progress.seconds:,.1f}"),
        ("nodes", f"{progress.nodes:,}"),
        ("nodes a second", f"{rate:,.0f}"),
        (f"proof number of a win of {progress.maker}", f"{progress.proof:,}"),
        ("disproof number", f"{progress.disproof:,}"),
        ("line", " ".join(square_name(width, move) for move in progress.line)),
    ]


def _seldom(show: Show) -> Show:
    """The same function, which does nothing shortly after it has shown something."""
    due = monotonic()

    def show_if_due(figures: Callable[[], Figures]) -> None:
        nonlocal due
        if monotonic() >= due:
            show(figures)
            due = monotonic() + _REDRAWS

    return show_if_due


class _Lines:
    """Prints lines with increasing pauses."""

    def __init__(self) -> None:
        self._pause = _FIRST_LINE
        self._next = monotonic() + self._pause

    def show(self, figures: Callable[[], Figures]) -> None:
        if monotonic() >= self._next:
            print(summary(figures()), file=sys.stderr, flush=True)
            self._pause = min(2 * self._pause, _SLOWEST)
            self._next = monotonic() + self._pause


def _console() -> Console:
    from rich.console import Console  # noqa: PLC0415

    return Console(stderr=True)


def _block(figures: Figures) -> Table:
    from rich.table import Table  # noqa: PLC0415

    table = Table.grid(padding=(0, 2))
    for name, figure in figures:
        table.add_row(name, figure)
    return table
