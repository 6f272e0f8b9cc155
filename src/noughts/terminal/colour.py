"""Colour for the marks; brackets and letters carry the same information."""

from __future__ import annotations

from collections.abc import Collection

from noughts.core.bits import Move
from noughts.core.drawing import Paint
from noughts.core.mark import Mark
from noughts.core.position import Position

_FAINT, _BOLD = "2", "1"
_COLOURS = {Mark.X: "36", Mark.O: "35"}  # cyan and magenta are readable on dark and light


def painter(position: Position, line: Collection[Move]) -> Paint:
    """A painter for a board: a colour for each side, bold winning lines, faint empty squares."""

    def paint(square: Move, text: str) -> str:
        mark = position.mark_at(square)
        code = _FAINT if mark is None else _COLOURS[mark]
        if square in line:
            code = f"{_BOLD};{code}"
        return f"\x1b[{code}m{text}\x1b[0m"

    return paint
