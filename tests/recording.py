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
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    import pexpect

TYPED = ("noughts --seed 2", "a1", "hint", "c1", "hint", "b2", "a3", "n")

_PROMPT = re.compile(r"\$ $|Your move \(X\): $|\[Y/n\] $")
_COLUMNS, _ROWS = 60, 16
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
.g {{ visibility: hidden }}
#page {{ transform: translateY({end}px) }}
@media (prefers-reduced-motion: no-preference) {{
text {{ animation: hidden 1ms backwards }}
.g {{ animation-name: shown; animation-fill-mode: none }}
#page {{ animation: scroll {seconds}s step-end }}
}}
@keyframes hidden {{ from {{ visibility: hidden }} }}
@keyframes shown {{ from, to {{ visibility: visible }} }}
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
    """Some letters of one colour, with their place and time, and when they are cleared."""

    time: float
    row: int
    column: int
    text: str
    style: str
    until: float | None = None


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
            time += _KEY
        shell.expect(_PROMPT)
        yield time, str(shell.before)
        shell.close()


def _shell(folder: Path) -> pexpect.spawn[str]:
    """A shell whose `noughts` is this checkout's, without packages, and so line by line."""
    import pexpect  # not on Windows

    command = Path(folder, "noughts")
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -S -m noughts "$@"\n')
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
    return pexpect.spawn("/bin/sh", env=environment, dimensions=size, encoding="utf-8", timeout=60)


def pieces(shown: Iterator[tuple[float, str]]) -> list[Piece]:
    """The letters of a session, split wherever the row, the colour or the time changes."""
    row = offset = 0  # the row in which the line begins, and how far it has come
    style = ""
    found: list[Piece] = []
    for time, text in shown:
        for part in re.split(r"(\r*\n|\x1b\[[\d;]*m|\x1b\[\d+A\r\x1b\[J)", text):
            if part.endswith("\n"):
                row, offset = row + max(offset - 1, 0) // _COLUMNS + 1, 0
            elif part.endswith("J"):
                row -= int(part[2:].split("A")[0])
                found = [_cleared(piece, row, time) for piece in found]
            elif part.startswith("\x1b"):
                style = _STYLES.get(part[2:-1], "")
            else:
                found += _wrapped(time, row, offset, part, style)
                offset += len(part)
    return found


def _cleared(piece: Piece, row: int, time: float) -> Piece:
    """A piece after everything from a row on was cleared."""
    stays = piece.row < row or piece.until is not None
    return piece if stays else replace(piece, until=time)


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
    seen = [piece for piece in shown if piece.text.strip() and piece.until != piece.time]
    return _SVG.format(
        width=round(2 * _MARGIN + _COLUMNS * _WIDTH),
        height=2 * _MARGIN + _ROWS * _HEIGHT,
        window=_ROWS * _HEIGHT,
        margin=_MARGIN,
        end=_offset(max(piece.row for piece in shown)),
        seconds=round(last.time, 2),
        scroll=_scroll(shown),
        description=escape("; ".join(TYPED)),
        texts="\n".join(map(_text, seen)),
    )


def _offset(row: int) -> int:
    return -_HEIGHT * max(row + 1 - _ROWS, 0)


def _scroll(shown: Sequence[Piece]) -> str:
    """The keyframes: where the page is from each time on."""
    rows = accumulate((piece.row for piece in shown), max)
    lowest = {piece.time: row for piece, row in zip(shown, rows, strict=True)}
    whole = shown[-1].time
    return " ".join(
        f"{100 * time / whole:.2f}% {{ transform: translateY({_offset(row)}px) }}"
        for time, row in lowest.items()
    )


def _text(piece: Piece) -> str:
    """One piece, as wide as it is in any monospaced font."""
    x, y = _MARGIN + piece.column * _WIDTH, piece.row * _HEIGHT + 14
    gone = "" if piece.until is None else "g"
    names = " ".join(filter(None, (piece.style, gone)))
    style = f' class="{names}"' if names else ""
    timing = [f"animation-delay:{piece.time:.2f}s"] if piece.time or gone else []
    if piece.until is not None:
        timing.append(f"animation-duration:{piece.until - piece.time:.2f}s")
    delay = f' style="{";".join(timing)}"' if timing else ""
    length = f'textLength="{len(piece.text) * _WIDTH:.1f}"'
    return f'<text x="{x:.1f}" y="{y}" {length}{style}{delay}>{escape(piece.text)}</text>'


def main() -> None:
    """Record the session again."""
    Path(sys.argv[1]).write_text(svg(pieces(session())), encoding="utf-8")


if __name__ == "__main__":
    main()
