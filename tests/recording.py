"""A real game at a real terminal, recorded as an SVG that plays once, or shows its end at once
where reduced motion is preferred.

As a program it writes the recording into the file it is given. The session is typed into a shell;
only the pauses are artificial, so that the same session always gives the same file.
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    import pexpect

TYPED = ("noughts --seed 2", "1", "hint", "3", "hint", "5", "7", "n")

_PROMPT = re.compile(r"\$ $|Your move \(X\): $|\[Y/n\] $")
_COLUMNS, _ROWS = 60, 24
_THINKING, _KEY = 1.4, 0.12  # seconds, before a line is typed and for each key
_WIDTH, _HEIGHT, _MARGIN = 8.4, 19, 16  # of a letter at 14 px
_STYLES = {"2": "f", "36": "x", "35": "o", "1;36": "x b", "1;35": "o b"}

_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img"
 viewBox="0 0 {width} {height}">
<title>A game at the terminal</title>
<desc>{description}</desc>
<style>
svg {{ font: 14px ui-monospace, Menlo, Consolas, monospace; fill: #ebe8e2 }}
text {{ white-space: pre }}
.f {{ fill: #8d949c }}
.x {{ fill: #86b8ff }}
.o {{ fill: #ff9d6c }}
.b {{ font-weight: bold }}
#page {{ transform: translateY({end}px) }}
@media (prefers-reduced-motion: no-preference) {{
text {{ animation: hidden 1ms backwards }}
#page {{ animation: scroll {seconds}s step-end }}
}}
@keyframes hidden {{ from {{ visibility: hidden }} }}
@keyframes scroll {{ {scroll} }}
</style>
<rect width="100%" height="100%" rx="8" fill="#15181c"/>
<svg y="{margin}" width="{width}" height="{window}"><g id="page">
{texts}
</g></svg>
</svg>
"""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some letters of one colour, with their place and time."""

    time: float
    row: int
    column: int
    text: str
    style: str


def session(typed: Sequence[str] = TYPED) -> Iterator[tuple[float, str]]:
    """The output of the terminal, in order, each part with its time in seconds."""
    time = 0.0
    with tempfile.TemporaryDirectory() as folder:
        shell = _shell(Path(folder))
        for line in typed:
            shell.expect(_PROMPT)
            yield time, f"{shell.before}{shell.after}"
            time += _THINKING
            for key in line:
                shell.send(key)
                shell.expect_exact(key)
                time += _KEY
                yield time, key
            shell.send("\n")
        shell.expect(_PROMPT)
        yield time, str(shell.before)
        shell.close()


def _shell(folder: Path) -> pexpect.spawn[str]:
    """A shell whose `noughts` is this checkout's."""
    import pexpect  # noqa: PLC0415 - not on Windows

    command = Path(folder, "noughts")
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m noughts "$@"\n')
    command.chmod(0o755)
    Path(folder, "inputrc").write_text("set enable-bracketed-paste off\n")  # where sh is bash
    source = Path(__file__).parents[1] / "src"
    environment = {
        "HOME": str(folder),
        "INPUTRC": f"{folder}/inputrc",
        "LANG": "C.UTF-8",
        "PATH": f"{folder}:/usr/bin:/bin",
        "PS1": "$ ",
        "PYTHONPATH": str(source),
        "TERM": "xterm-256color",
    }
    size = (_ROWS, _COLUMNS)
    return pexpect.spawn("/bin/sh", env=environment, dimensions=size, encoding="utf-8", timeout=30)


def pieces(shown: Iterator[tuple[float, str]]) -> Iterator[Piece]:
    """The letters of a session, split wherever the row, the colour or the time changes."""
    row = offset = 0  # the row in which the line begins, and how far it has come
    style = ""
    for time, text in shown:
        for part in re.split(r"(\r*\n|\x1b\[[\d;]*m)", text):
            if part.endswith("\n"):
                row, offset = row + max(offset - 1, 0) // _COLUMNS + 1, 0
            elif part.startswith("\x1b"):
                style = _STYLES.get(part[2:-1], "")
            else:
                yield from _wrapped(time, row, offset, part, style)
                offset += len(part)


def _wrapped(time: float, row: int, offset: int, text: str, style: str) -> Iterator[Piece]:
    """A piece for each row that a text reaches into."""
    while text:
        down, column = divmod(offset, _COLUMNS)
        fits = text[: _COLUMNS - column]
        yield Piece(time, row + down, column, fits, style)
        text, offset = text[len(fits) :], offset + len(fits)


def svg(shown: Sequence[Piece]) -> str:
    """The recording: each piece appears at its time, and the page moves up as lines come."""
    last = shown[-1]
    return _SVG.format(
        width=round(2 * _MARGIN + _COLUMNS * _WIDTH),
        height=2 * _MARGIN + _ROWS * _HEIGHT,
        window=_ROWS * _HEIGHT,
        margin=_MARGIN,
        end=_offset(last.row),
        seconds=round(last.time, 2),
        scroll=_scroll(shown),
        description=escape("; ".join(TYPED)),
        texts="\n".join(_text(piece) for piece in shown if piece.text.strip()),
    )


def _offset(row: int) -> int:
    return -_HEIGHT * max(row + 1 - _ROWS, 0)


def _scroll(shown: Sequence[Piece]) -> str:
    """The keyframes: where the page is from each time on."""
    lowest = {piece.time: piece.row for piece in shown}
    whole = shown[-1].time
    return " ".join(
        f"{100 * time / whole:.2f}% {{ transform: translateY({_offset(row)}px) }}"
        for time, row in lowest.items()
    )


def _text(piece: Piece) -> str:
    """One piece, as wide as it is in any monospaced font."""
    x, y = _MARGIN + piece.column * _WIDTH, piece.row * _HEIGHT + 14
    style = f' class="{piece.style}"' if piece.style else ""
    delay = f' style="animation-delay:{piece.time:.2f}s"' if piece.time else ""
    length = f'textLength="{len(piece.text) * _WIDTH:.1f}"'
    return f'<text x="{x:.1f}" y="{y}" {length}{style}{delay}>{escape(piece.text)}</text>'


def main() -> None:
    """Record the session again."""
    Path(sys.argv[1]).write_text(svg(list(pieces(session()))), encoding="utf-8")


if __name__ == "__main__":
    main()
