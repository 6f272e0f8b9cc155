"""Exact values of boards of up to nine squares, by exhaustive search that remembers.

A position is known by the marks of the side to move and those of its opponent, so one table
serves both colours and both starters. The empty 3×3 board examines 5,478 positions.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from time import monotonic

from noughts.core.bits import Move, squares
from noughts.core.errors import Unsolved
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver.verdict import Limit, Value, Verdict

MOST_SQUARES = 9

_Table = dict[tuple[int, int], Verdict]
_tables: dict[Rules, _Table] = {}


def solve(position: Position, limit: Limit | None = None) -> Verdict:
    """The proved verdict on a position of at most nine squares.

    Raises Unsolved for a larger board, or when the limit runs out. The first call on a board
    takes about 50 ms; after it, an answer is a look-up.

    >>> verdict = solve(Position.parse("xo./.../... x 3"))
    >>> verdict.value, verdict.plies, verdict.best
    (Value.WIN, 5, (3, 4, 6))
    """
    rules = position.rules
    if rules.size > MOST_SQUARES:
        raise Unsolved(f"the value of {rules} is not known: only 3x3 and smaller is solved")
    own, other = position.marks(position.turn), position.marks(position.turn.other)
    table = _tables.setdefault(rules, {})
    known = table.get((own, other))
    if known is not None:
        return known
    return _solve(rules, table, own, other, _meter(limit or Limit()))


def _meter(limit: Limit) -> Callable[[], None]:
    """A check to be called at each node, which raises Unsolved once the limit has run out."""
    nodes = count(1)
    deadline = None if limit.seconds is None else monotonic() + limit.seconds

    def check() -> None:
        if limit.nodes is not None and next(nodes) > limit.nodes:
            raise Unsolved(f"not solved within {limit.nodes} nodes")
        if deadline is not None and monotonic() >= deadline:
            raise Unsolved(f"not solved within {limit.seconds} seconds")

    return check


def _solve(
    rules: Rules, table: _Table, own: int, other: int, check: Callable[[], None]
) -> Verdict:
    known = table.get((own, other))
    if known is not None:
        return known
    check()
    before = len(table)
    value, plies = Value.DRAW, 0
    best: tuple[Move, ...] = ()
    if rules.lines.has_line(other):
        value = Value.LOSS
    elif own | other != rules.full:
        value, plies, best = _best_moves(rules, table, own, other, check)
    nodes = len(table) - before + 1
    verdict = Verdict(value, plies, best, True, "search", nodes)
    table[own, other] = verdict
    return verdict


def _best_moves(
    rules: Rules, table: _Table, own: int, other: int, check: Callable[[], None]
) -> tuple[Value, int, tuple[Move, ...]]:
    ranks = {
        move: _rank(_solve(rules, table, other, own | 1 << move, check))
        for move in squares(rules.full ^ (own | other))
    }
    best = max(ranks.values())
    value, signed_plies = best
    return value, abs(signed_plies), tuple(move for move, rank in ranks.items() if rank == best)


def _rank(reply: Verdict) -> tuple[Value, int]:
    """A move by the verdict after it: a higher value, then a win sooner or a loss later."""
    assert reply.plies is not None  # a search to the end always knows
    value, plies = -reply.value, reply.plies + 1
    return value, -plies if value is Value.WIN else plies
