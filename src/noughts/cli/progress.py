"""The progress of a proof: a live display on a terminal, occasional lines in a pipe."""

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

_FIRST_LINE, _SLOWEST = 1.0, 60.0  # seconds; each pause is twice as long as the last

Show = Callable[["Prover"], None]


@contextmanager
def shown() -> Iterator[Show]:
    """A function that shows the progress of a prover on standard error."""
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
    """A search in one line of text."""
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
    """Prints lines with increasing pauses."""

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
