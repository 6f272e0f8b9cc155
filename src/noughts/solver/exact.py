"""The proved verdict on any position of a small board, what every move is worth, and the best line.

Results are cached in the tables of the board. Several threads may solve at once, since everything
they add to a table is true.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver.search import Board, Search, value_and_plies
from noughts.solver.verdict import NO_LIMIT, RULES, TABLE, Limit, Value, Verdict, limit_or_none

MOST_SQUARES = 16
MOST_PROVED = 128  # squares of a board the prover takes: the bits of the kernels' largest word


class TooLarge(Unsolved):
    """The board has more squares than can be searched to the end."""


def can_solve(rules: Rules) -> bool:
    """True if `solve` proves every position of a board: up to 16 squares, 4×4 and all others.

    >>> can_solve(Rules(4, 4, 4)), can_solve(Rules(5, 4, 4))
    (True, False)
    """
    return rules.size <= MOST_SQUARES


def solve(position: Position, limit: Limit | None = None) -> Verdict:
    """The proved, complete verdict on a position of at most sixteen squares, or on a finished one.

    Raises TooLarge for a larger board, which `noughts.atlas.solve` takes too, Unsolved when the
    limit runs out, and WrongType. A cached answer takes 0.5 µs. Without a cache, the start of 3×3
    takes 0.5 ms and that of 4×4:4 takes 0.06 s. The slowest start of all boards, 16×1:5, takes
    0.3 s; none of 40 random positions on each board took longer.

    >>> verdict = solve(Position.parse("xo./.../... x 3"))
    >>> verdict.value, verdict.plies, verdict.best
    (Value.WIN, 5, (3, 4, 6))
    """
    # No call unless something is wrong: each would add a twelfth to a cached answer.
    if type(position) is not Position:
        check_type(position, Position, "the position")
    within = NO_LIMIT if limit is None else limit_or_none(limit)
    if position.is_over:
        value = Value.LOSS if position.has_winner else Value.DRAW
        return Verdict(value, 0, (), True, RULES, 0)
    board = board_of(position.rules)
    own, other = sides(position)
    key = own << board.size | other
    known = board.verdicts.get(key)
    if known is None:
        search = Search(board, within)
        score = search.score(own, other)
        value, plies = value_and_plies(score, position.empty.bit_count())
        best = search.reaching(own, other, score)
        known = Verdict(value, plies, best, True, TABLE, search.nodes)
        board.remember(key, known)
    return known


def sides(position: Position) -> tuple[int, int]:
    """The marks of the side to move and of its opponent: all that a value depends on."""
    if position.turn is Mark.X:
        return position.xs, position.os
    return position.os, position.xs


# A board's tables take 5 MB after an opening on 4×4:4, and at most 15.
@lru_cache(maxsize=8)
def board_of(rules: Rules) -> Board:
    """The tables of a board; raises TooLarge."""
    if not can_solve(rules):
        raise TooLarge(f"{rules} has {rules.size} squares: tables take at most {MOST_SQUARES}")
    return Board(rules)


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
