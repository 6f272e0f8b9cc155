"""The boxes of a machine: one for each position, up to symmetry, in which it has a choice.

X begins. A position counts if it is the machine's turn, the game goes on, and more than one square
is free: 304 for X and 289 for O. Michie (1963) speaks of 287. That is 304 without the 17 positions
of X's fourth move in which O threatens to win on two squares and X cannot win first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from noughts.core import Mark, Move, Position, Rules
from noughts.core.symmetry import Symmetry, canonical, symmetries, transform

BOARD = Rules()
STAGES = 4  # moves of one side in which it has a choice


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its number, from 1, the position drawn on it, and the squares it has beads for."""

    number: int
    position: Position
    squares: tuple[Move, ...]

    @property
    def stage(self) -> int:
        """Which of the machine's moves is made from it, from 0."""
        return self.position.plies // 2


@dataclass(frozen=True, slots=True)
class Place:
    """The box for a position, which may lie turned or mirrored, and what its beads mean there."""

    box: int  # its index
    squares: tuple[Move, ...]  # where each bead goes; the first one of squares that are alike
    beads: Mapping[Move, int]  # which bead stands for a square


@dataclass(frozen=True, slots=True)
class Cabinet:
    """All boxes of one side, and the place of each of its positions, by the marks of X and O."""

    boxes: tuple[Box, ...]
    places: Mapping[tuple[int, int], Place]

    def place(self, position: Position) -> Place | None:
        """Return the place of a position; None where there is no choice, or the other side's."""
        return self.places.get((position.xs, position.os))


@cache
def cabinet(mark: Mark, *, shares: bool) -> Cabinet:
    """Return the boxes of a side, in which squares that are alike may share a bead.

    >>> len(cabinet(Mark.X, shares=True).boxes), len(cabinet(Mark.O, shares=True).boxes)
    (304, 289)
    """
    classes: dict[Position, list[Position]] = {}
    for position in _choices(mark):
        classes.setdefault(canonical(position), []).append(position)
    boxes, places = [], {}
    for index, drawn in enumerate(sorted(classes, key=lambda box: (box.plies, box.xs, box.os))):
        alike = _alike(drawn) if shares else {move: move for move in drawn.moves}
        squares = tuple(move for move in drawn.moves if alike[move] == move)
        boxes.append(Box(index + 1, drawn, squares))
        for position in classes[drawn]:
            turn = next(_turns(position, drawn))
            beads = {move: squares.index(alike[turn[move]]) for move in position.moves}
            first = {bead: move for move, bead in reversed(beads.items())}
            where = tuple(first[bead] for bead in range(len(squares)))
            places[position.xs, position.os] = Place(index, where, beads)
    return Cabinet(tuple(boxes), places)


def _choices(mark: Mark) -> Iterator[Position]:
    """Yield every position in which a side has a choice, those of earlier plies first."""
    ply = {BOARD.start(): None}
    while ply:
        ply = {position: None for position in ply if len(position.moves) > 1}
        yield from (position for position in ply if position.turn is mark)
        ply = dict.fromkeys(
            position.play_unchecked(move) for position in ply for move in position.moves
        )


def _turns(position: Position, drawn: Position) -> Iterator[Symmetry]:
    """Yield the turns and reflections that make a position the one drawn on a box."""
    for symmetry in symmetries(BOARD.width, BOARD.height):
        marks = transform(position.xs, symmetry), transform(position.os, symmetry)
        if marks == (drawn.xs, drawn.os):
            yield symmetry


def _alike(drawn: Position) -> dict[Move, Move]:
    """Return for each free square the first one that is alike by the symmetry of the position."""
    turns = tuple(_turns(drawn, drawn))
    return {move: min(turn[move] for turn in turns) for move in drawn.moves}


def stages(boxes: tuple[Box, ...]) -> tuple[int, ...]:
    """Return how many boxes there are for each of the machine's moves.

    >>> stages(cabinet(Mark.X, shares=True).boxes)
    (1, 12, 108, 183)
    """
    return tuple(len(tuple(group)) for _, group in groupby(boxes, key=lambda box: box.stage))
