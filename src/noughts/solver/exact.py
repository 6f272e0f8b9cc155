"""`solve`: the proved verdict on any position of a small board.

Results are cached in the tables of the board. Several threads may solve at once, since everything
they add to a table is true.
"""

from __future__ import annotations

from functools import lru_cache

from noughts.core.checks import check_type
from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver.board import Board
from noughts.solver.search import Search, value_and_plies
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
        known = _prove(Search(board, within), position)
        board.remember(key, known)
    return known


def sides(position: Position) -> tuple[int, int]:
    """The marks of the side to move and of its opponent: all that a value depends on."""
    if position.turn is Mark.X:
        return position.xs, position.os
    return position.os, position.xs


def _prove(search: Search, position: Position) -> Verdict:
    own, other = sides(position)
    score = search.score(own, other)
    value, plies = value_and_plies(score, position.empty.bit_count())
    return Verdict(value, plies, search.reaching(own, other, score), True, TABLE, search.nodes)


# A board's tables take 5 MB after an opening on 4×4:4, and at most 15.
@lru_cache(maxsize=8)
def board_of(rules: Rules) -> Board:
    """The tables of a board; raises TooLarge."""
    if not can_solve(rules):
        raise TooLarge(f"{rules} has {rules.size} squares: tables take at most {MOST_SQUARES}")
    return Board(rules)
