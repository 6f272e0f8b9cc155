"""Proved facts about positions of large boards, by the certificates or by searching.

Two facts make the value: whether the side to move wins, and whether the other side does. The
strategy of a certificate gives one of them in every position that it reaches. One that holds the
draw for the second player serves the first player too, which then ignores one of its own marks:
a mark too many never does harm (Nash's strategy stealing).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from noughts.atlas.families import AtlasBoard, find_family
from noughts.atlas.strategy import Strategy, strategy_within
from noughts.core import Mark, Move, Position, squares
from noughts.core.threats import wins as winning_moves
from noughts.search import can_search, forced_loss, forced_win
from noughts.solver.question import ALL, Inquiry
from noughts.solver.verdict import ATLAS, RULES, SEARCH, Limit, Value, Verdict

# Of what is left of the limit, for either side's win in turn: mostly one is settled soon, and the
# other may be out of reach (one move into 8×6:4, 2,600 nodes prove a loss, if not asked second).
_FIRST_SHARE, _SHARES = 0.05, (0.1, 0.2, 0.4, 1.0)
_MOVE_NODES = 128  # for whether one more move keeps the value
_FORCED_NODES = 2_000  # for a win by force, a tenth of a second's worth
_MOST_CACHED = 1 << 12


@dataclass(frozen=True, slots=True)
class Facts:
    """The proved facts about an unfinished position; None is not proved.

    `wins` says whether the side to move wins, `loses` whether the other side does. `keeping` has
    moves proved to win if `wins` is true, otherwise moves proved not to lose; `dropping` has moves
    proved to be none of those.
    """

    wins: bool | None = None
    loses: bool | None = None
    keeping: tuple[Move, ...] = ()
    dropping: tuple[Move, ...] = ()
    method: str = ATLAS
    nodes: int = 0

    @property
    def value(self) -> Value | None:
        """The value for the side to move, if it is proved."""
        if self.wins:
            return Value.WIN
        if self.loses:
            return Value.LOSS
        return None if self.wins is None or self.loses is None else Value.DRAW


_cache: dict[Position, Facts] = {}


def learn(position: Position, inquiry: Inquiry, share: float = 1.0) -> Facts:
    """Return what is proved about an unfinished position, within a share of the limit left."""
    if position in _cache:
        return _cache[position]
    if winning := winning_moves(position):
        facts = Facts(True, False, winning, method=RULES)
    else:
        facts = certified(position, inquiry.left.seconds)
        if facts.value is None:
            facts = _prove(position, facts, inquiry, share)
        else:
            facts = replace(facts, keeping=_certified_moves(position, facts, inquiry.left.seconds))
    if facts.value is not None:
        if len(_cache) >= _MOST_CACHED:
            _cache.clear()
        _cache[position] = facts
    return facts


def verdict_of(position: Position, facts: Facts) -> Verdict | None:
    """Return the verdict on an unfinished position, if its value is proved."""
    if facts.value is None:
        return None
    best = position.moves if facts.value is Value.LOSS else tuple(sorted(facts.keeping))
    rules = position.rules
    if facts.method == RULES:
        return Verdict(facts.value, 1, best, True, RULES, 0, rules)
    is_complete = len(best) + len(facts.dropping) == len(position.moves)
    return Verdict(facts.value, None, best, is_complete, facts.method, facts.nodes, rules)


def side_wins(
    position: Position, mark: Mark, inquiry: Inquiry, share: float = 1.0, nodes: int = ALL
) -> bool | None:
    """True if a side wins; None if neither the certificates nor a share of the limit tell."""
    if not position.is_over:
        facts = certified(position, inquiry.left.seconds)
        told = facts.wins if mark is position.turn else facts.loses
        if told is not None:
            return told
    return inquiry.wins(position, mark, share, nodes)


def certified(position: Position, seconds: float | None = None) -> Facts:
    """Return what the certificate of the board, if read in time, or of its family proves."""
    strategy = strategy_within(position.rules, seconds)
    if strategy is None:
        family = None if position.occupied else find_family(AtlasBoard.of(position.rules))
        if family is None:
            return Facts()
        if family.value is Value.WIN:
            return Facts(True, False, family.first_moves(position.rules))
        # A draw for the second player is one for the first, who ignores its first mark.
        return Facts(False, False, position.moves)
    first, second = position.marks(position.first), position.marks(position.first.other)
    if not strategy.wins:
        return _certified_draw(position, strategy, first, second)
    if not strategy.covers(first, second):
        return Facts()
    if position.turn is not position.first:
        return Facts(False, True)
    answer = strategy.answer(first, second)
    return Facts() if answer is None else Facts(True, False, (answer,))


def _certified_draw(position: Position, strategy: Strategy, first: int, second: int) -> Facts:
    second_holds = strategy.covers(first, second)
    if position.turn is not position.first:
        answer = strategy.answer(first, second)
        first_holds = any(strategy.covers(second, first ^ 1 << mark) for mark in squares(first))
        keeping = () if answer is None else (answer,)
        return Facts(_no(first_holds), _no(second_holds), keeping)
    if not first:
        return Facts(False, False, position.moves)
    stolen = set[Move]()  # moves that hold, each by leaving one of its marks out of account
    for mark in squares(first):
        answer = strategy.answer(second, first ^ 1 << mark)
        if answer == mark:  # it is there already: whatever is played is the mark too many
            stolen.update(position.moves)
        elif answer is not None:
            stolen.add(answer)
    return Facts(_no(second_holds), _no(bool(stolen)), tuple(sorted(stolen)))


def _certified_moves(position: Position, facts: Facts, seconds: float | None) -> tuple[Move, ...]:
    """Return the moves that keep a value by the certificate: others may transpose or mirror."""
    if facts.loses or len(facts.keeping) == len(position.moves):
        return facts.keeping
    keeping = set(facts.keeping)
    for move in position.moves:
        after = certified(position.play_unchecked(move), seconds)
        if after.loses if facts.wins else after.wins is False:
            keeping.add(move)
    return tuple(sorted(keeping))


def _no(is_held: bool) -> bool | None:
    """Return False for the win of a side whose opponent is known to hold, else None."""
    return False if is_held else None


def _prove(position: Position, facts: Facts, inquiry: Inquiry, share: float) -> Facts:
    """Ask the prover for what the certificate leaves open."""
    began = inquiry.nodes
    facts = _ask_for_either(position, facts, inquiry, _FIRST_SHARE * share)
    if facts.wins is None and can_search(position.rules):
        # A win by fours and threes for either side, which the prover may take long to find.
        left = inquiry.left
        within = Limit(left.seconds, min(_FORCED_NODES, left.nodes or 0))
        nodes = inquiry.nodes - began
        if won := forced_win(position, within):
            return Facts(True, False, won.line[:1], method=SEARCH, nodes=nodes)
        if forced_loss(position, within):
            return Facts(False, True, method=SEARCH, nodes=nodes)
    for part in _SHARES:
        facts = _ask_for_either(position, facts, inquiry, part * share)
    if not facts.loses:
        facts = _with_moves(position, facts, inquiry)
    return replace(facts, method=SEARCH, nodes=inquiry.nodes - began)


def _ask_for_either(position: Position, facts: Facts, inquiry: Inquiry, share: float) -> Facts:
    """Ask for either side's win in turn, as far as that is open, with a share for each."""
    wins, loses = facts.wins, facts.loses
    if wins is None and not loses:
        wins = inquiry.wins(position, position.turn, share)
    if loses is None and not wins:
        loses = inquiry.wins(position, position.turn.other, share)
    return replace(facts, wins=False if loses else wins, loses=False if wins else loses)


def _with_moves(position: Position, facts: Facts, inquiry: Inquiry) -> Facts:
    """Sort the moves into those that win, or that do not lose if none is known to, and others."""
    winner = position.turn if facts.wins else position.turn.other
    after = {move: position.play_unchecked(move) for move in position.moves}
    won = {move: side_wins(after[move], winner, inquiry, nodes=_MOVE_NODES) for move in after}
    good, bad = (True, False) if facts.wins else (False, True)
    keeping = {move for move in won if won[move] is good}
    if not facts.wins:
        keeping.update(facts.keeping)
    dropping = tuple(move for move in won if won[move] is bad)
    if keeping:
        return replace(facts, loses=False, keeping=tuple(sorted(keeping)), dropping=dropping)
    if len(dropping) == len(won):
        return replace(facts, wins=False, loses=True)
    if facts.wins:  # a value is of no use without a move that keeps it
        return replace(facts, wins=None, loses=None)
    return replace(facts, loses=None, dropping=dropping)
