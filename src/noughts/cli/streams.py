"""The output of a command: the streams, a console, the full screen, and progress."""

from __future__ import annotations

import codecs
import io
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import TextIO, TypeAlias

from noughts.terminal.console import Console, Size, is_plain, wants_colour
from noughts.wording.language import ngettext

_FIRST_LINE, _SLOWEST = 1.0, 60.0  # seconds; each pause is twice as long as the last
_REDRAWS = 0.1  # seconds apart: redrawing takes some milliseconds

Figures: TypeAlias = list[tuple[str, str]]  # names and figures, in order
Show: TypeAlias = Callable[[Callable[[], Figures]], None]

_PLAIN = {"–": "-", "…": "...", "×": "x", "\u00a0": " "}


def provide_missing_streams() -> None:
    """Open an empty stream for each one the process was started without, as by `noughts <&-`.

    Python sets such a stream to None. The new stream takes the missing descriptor, so that no file
    opened later can take it and receive text meant for the screen.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(descriptor, True)  # so that workers have it too
            stream = os.fdopen(descriptor, mode, encoding="utf-8", closefd=False)
            setattr(sys, name, stream)


def allow_any_text() -> None:
    """Let output stand in for characters that its encoding lacks, as those of a name may be."""
    codecs.register_error("plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Replace what cannot be encoded: plain punctuation for ours, else a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    letters = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in letters), error.end


def is_plain_here() -> bool:
    """True if line after line is written to standard output."""
    return is_plain(sys.stdin.buffer, sys.stdout, os.environ, sys.platform)


def standard_console(*, redraws: bool = False) -> Console:
    """Return a console on the standard streams; `redraws` redraws boards in place if possible."""
    source, sink = sys.stdin.buffer, sys.stdout
    console = Console(
        source,
        sink,
        colour=wants_colour(sink, os.environ, sys.platform),
        echo=not source.isatty(),
        redraws=redraws and not is_plain_here(),
        size=partial(_size, sink),
    )
    if console.redraws:
        console.settle_before_warnings()
    return console


def _size(sink: TextIO) -> Size | None:
    """Return the columns and rows of a terminal; None of what is none, or does not know."""
    try:
        columns, rows = os.get_terminal_size(sink.fileno())
    except (OSError, ValueError):
        return None
    return (columns, rows) if columns and rows else None


def is_full_screen_wanted(arguments: Namespace) -> bool:
    """True if the full screen is to open, rather than lines of text be written."""
    return not arguments.plain and can_open_full_screen()


def can_open_full_screen() -> bool:
    """True if there is a terminal for the full screen, and what draws it is installed."""
    if is_plain_here() or not sys.stderr.isatty():  # on which Textual draws
        return False
    from importlib.util import find_spec  # a game in a pipe has no use for it

    return find_spec("textual") is not None


@contextmanager
def progress(*, in_pipe: bool = True) -> Iterator[Show]:
    """Yield a function that shows the figures of long work; it asks for them when it does.

    They are redrawn on a terminal, or are a line there now and then if rich is not installed; in a
    pipe such a line, or with `in_pipe=False` nothing.
    """
    from importlib.util import find_spec

    is_at_terminal = sys.stderr.isatty()
    if not is_at_terminal or find_spec("rich") is None:  # of the extra noughts[prove]
        is_shown = is_at_terminal or in_pipe
        paced = _paced(_print, _FIRST_LINE, 2 * _FIRST_LINE, _SLOWEST)
        yield paced if is_shown else lambda _figures: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    def redraw(figures: Figures) -> None:
        table = Table.grid(padding=(0, 2))
        for name, figure in figures:
            table.add_row(name, figure)
        live.update(table, refresh=True)

    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
        yield _paced(redraw, 0.0, _REDRAWS, _REDRAWS)


def _print(figures: Figures) -> None:
    print(summary(figures), file=sys.stderr, flush=True)


def summary(figures: Figures) -> str:
    """Return figures in one line of text.

    >>> summary([("games", "12"), ("share", "0.5")])
    'games 12, share 0.5'
    """
    return ", ".join(f"{name} {figure}" for name, figure in figures)


def effort_text(nodes: int, seconds: float) -> str:
    """Return what an answer took, in a line.

    >>> effort_text(1, 0.25)
    '1 node, 0.250 s'
    """
    took = f"{seconds:.3f}"
    return ngettext(
        "{nodes} node, {seconds} s",
        "{nodes} nodes, {seconds} s",
        nodes,
        nodes=f"{nodes:,}",
        seconds=took,
    )


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
