"""How a proof gets on: a display that is kept up to date on a terminal, lines in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from noughts.core.notation import square_name

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from noughts.solver.prover import Progress, Prover

_FIRST_LINE, _SLOWEST = 1.0, 60.0  # seconds; from one line to the next twice as long

Show = Callable[["Prover"], None]


@contextmanager
def shown() -> Iterator[Show]:
    """Something to show a prover with, again and again, on the standard error stream."""
    if sys.stderr.isatty():
        try:
            from rich.live import Live  # noqa: PLC0415 - of the extra noughts[prove]
        except ImportError:
            pass
        else:
            with Live(console=_console(), transient=True, auto_refresh=False) as live:
                yield lambda prover: live.update(_block(prover), refresh=True)
            return
    yield _Lines().show


def summary(progress: Progress, width: int) -> str:
    """A search in one line, its line of moves in names of squares."""
    return ", ".join(f"{name} {figure}" for name, figure in _figures(progress, width))


def _figures(progress: Progress, width: int) -> list[tuple[str, str]]:
    rate = progress.nodes / progress.seconds if progress.seconds else 0.0
    return [
        ("seconds", f"{progress.seconds:,.1f}"),
        ("nodes", f"{progress.nodes:,}"),
        ("nodes a second", f"{rate:,.0f}"),
        (f"proof number of a win of {progress.maker}", f"{progress.proof:,}"),
        ("disproof number", f"{progress.disproof:,}"),
        ("line", " ".join(square_name(width, move) for move in progress.line)),
    ]


class _Lines:
    """A line now and then, the later the more seldom."""

    def __init__(self) -> None:
        self._pause = _FIRST_LINE
        self._next = monotonic() + self._pause

    def show(self, prover: Prover) -> None:
        if monotonic() >= self._next:
            width = prover.position.rules.width
            print(summary(prover.progress(), width), file=sys.stderr, flush=True)
            self._pause = min(2 * self._pause, _SLOWEST)
            self._next = monotonic() + self._pause


def _console() -> Console:
    from rich.console import Console  # noqa: PLC0415

    return Console(stderr=True)


def _block(prover: Prover) -> Table:
    from rich.table import Table  # noqa: PLC0415

    table = Table.grid(padding=(0, 2))
    for name, figure in _figures(prover.progress(), prover.position.rules.width):
        table.add_row(name, figure)
    return table
