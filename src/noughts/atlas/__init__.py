"""The one place to ask what is known of a position: by the tables, the atlas or the prover.

Boards of up to 16 squares are solved completely. On larger ones a certificate of the atlas answers
where its strategy leads, and the prover within the limit elsewhere, on up to 128 squares. The atlas
itself, the values of many boards with a certificate each, is in `noughts.atlas.table`.
"""

from __future__ import annotations

from noughts.atlas.oracle import Oracle, finished
from noughts.atlas.small import SmallOracle, small_verdict
from noughts.core import Move, Position, PositionLike, Rules, as_position
from noughts.core.checks import as_type
from noughts.solver.exact import MOST_SQUARES, can_solve
from noughts.solver.verdict import NO_LIMIT, Limit, MoveValue, Verdict, limit_or_none

__all__ = ["best_line", "is_proved", "keeping_moves", "oracle_for", "solve", "values"]

# What only larger boards need is imported for them: it takes 20 ms.


def is_proved(rules: Rules | str) -> bool:
    """True if the value of a board is proved: by the tables or in the atlas. Raises WrongType.

    >>> is_proved(Rules(5, 6, 4)), is_proved(Rules(15, 15, 5))
    (True, False)
    """
    rules = as_type(rules, Rules, "the board")
    if can_solve(rules):
        return True
    from noughts.atlas.table import find_entry

    entry = find_entry(rules)
    return entry is not None and entry.proof is not None


def oracle_for(rules: Rules | str, limit: Limit | None = None) -> Oracle:
    """Return the oracle of a board, with one limit for all that it is asked; raises WrongType."""
    rules, limit = as_type(rules, Rules, "the board"), limit_or_none(limit)
    if rules.size <= MOST_SQUARES:
        return SmallOracle(rules, limit)
    from noughts.atlas.large import LargeOracle

    return LargeOracle(rules, limit)


def solve(position: PositionLike, limit: Limit | None = None) -> Verdict:
    """Return the proved verdict on a position, complete on up to 16 squares.

    Raises Unsolved where the value cannot be proved within the limit, and WrongType. Without a
    limit, boards of up to 16 squares are always solved; on larger ones the prover then takes about
    a second at most. A cached answer on a small board takes 0.5 µs. Without a cache, the start of
    3×3 takes 0.5 ms and that of 4×4:4 takes 0.06 s. The slowest start of all small boards, 16×1:5,
    takes 0.3 s; none of 40 random positions on each board took longer.

    >>> verdict = solve("xo./.../... x 3")
    >>> verdict.value, verdict.plies, verdict.best
    (Value.WIN, 5, (3, 4, 6))
    >>> solve(Rules.parse("6x5:4").start()).value
    Value.WIN
    """
    # No call unless something is wrong: each would add a twelfth to a cached answer.
    if type(position) is not Position:
        position = as_position(position)
    within = NO_LIMIT if limit is None else limit_or_none(limit)
    if position.is_over:
        return finished(position)
    return small_verdict(position, within) or oracle_for(position.rules, within).solve(position)


def values(position: PositionLike, limit: Limit | None = None) -> dict[Move, MoveValue]:
    """Return the proved value of every legal move, in reading order; none when the game is over.

    Raises Unsolved and WrongType as `solve` does. On more than 16 squares, moves whose value is not
    proved within the limit are left out, and it raises Unsolved if that leaves none.

    >>> values("xx./oo./..x o 3")[5]
    MoveValue(value=Value.WIN, plies=1)
    """
    position = as_position(position)
    return oracle_for(position.rules, limit).values(position)


def keeping_moves(position: PositionLike, limit: Limit | None = None) -> tuple[Move, ...]:
    """Return all moves that keep the value for the side to move; in a lost position, every move.

    Costs less than `values`. Raises Unsolved, also where some move is not settled, and WrongType.

    >>> keeping_moves("x../.../... o 3")
    (4,)
    """
    position = as_position(position)
    return oracle_for(position.rules, limit).keeping_moves(position)


def best_line(position: PositionLike, limit: Limit | None = None) -> tuple[Move, ...]:
    """Return a line of best play, to the end or, on more than 16 squares, as far as it is proved.

    On up to 16 squares both sides always play the lowest of their best squares. Raises Unsolved and
    WrongType as `solve` does. The limit is for the whole line.

    >>> best_line("xo./.../... x 3")
    (3, 6, 4, 2, 5)
    """
    position = as_position(position)
    return oracle_for(position.rules, limit).best_line(position)
