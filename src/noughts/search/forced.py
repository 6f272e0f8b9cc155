"""Wins that can be forced (VCF and VCT), each proved: every reply was considered."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.core import Move, PositionLike, as_position
from noughts.core.threats import wins
from noughts.search.deepening import Budget, complete_line, deepen_threes
from noughts.search.engine import engine_for
from noughts.solver.verdict import Limit, limit_or_none

NODES = 2_000  # of a search without a limit, a tenth of a second


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win by force in at most `plies`; `line` is a longest defence, up to the completed line."""

    line: tuple[Move, ...]
    plies: int


@dataclass(frozen=True, slots=True)
class Threatened:
    """A win of the other side if it were to move, and the moves that may stop it.

    Every move that is not in `stops` provably loses. One in `stops` may lose as well.
    """

    line: tuple[Move, ...]
    stops: tuple[Move, ...]


def forced_win(position: PositionLike, limit: Limit | None = None) -> ForcedWin | None:
    """Return the win of the side to move by fours and threes (VCT); None if none is found in time.

    That nothing is found proves nothing. Without a limit it searches some 2,000 positions. Raises
    UnsupportedRules and WrongType.

    >>> forced_win("....../.xx.../...o../..o.../....../...... x 4").plies
    3
    """
    return _forced(position, limit, losing=False)


def forced_loss(position: PositionLike, limit: Limit | None = None) -> ForcedWin | None:
    """Return the win of the other side, whatever the side to move plays; None if not found in time.

    The line begins with the move that holds out longest. Raises what `forced_win` raises.

    >>> forced_loss("..o.../.xxx../...o../....../....../...... o 4").plies
    2
    """
    return _forced(position, limit, losing=True)


def threatened_win(position: PositionLike, limit: Limit | None = None) -> Threatened | None:
    """Return the win by fours (VCF) that the other side threatens; None if there is none.

    Also None if the side to move can complete a line at once, which stops everything.
    The limit is for finding out which moves do not stop it. Raises what `forced_win` raises.
    """
    position = as_position(position)
    if position.is_over or wins(position):
        return None
    budget = _budget(limit)
    with engine_for(position.rules).set_up(position) as boards:
        count = boards.forced.threatens()
        if not count:
            return None
        line = tuple(boards.forced.line)
        stops = []
        for reply in list(boards.forced.moves[:count]):
            boards.board.play(reply)
            if not deepen_threes(boards.forced, boards.forced.wins, budget, 1.0):
                stops.append(reply)
            boards.board.undo()
        return Threatened(line, tuple(stops))


def _forced(position: PositionLike, limit: Limit | None, *, losing: bool) -> ForcedWin | None:
    position = as_position(position)
    if position.is_over:
        return None
    with engine_for(position.rules).set_up(position) as boards:
        ask = boards.forced.loses if losing else boards.forced.wins
        plies = deepen_threes(boards.forced, ask, _budget(limit), 1.0)
        return ForcedWin(complete_line(position, boards.forced.line), plies) if plies else None


def _budget(limit: Limit | None) -> Budget:
    within = Limit(nodes=NODES) if limit is None else limit_or_none(limit)
    return Budget(within)
