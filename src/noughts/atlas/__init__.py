"""The one place to ask what is proved: the tables, then the atlas, then the prover.

Boards of up to 16 squares are solved completely. On larger ones a certificate of the atlas answers
where its strategy leads, and the prover within the limit elsewhere, on up to 128 squares. The atlas
itself, the values of many boards with a certificate each, is in `noughts.atlas.table`.
"""

from __future__ import annotations

from noughts.core import Move, Position, Rules
from noughts.core.checks import as_type
from noughts.solver import exact
from noughts.solver.exact import MoveValue
from noughts.solver.verdict import Limit, Verdict, limit_or_none

__all__ = ["best_line", "is_proved", "keeping_moves", "solve", "values"]

# What only larger boards need is imported for them: it takes 20 ms.


def is_proved(rules: Rules | str) -> bool:
    """True if the value of a board is proved: by the tables or in the atlas. Raises WrongType.

    >>> is_proved(Rules(5, 6, 4)), is_proved(Rules(15, 15, 5))
    (True, False)
    """
    rules = as_type(rules, Rules, "the board")
    if exact.can_solve(rules):
        return True
    from noughts.atlas.table import find_entry

    entry = find_entry(rules)
    return entry is not None and entry.proof is not None


def solve(position: Position | str, limit: Limit | None = None) -> Verdict:
    """The proved verdict on a position.

    Raises Unsolved where the value cannot be proved within the limit, and WrongType. Without a
    limit, boards of up to 16 squares are always solved, in the times of `noughts.solver.solve`; on
    larger ones the prover then takes about a second at most.

    >>> solve(Rules.parse("6x5:4").start()).value
    Value.WIN
    """
    try:  # costs nothing where the board is small
        return exact.solve(position, limit)
    except exact.TooLarge:
        from noughts.atlas import facts

        return facts.solve(as_type(position, Position, "the position"), limit_or_none(limit))


def values(position: Position | str, limit: Limit | None = None) -> dict[Move, MoveValue]:
    """The proved value of every legal move, in reading order; none when the game is over.

    Raises Unsolved and WrongType as `solve` does. On more than 16 squares, moves whose value is not
    proved within the limit are left out, and it raises Unsolved if that leaves none.

    >>> values("xx./oo./..x o 3")[5]
    MoveValue(value=Value.WIN, plies=1)
    """
    try:
        return exact.values(position, limit)
    except exact.TooLarge:
        from noughts.atlas import facts

        return facts.values(as_type(position, Position, "the position"), limit_or_none(limit))


def keeping_moves(position: Position | str, limit: Limit | None = None) -> tuple[Move, ...]:
    """All moves that keep the value for the side to move; in a lost position, every move.

    Costs less than `values`. Raises Unsolved, also where some move is not settled, and WrongType.

    >>> keeping_moves("x../.../... o 3")
    (4,)
    """
    try:
        return exact.keeping_moves(position, limit)
    except exact.TooLarge:
        from noughts.atlas import facts

        position = as_type(position, Position, "the position")
        return facts.keeping_moves(position, limit_or_none(limit))


def best_line(position: Position | str, limit: Limit | None = None) -> tuple[Move, ...]:
    """A line of best play, to the end of the game or as far as it is proved.

    On up to 16 squares both sides always play the lowest of their best squares. Raises Unsolved and
    WrongType as `solve` does.

    >>> best_line("xo./.../... x 3")
    (3, 6, 4, 2, 5)
    """
    try:
        return exact.best_line(position, limit)
    except exact.TooLarge:
        from noughts.atlas import facts

        return facts.best_line(as_type(position, Position, "the position"), limit_or_none(limit))
