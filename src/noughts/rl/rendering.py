"""Boards for people, in each of the render modes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from noughts.core.bits import Move
from noughts.core.drawing import draw, number_labels
from noughts.core.grammar import listing
from noughts.core.mark import Mark
from noughts.core.notation import quote
from noughts.core.position import Position
from noughts.rl.errors import UnsupportedMode

Picture: TypeAlias = NDArray[np.uint8]  # (rows, columns, 3)

RENDER_METADATA: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 4}

SQUARE_PIXELS = 48
_STROKE = 0.09  # of a square: half the width of the lines that make a mark
_PAPER, _RULE, _CROSS, _NOUGHT, _WON = (
    (255, 255, 255),
    (140, 140, 140),
    (20, 60, 150),
    (180, 40, 20),
    (255, 232, 150),
)


def check_render_mode(mode: str | None) -> None:
    """Raise Gymnasium's UnsupportedMode for a mode that does not exist."""
    modes = RENDER_METADATA["render_modes"]
    if mode is not None and mode not in modes:
        raise UnsupportedMode(f"render_mode is {listing(modes, 'or')}, not {quote(str(mode))}")


def render(position: Position, last: Move | None, mode: str | None) -> str | Picture | None:
    """The board as text (`ansi`) or as pixels (`rgb_array`); `human` prints the text."""
    match mode:
        case "ansi":
            return text(position, last)
        case "rgb_array":
            return picture(position)
        case "human":
            print(text(position, last), end="\n\n")
        case _:
            logger.warn("render() shows nothing without a render_mode: name one at the start")
    return None


def text(position: Position, last: Move | None) -> str:
    """The board with the number of each empty square, which is the action that takes it."""
    outcome = position.outcome
    labels = number_labels(position.rules, first=0)
    line = outcome.squares if outcome else ()
    return draw(position, labels=labels, line=line, last=last)


def picture(position: Position) -> Picture:
    """The board in pixels, with a winning line highlighted."""
    outcome, rules, side = position.outcome, position.rules, SQUARE_PIXELS
    won = outcome.squares if outcome else frozenset()
    pixels = np.empty((rules.height * side, rules.width * side, 3), np.uint8)
    for square in range(rules.size):
        row, column = divmod(square, rules.width)
        tile = _tile(position.mark_at(square), won=square in won)
        pixels[row * side : (row + 1) * side, column * side : (column + 1) * side] = tile
    return pixels


@lru_cache(maxsize=6)
def _tile(mark: Mark | None, *, won: bool) -> Picture:
    across = (np.arange(SQUARE_PIXELS) + 0.5) / SQUARE_PIXELS * 2 - 1  # from -1 to 1
    x, y = across[np.newaxis, :], across[:, np.newaxis]
    tile = np.empty((SQUARE_PIXELS, SQUARE_PIXELS, 3), np.uint8)
    tile[:] = _WON if won else _PAPER
    if mark is Mark.X:
        strokes = np.minimum(abs(x - y), abs(x + y)) < 2 * _STROKE
        tile[strokes & (np.maximum(abs(x), abs(y)) < 0.6)] = _CROSS
    elif mark is Mark.O:
        tile[abs(np.hypot(x, y) - 0.55) < 1.4 * _STROKE] = _NOUGHT
    tile[[0, -1], :] = tile[:, [0, -1]] = _RULE
    return tile
