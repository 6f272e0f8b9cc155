"""Wins by force on boards of any size: what is proved though the board is too large to solve."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from time import monotonic

from noughts.atlas import is_proved, solve, values
from noughts.coach.tactics import by_rows, quick_win, value_at_sight
from noughts.core import Move, Position
from noughts.core.errors import Unsolved
from noughts.kernels.compilation import COMPILED
from noughts.search import Threatened, can_search, forced_loss, forced_win, threatened_win
from noughts.solver import Limit, MoveValue, Value, can_solve
from noughts.solver.exact import MOST_PROVED
from noughts.solver.verdict import limit_or_none

# The most nodes of one search for a forced win. It makes 20,000 a second, and an explanation takes
# five searches: half a second at most.
_NODES = 2_000 if COMPILED else 50
_NODES_A_SECOND = 1_000  # of the limit of a proof, so that five take a quarter of it
_FEWEST_PROVER_NODES = 100  # enough where pairs hold everything, some hundredths of a second
_SHARE = 0.25  # of the seconds of a limit, for the values of all moves
_PROVER_NODES = 3  # as many take the time of one node of such a search
_FOR_A_MOVE = Limit(nodes=_NODES // 10)  # where all moves are asked about


@dataclass(frozen=True, slots=True)
class ForcedValue(MoveValue):
    """A value proved by force: the winner needs at most `plies`, perhaps fewer."""

    plies: int

    def __str__(self) -> str:
        return f"{self.value.name.lower()} in at most {self.plies} plies"


@dataclass(frozen=True, slots=True)
class ProvedWorth:
    """The proved worth of a position to the side to move, with a line that keeps a win or a draw.

    From the atlas, the line is only a first move, and the plies are unknown.
    """

    worth: MoveValue
    line: tuple[Move, ...]

    @property
    def is_at_sight(self) -> bool:
        """True if the lines on the board alone prove it, and the plies are exact."""
        return self.worth.plies is not None and not isinstance(self.worth, ForcedValue)


# A review asks about every position twice, as before a move and after one.
@lru_cache(maxsize=256)
def proved_worth(position: Position, limit: Limit | None = None) -> ProvedWorth | None:
    """Return the value proved at sight, by force or in the atlas; None if nothing proves it."""
    at_sight = value_at_sight(position)
    if at_sight is not None:
        return ProvedWorth(at_sight, quick_win(position))
    if can_search(position.rules):
        for find, value in ((forced_win, Value.WIN), (forced_loss, Value.LOSS)):
            win = find(position, Limit(nodes=_nodes(limit)))
            if win is not None:
                return ProvedWorth(ForcedValue(value, win.plies), win.line)
    rules = position.rules
    if can_solve(rules) or rules.size > MOST_PROVED:
        return None
    # The atlas or the prover; less is asked on boards without a proved value.
    nodes = _prover_nodes(limit) if is_proved(rules) else _FEWEST_PROVER_NODES
    try:
        verdict = solve(position, Limit(nodes=nodes))
    except Unsolved:
        return None
    line = () if verdict.value is Value.LOSS else verdict.best[:1]
    return ProvedWorth(MoveValue(verdict.value, None), line)


def _nodes(limit: Limit | None) -> int:
    """Return the nodes of one search for a forced win: a part of the limit of a proof.

    Nodes, since the search reads the clock too seldom for hundredths of a second.
    """
    within = limit_or_none(limit)
    nodes = inf if within.nodes is None else within.nodes
    in_time = inf if within.seconds is None else within.seconds * _NODES_A_SECOND
    return round(min(_NODES, nodes, in_time))


def _prover_nodes(limit: Limit | None) -> int:
    return _PROVER_NODES * _nodes(limit)


def worth_of(after: Position, limit: Limit | None = None) -> MoveValue | None:
    """Return the proved worth of the move that led to a position, to the side that made it."""
    proved = proved_worth(after, limit)
    if proved is None:
        return None
    value, plies = -proved.worth.value, proved.worth.plies
    if isinstance(proved.worth, ForcedValue):
        return ForcedValue(value, proved.worth.plies + 1)
    return MoveValue(value, None if plies is None else plies + 1)


@lru_cache(maxsize=16)
def all_values(position: Position, limit: Limit | None = None) -> Mapping[Move, MoveValue]:
    """Return the proved values of moves, those of all where the board can be solved in time."""
    if position.rules.size > MOST_PROVED:
        return {}
    within = limit
    if not can_solve(position.rules):
        seconds = limit_or_none(limit).part(_SHARE).seconds
        within = Limit(seconds, _prover_nodes(limit))  # 6,000 nodes on 9×9 would take 2 s
    with suppress(Unsolved):
        return values(position, within)
    return {}


def settled_by(proved: ProvedWorth | None, move: Move, worth: MoveValue | None) -> MoveValue | None:
    """Return the worth of a move, given what is known of the position: its value, or more."""
    if proved is None:
        return worth
    if proved.worth.value is Value.LOSS:
        return worth or proved.worth
    is_better = worth is None or is_sooner(proved.worth, worth)
    return proved.worth if is_better and proved.line[:1] == (move,) else worth


def is_sooner(one: MoveValue, other: MoveValue) -> bool:
    """True if one of two wins is known to take fewer plies than the other is."""
    return one.plies is not None and (other.plies is None or one.plies < other.plies)


@lru_cache(maxsize=256)
def threat(position: Position, limit: Limit | None = None) -> Threatened | None:
    """Return the opponent's win by force that the side to move must stop; None if none is found."""
    if position.is_over or not can_search(position.rules):
        return None
    return threatened_win(position, Limit(nodes=_nodes(limit)))


def forced_values(position: Position, limit: Limit | None = None) -> dict[Move, MoveValue]:
    """Return the moves whose value is proved at sight, by force or in the atlas, in reading order.

    The seconds of the limit are for all moves together; then some proofs may be missing.
    """
    seconds = None if limit is None else limit.seconds
    began = monotonic()
    proved = proved_worth(position, limit)
    threatened = threat(position, limit) if proved is None else None
    if proved is None and threatened is None:
        return {}  # a mark is never a disadvantage, so no move loses where passing does not
    worths: dict[Move, MoveValue | None] = dict.fromkeys(position.moves)
    if threatened is not None:
        lost = set(position.moves) - set(threatened.stops)
        worths |= dict.fromkeys(lost, MoveValue(Value.LOSS, None))
    for move in by_rows(position):  # those first that are likely to have a proved value
        worths[move] = worth_of(position.play_unchecked(move), _FOR_A_MOVE) or worths[move]
        if seconds is not None and monotonic() - began > seconds:
            break
    settled = {move: settled_by(proved, move, worth) for move, worth in worths.items()}
    return {move: worth for move, worth in settled.items() if worth is not None}
