"""A position on a card: its board beside a title or a medal, of the size that previews have."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Final

from noughts.core import Mark, Position, squares
from noughts.wording.pictures.palette import BOARD, BOARD_EDGE, INK, MARKS, PAPER, SOFT
from noughts.wording.pictures.shapes import MARGIN, Disc, Pen, Shape, Words, svg_of
from noughts.wording.pictures.strokes import strokes
from noughts.wording.pictures.tile import BoardTile

WIDTH: Final = 1200  # what most sites show whole
HEIGHT: Final = 630

_LEFT, _TOP, _SIDE = 600, 55, 520  # of the board
_RIM = 22


def board_card(position: Position, caption: str = "") -> list[Shape]:
    """Return a position beside the name of the game, with a caption or its size."""
    size = f"{position.rules.width}×{position.rules.height}"
    return [*_title(caption or size), *_board(position)]


def badge_card(position: Position, caption: str) -> list[Shape]:
    """Return a position beside a medal and what it is for."""
    return [*_medal(caption), *_board(position)]


def card_svg(card: list[Shape]) -> str:
    """Return a card as an SVG picture.

    >>> from noughts import Rules
    >>> card_svg(board_card(Rules().start())).count("</text>")
    3
    """
    return svg_of(card, WIDTH, HEIGHT, PAPER)


def _title(caption: str) -> Iterator[Shape]:
    for mark, left in ((Mark.O, MARGIN), (Mark.X, 225)):
        yield Pen(strokes(mark, left, 90, 135), 26, MARKS[mark])
    yield Words("noughts", 265, 92, 650, INK)
    yield Words("and crosses", 355, 76, 450, SOFT)
    # A short word is large; a sentence takes up to three lines beside the board.
    height = 60 if len(caption) < 8 else 46
    for at, line in enumerate(fill(caption, 20).split("\n")):
        yield Words(line, 460 + 50 * at, height, 600, INK)


def _medal(caption: str) -> Iterator[Shape]:
    """Yield a medal on a ribbon, with both marks, and below it what it is for."""
    x, y, radius = 270, 225, 105
    for foot, mark in ((x - 95, Mark.O), (x + 95, Mark.X)):
        top, end = (x - 0.3 * (x - foot), 60), (foot + 0.9 * (x - foot), y)
        yield Pen([[top, top, end, end]], 62, MARKS[mark])
    yield Disc(x, y, radius + 12, BOARD_EDGE)
    yield Disc(x, y, radius, BOARD)
    for mark, left in ((Mark.O, x - 80), (Mark.X, x + 6)):
        yield Pen(strokes(mark, left, y - 37, 74), 15, MARKS[mark])
    for at, line in enumerate(fill(caption, 16).split("\n")):
        yield Words(line, 370 + 72 * at, 68, 650, INK)
    yield Words("noughts and crosses", 540, 36, 450, SOFT)


def _board(position: Position) -> Iterator[Shape]:
    """Yield the board on its tile, as large as it goes."""
    tile, outcome = BoardTile.within(position, _LEFT, _TOP, _SIDE, _RIM), position.outcome
    yield from tile.empty()
    won = outcome.squares if outcome is not None else ()
    yield from tile.marks(position, (at for at in squares(position.occupied) if at not in won))
    yield from tile.won(outcome)
