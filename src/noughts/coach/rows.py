"""The rows a mark makes: fours, open threes and the like, for any number in a row.

They are what players of five in a row go by, and prove nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from noughts.core.bits import Move, squares
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules

_FEWEST_MARKS = 2  # in a row worth a name
_MOST_MISSING = 3  # marks; rows further from a win threaten nothing soon


@dataclass(frozen=True, slots=True)
class Row:
    """So many marks on a line, of which so many more would win.

    An open row that lacks one mark can be completed on two squares. One that lacks more can become
    an open row of one mark more.
    """

    length: int
    missing: int
    is_open: bool


def rows_made(position: Position, move: Move, mark: Mark) -> tuple[Row, ...]:
    """The rows that `mark` makes by a mark on a free square, the longest first; O(k³).

    >>> rows_made(Position.parse("......./......./..xx.../......./..oo... x 5"), 18, Mark.X)
    (Row(length=3, missing=2, is_open=True),)
    """
    own, other = position.marks(mark) | 1 << move, position.marks(mark.other)
    windows = _windows(position.rules, move)
    lacking = ([line & ~own for line in lines if not line & other] for lines in windows)
    rows = [row for each in lacking if (row := _row(position.rules.k, each)) is not None]
    return tuple(sorted(rows, key=lambda row: (row.length, row.is_open), reverse=True))


def by_rows(position: Position) -> tuple[Move, ...]:
    """The legal moves, those first that make the longest rows."""
    rows = {
        move: [(row.length, row.is_open) for row in rows_made(position, move, position.turn)]
        for move in position.moves
    }
    return tuple(sorted(rows, key=rows.__getitem__, reverse=True))


def open_lines(position: Position, move: Move) -> int:
    """How many lines through a free square hold no mark of the opponent's."""
    other = position.marks(position.turn.other)
    return sum(not line & other for lines in _windows(position.rules, move) for line in lines)


def _windows(rules: Rules, move: Move) -> Iterator[list[int]]:
    """The lines of k through a square, those of each direction together."""
    for way in rules.lines.directions:
        starts = (move - count * way.step for count in range(rules.k))
        yield [
            sum(1 << start + count * way.step for count in range(rules.k))
            for start in starts
            if start >= 0 and way.starts >> start & 1
        ]


def _row(k: int, lacking: list[int]) -> Row | None:
    """The longest row of one direction, if it is worth a name and not complete.

    `lacking` has, for each line that can still be completed, the squares it lacks.
    """
    fewest = min((each.bit_count() for each in lacking), default=k)
    if not 1 <= fewest <= min(_MOST_MISSING, k - _FEWEST_MARKS):
        return None
    return Row(k - fewest, fewest, _is_open(lacking, fewest))


def _is_open(lacking: list[int], fewest: int) -> bool:
    candidates = 0
    for each in lacking:
        if each.bit_count() == fewest:
            candidates |= each
    if fewest == 1:
        return candidates.bit_count() >= 2
    return any(
        _is_open([each & ~(1 << square) for each in lacking], fewest - 1)
        for square in squares(candidates)
    )
