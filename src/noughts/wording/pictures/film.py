"""A game as a film: its marks come one after the other, and at the end the line that won.

A film is shapes, frame by frame, which the server makes a GIF of: what every messenger shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from noughts.core import Game, Mark, squares
from noughts.wording.pictures.palette import INK, MARKS
from noughts.wording.pictures.shapes import Pen, Shape, Words
from noughts.wording.pictures.strokes import strokes
from noughts.wording.pictures.tile import BoardTile

WIDTH: Final = 480
HEIGHT: Final = 540

_SPACE, _RIM = 12, 18  # around the board
_PACE = 0.7  # seconds from move to move, or as many as make a long game ...
_LONGEST = 20.0  # ... last so long
_MOST = 100  # frames with marks: what a game of more than so many moves has comes by two or more
_REST = 3.0  # seconds at the end


@dataclass(frozen=True, slots=True)
class Frame:
    """Shapes on top of those before, and how many seconds they stay the latest."""

    shapes: tuple[Shape, ...]
    seconds: float


def film_of(game: Game) -> Iterator[Frame]:
    """Yield the frames of a game: those of its moves are as long as each other.

    >>> [frame.seconds for frame in film_of(Game().play("b2", "a1"))]
    [0.7, 0.7, 3.0]
    """
    end, moves = game.position, game.moves
    tile = BoardTile.within(end, _SPACE, _SPACE, WIDTH - 2 * _SPACE, _RIM)
    at_once = -(-len(moves) // _MOST) or 1
    pace = min(_PACE, _LONGEST * at_once / max(len(moves), 1))
    given = tile.marks(game.start, squares(game.start.occupied))
    shapes: tuple[Shape, ...] = (*tile.empty(), *given, *_name())
    for ply in range(0, len(moves), at_once):
        yield Frame(shapes, pace)
        shapes = tuple(tile.marks(end, moves[ply : ply + at_once]))
    won = tuple(tile.won(end.outcome))
    if won:
        yield Frame(shapes, pace)
        shapes = won
    yield Frame(shapes, _REST)


def _name() -> Iterator[Shape]:
    """Yield the name of the game below the board, between its marks."""
    top, size = 492, 26
    for mark, left in ((Mark.O, 63), (Mark.X, 391)):
        yield Pen(strokes(mark, left, top, size), 5, MARKS[mark])
    yield Words("noughts and crosses", top - 6, 31, 650, INK, left=99)
