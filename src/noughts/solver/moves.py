"""What every move is worth, and how the game goes if both play their best."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.solver.solve import solve
from noughts.solver.verdict import Limit, Value, Verdict


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the side that makes it.

    `plies` counts to the end under best play of both from then on, this move included.
    """

    value: Value
    plies: int


def values(position: Position, limit: Limit | None = None) -> dict[Move, MoveValue]:
    """The exact value of every legal move, in reading order; none when the game is over.

    Raises Unsolved where `solve` does. The limit holds for each move by itself.

    >>> values(Position.parse("xx./oo./..x o 3"))[5]
    MoveValue(value=Value.WIN, plies=1)
    """
    return {
        move: _before(solve(position.play_unchecked(move), limit)) for move in position.moves
    }


def best_line(position: Position, limit: Limit | None = None) -> tuple[Move, ...]:
    """The moves to the end if both sides play the lowest of their best squares.

    Raises Unsolved where `solve` does. The limit holds for each move by itself.

    >>> best_line(Position.parse("xo./.../... x 3"))
    (3, 6, 4, 2, 5)
    """
    line = []
    while not position.is_over:
        line.append(solve(position, limit).best[0])
        position = position.play_unchecked(line[-1])
    return tuple(line)


def _before(after: Verdict) -> MoveValue:
    assert after.plies is not None  # complete on every board `solve` takes
    return MoveValue(-after.value, after.plies + 1)
