"""The progress of long work: a live display on a terminal, occasional lines in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeAlias

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
            from rich.console import Console  # of the extra noughts[prove]
            from rich.live import Live
            from rich.table import Table
        except ImportError:
            pass
        else:

            def redraw(figures: Figures) -> None:
                table = Table.grid(padding=(0, 2))
                for name, figure in figures:
                    table.add_row(name, figure)
                live.update(table, refresh=True)

            with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
                yield _paced(redraw, 0.0, _REDRAWS, _REDRAWS)
            return
    yield _paced(_print, _FIRST_LINE, 2 * _FIRST_LINE, _SLOWEST) if in_pipe else lambda _: None


def _print(figures: Figures) -> None:
    print(summary(figures), file=sys.stderr, flush=True)


def summary(figures: Figures) -> str:
    """Figures in one line of text.

    >>> summary([("games", "12"), ("share", "0.5")])
    'games 12, share 0.5'
    """
    return ", ".join(f"{name} {figure}" for name, figure in figures)


def _paced(show: Callable[[Figures], None], first: float, pause: float, slowest: float) -> Show:
    """Show figures after pauses only, each twice as long as the last, and ask for no others."""
    due = monotonic() + first

    def show_if_due(figures: Callable[[], Figures]) -> None:
        nonlocal due, pause
        if monotonic() >= due:
            show(figures())
            due = monotonic() + pause
            pause = min(2 * pause, slowest)

    return show_if_due
