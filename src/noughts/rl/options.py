"""The options of the environments, the errors of wrong ones, and the render modes.

The errors are both Gymnasium's and ours, so that handlers for either library catch them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from gymnasium import error, logger
from numpy.typing import NDArray

from noughts.core import Mark, Move, Position
from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction, NoughtsError
from noughts.core.notation import quote
from noughts.wording.drawing import draw
from noughts.wording.grammar import listing

SEATS = {"x": Mark.X, "o": Mark.O, "random": None}

Picture: TypeAlias = NDArray[np.uint8]  # (rows, columns, 3)

RENDER_METADATA: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 4}

SQUARE_PIXELS = 48
_STROKE = 0.09  # of a square: half the width of the lines that make a mark
_PAPER = (255, 255, 255)
_RULE = (140, 140, 140)
_CROSS = (20, 60, 150)
_NOUGHT = (180, 40, 20)
_WON = (255, 232, 150)


class InvalidAction(IllegalAction, error.InvalidAction):
    """An action that is not a square of the board, or a square that is taken."""


class ResetNeeded(IllegalAction, error.ResetNeeded):
    """A step before the first reset or after the end of an episode."""


class InvalidOption(NoughtsError, ValueError):
    """An option of an environment with an invalid value."""


class UnsupportedMode(InvalidOption, error.UnsupportedMode):
    """A render mode that does not exist."""


def check_option(
    name: str, value: str, values: Iterable[str], kind: type[InvalidOption] = InvalidOption
) -> None:
    """Raise InvalidOption, or the given kind of it, unless the value is one of these; WrongType."""
    check_type(value, str, name)
    if value not in tuple(values):
        raise kind(f"{name} is {listing(values, 'or')}, not {quote(value)}")


def render(position: Position, last: Move | None, mode: str | None) -> str | Picture | None:
    """Return the board as text (`ansi`) or as pixels (`rgb_array`); `human` prints the text."""
    if mode is None:
        logger.warn("render() shows nothing without a render_mode: name one at the start")
        return None
    if mode == "rgb_array":
        return picture(position)
    line = position.outcome.squares if position.outcome else ()
    text = draw(position, line=line, last=last)
    if mode == "ansi":
        return text
    print(text, end="\n\n")
    return None


def picture(position: Position) -> Picture:
    """Return the board in pixels, with a winning line highlighted."""
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
