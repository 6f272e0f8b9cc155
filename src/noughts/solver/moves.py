"""What every move is worth, and how the game goes with best play."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.position import Position
from noughts.solver.exact import board_of, sides, solve
from noughts.solver.search import Search, value_and_plies
from noughts.solver.verdict import Limit, Value, limit_or_none


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the side that makes it.

    `plies` counts to the end under best play, including this move. It is None where only the value
    is proved.
    """

    value: Value
    plies: int | None


def values(position: Position, limit: Limit | None = None) -> dict[Move, MoveValue]:
    """The exact value of every legal move, in reading order; none when the game is over.

    Raises Unsolved where `solve` does; the limit covers all moves together.

    >>> values(Position.parse("xx./oo./..x o 3"))[5]
    MoveValue(value=Value.WIN, plies=1)
    """
    check_type(position, Position, "the position")
    if position.is_over:
        return {}
    search = Search(board_of(position.rules), limit_or_none(limit))
    own, other = sides(position)
    empties = position.empty.bit_count()
    return {
        move: MoveValue(*value_and_plies(-search.score(other, own | 1 << move), empties))
        for move in position.moves
    }


def keeping_moves(position: Position, limit: Limit | None = None) -> tuple[Move, ...]:
    """The moves that keep the value for the side to move; in a lost position, all of them.

    Costs less than `values`. Raises Unsolved where `solve` does.

    >>> keeping_moves(Position.parse("x../.../... o 3"))
    (4,)
    """
    check_type(position, Position, "the position")
    if position.is_over:
        return ()
    search = Search(board_of(position.rules), limit_or_none(limit))
    own, other = sides(position)
    value = search.value(own, other)
    if value is Value.LOSS:
        return position.moves
    return search.reaching(own, other, int(value))


def best_line(position: Position, limit: Limit | None = None) -> tuple[Move, ...]:
    """The moves to the end if both sides always play the lowest of their best squares.

    Raises Unsolved where `solve` does. The limit applies to each move; the first takes longest.

    >>> best_line(Position.parse("xo./.../... x 3"))
    (3, 6, 4, 2, 5)
    """
    check_type(position, Position, "the position")
    line = []
    while not position.is_over:
        line.append(solve(position, limit).best[0])
        position = position.play_unchecked(line[-1])
    return tuple(line)
