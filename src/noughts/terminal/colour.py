"""Colour for the marks; everything it says, brackets and letters say too."""

from __future__ import annotations

from collections.abc import Collection

from noughts.core.bits import Move
from noughts.core.drawing import Paint
from noughts.core.mark import Mark
from noughts.core.position import Position

_FAINT, _BOLD = "2", "1"
_COLOURS = {Mark.X: "36", Mark.O: "35"}  # cyan and magenta show on dark and light alike


def painter(position: Position, line: Collection[Move]) -> Paint:
    """Paint for a board: each side its colour, the winning line bold, empty squares faint."""

    def paint(square: Move, text: str) -> str:
        mark = position.mark_at(square)
        code = _FAINT if mark is None else _COLOURS[mark]
        if square in line:
            code = f"{_BOLD};{code}"
        return f"\x1b[{code}m{text}\x1b[0m"

    return paint
