"""The oracle of small boards: it searches every position to the end."""

from __future__ import annotations

from noughts.atlas.oracle import Oracle
from noughts.core import Move, Position, Rules
from noughts.core.reachability import check_squares
from noughts.solver.exact import MOST_SQUARES, Search, sides, tables_of, value_and_plies
from noughts.solver.verdict import Limit, MoveValue, Value, Verdict


class SmallOracle(Oracle):
    """The complete values of the positions of a board of up to 16 squares."""

    def __init__(self, rules: Rules, limit: Limit) -> None:
        self._search = Search(tables_of(rules), limit)

    def values(self, position: Position) -> dict[Move, MoveValue]:
        own, other = _marks(position)
        empties = position.empty.bit_count()
        return {
            move: MoveValue(*value_and_plies(-self._search.score(other, own | 1 << move), empties))
            for move in position.moves
        }

    def keeping_moves(self, position: Position) -> tuple[Move, ...]:
        if position.is_over:
            return ()
        own, other = _marks(position)
        value = self._search.value(own, other)
        if value is Value.LOSS:
            return position.moves
        return self._search.reaching(own, other, int(value))

    def best_line(self, position: Position) -> tuple[Move, ...]:
        line: list[Move] = []
        while not position.is_over:
            line.append(self._verdict(position).best[0])
            position = position.play_unchecked(line[-1])
        return tuple(line)

    def _verdict(self, position: Position) -> Verdict:
        return self._search.verdict(*_marks(position))


def small_verdict(position: Position, limit: Limit) -> Verdict | None:
    """Return the verdict on an unfinished position, None on a larger board.

    One question needs no oracle, which costs 2 µs: an answer found before takes half of one.
    """
    rules = position.rules
    if rules.size > MOST_SQUARES:
        return None
    own, other = sides(position)
    tables = tables_of(rules)
    verdict = tables.verdicts.get(own << rules.size | other)
    if verdict is None:
        check_squares(rules, own, other)
        verdict = Search(tables, limit).verdict(own, other)
    return verdict


def _marks(position: Position) -> tuple[int, int]:
    """Return the marks of the side to move and of its opponent, fit for the tables."""
    own, other = sides(position)
    check_squares(position.rules, own, other)
    return own, other
