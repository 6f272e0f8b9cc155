"""Proved facts about positions of large boards: by the certificates, else by searching.

Two facts make the value: whether the side to move wins, and whether the other side does. The
strategy of a certificate gives one of them in every position that it reaches. One that holds the
draw for the second player serves the first player too, which then ignores one of its own marks:
a mark too many never does harm (Nash's strategy stealing).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from noughts.atlas.families import Board, find_family
from noughts.atlas.strategy import Strategy, strategy_within
from noughts.core import Mark, Move, Position, squares
from noughts.core.errors import Unsolved
from noughts.core.threats import blocks
from noughts.core.threats import wins as winning_moves
from noughts.search import can_search, forced_loss, forced_win
from noughts.solver.exact import MOST_PROVED, MoveValue
from noughts.solver.question import ALL, Inquiry
from noughts.solver.verdict import ATLAS, RULES, SEARCH, Limit, Value, Verdict

# Of what is left of the limit, for either side's win in turn: mostly one is settled soon, and the
# other may be out of reach (one move into 8×6:4, 2,600 nodes prove a loss, if not asked second).
_FIRST_SHARE, _SHARES = 0.05, (0.1, 0.2, 0.4, 1.0)
_ROOT_SHARE = 0.4  # of the limit, for the position itself before its moves
_MOVE_NODES = 128  # for whether one more move keeps the value
_FORCED_NODES = 2_000  # for a win by force, a tenth of a second's worth
_MOST_CACHED = 1 << 12


@dataclass(frozen=True, slots=True)
class Known:
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


_cache: dict[Position, Known] = {}


def learn(position: Position, inquiry: Inquiry, share: float = 1.0) -> Known:
    """Return what is proved about an unfinished position, within a share of the limit left."""
    if position in _cache:
        return _cache[position]
    if winning := winning_moves(position):
        known = Known(True, False, winning, method=RULES)
    else:
        known = certified(position, inquiry.left.seconds)
        if known.value is None:
            known = _prove(position, known, inquiry, share)
        else:
            known = replace(known, keeping=_certified_moves(position, known, inquiry.left.seconds))
    if known.value is not None:
        if len(_cache) >= _MOST_CACHED:
            _cache.clear()
        _cache[position] = known
    return known


def verdict_of(position: Position, known: Known) -> Verdict | None:
    """The verdict on an unfinished position, if its value is proved."""
    if known.value is None:
        return None
    best = position.moves if known.value is Value.LOSS else tuple(sorted(known.keeping))
    if known.method == RULES:
        return Verdict(known.value, 1, best, True, RULES, 0)
    is_complete = len(best) + len(known.dropping) == len(position.moves)
    return Verdict(known.value, None, best, is_complete, known.method, known.nodes)


def side_wins(
    position: Position, mark: Mark, inquiry: Inquiry, share: float = 1.0, nodes: int = ALL
) -> bool | None:
    """True if a side wins; None if neither the certificates nor a share of the limit tell."""
    if not position.is_over:
        known = certified(position, inquiry.left.seconds)
        told = known.wins if mark is position.turn else known.loses
        if told is not None:
            return told
    return inquiry.wins(position, mark, share, nodes)


def certified(position: Position, seconds: float | None = None) -> Known:
    """Return what the certificate of the board, if read in time, or of its family proves."""
    strategy = strategy_within(position.rules, seconds)
    if strategy is None:
        family = None if position.occupied else find_family(Board.of(position.rules))
        if family is None:
            return Known()
        if family.value is Value.WIN:
            return Known(True, False, family.first_moves(position.rules))
        # A draw for the second player is one for the first, who ignores its first mark.
        return Known(False, False, position.moves)
    first, second = position.marks(position.first), position.marks(position.first.other)
    if not strategy.wins:
        return _certified_draw(position, strategy, first, second)
    if not strategy.covers(first, second):
        return Known()
    if position.turn is not position.first:
        return Known(False, True)
    answer = strategy.answer(first, second)
    return Known() if answer is None else Known(True, False, (answer,))


def _certified_draw(position: Position, strategy: Strategy, first: int, second: int) -> Known:
    second_holds = strategy.covers(first, second)
    if position.turn is not position.first:
        answer = strategy.answer(first, second)
        first_holds = any(strategy.covers(second, first ^ 1 << mark) for mark in squares(first))
        keeping = () if answer is None else (answer,)
        return Known(_no(first_holds), _no(second_holds), keeping)
    if not first:
        return Known(False, False, position.moves)
    stolen = set[Move]()  # moves that hold, each by leaving one of its marks out of account
    for mark in squares(first):
        answer = strategy.answer(second, first ^ 1 << mark)
        if answer == mark:  # it is there already: whatever is played is the mark too many
            stolen.update(position.moves)
        elif answer is not None:
            stolen.add(answer)
    return Known(_no(second_holds), _no(bool(stolen)), tuple(sorted(stolen)))


def _certified_moves(position: Position, known: Known, seconds: float | None) -> tuple[Move, ...]:
    """The moves that keep a certified value by the certificate: others may transpose or mirror."""
    if known.loses or len(known.keeping) == len(position.moves):
        return known.keeping
    keeping = set(known.keeping)
    for move in position.moves:
        after = certified(position.play_unchecked(move), seconds)
        if after.loses if known.wins else after.wins is False:
            keeping.add(move)
    return tuple(sorted(keeping))


def _no(is_held: bool) -> bool | None:
    """False for the win of a side whose opponent is known to hold, else None."""
    return False if is_held else None


def _prove(position: Position, known: Known, inquiry: Inquiry, share: float) -> Known:
    """Ask the prover for what the certificate leaves open."""
    began = inquiry.nodes
    found = _ask_for_either(position, known, inquiry, _FIRST_SHARE * share)
    if found.wins is None and can_search(position.rules):
        # A win by fours and threes for either side, which the prover may take long to find.
        left = inquiry.left
        within = Limit(left.seconds, min(_FORCED_NODES, left.nodes or 0))
        nodes = inquiry.nodes - began
        if won := forced_win(position, within):
            return Known(True, False, won.line[:1], method=SEARCH, nodes=nodes)
        if forced_loss(position, within):
            return Known(False, True, method=SEARCH, nodes=nodes)
    for each in _SHARES:
        found = _ask_for_either(position, found, inquiry, each * share)
    if not found.loses:
        found = _with_moves(position, found, inquiry)
    return replace(found, method=SEARCH, nodes=inquiry.nodes - began)


def _ask_for_either(position: Position, known: Known, inquiry: Inquiry, share: float) -> Known:
    """Ask for either side's win in turn, as far as that is open, with a share for each."""
    wins, loses = known.wins, known.loses
    if wins is None and not loses:
        wins = inquiry.wins(position, position.turn, share)
    if loses is None and not wins:
        loses = inquiry.wins(position, position.turn.other, share)
    return replace(known, wins=False if loses else wins, loses=False if wins else loses)


def _with_moves(position: Position, known: Known, inquiry: Inquiry) -> Known:
    """Sort the moves into those that win, or that do not lose if none is known to, and others."""
    winner = position.turn if known.wins else position.turn.other
    after = {move: position.play_unchecked(move) for move in position.moves}
    won = {move: side_wins(after[move], winner, inquiry, nodes=_MOVE_NODES) for move in after}
    good, bad = (True, False) if known.wins else (False, True)
    keeping = {move for move in won if won[move] is good}
    if not known.wins:
        keeping.update(known.keeping)
    dropping = tuple(move for move in won if won[move] is bad)
    if keeping:
        return replace(known, loses=False, keeping=tuple(sorted(keeping)), dropping=dropping)
    if len(dropping) == len(won):
        return replace(known, wins=False, loses=True)
    if known.wins:  # a value is of no use without a move that keeps it
        return replace(known, wins=None, loses=None)
    return replace(known, loses=None, dropping=dropping)


def solve(position: Position, limit: Limit) -> Verdict:
    """The verdict on an unfinished position; raises Unsolved."""
    found = verdict_of(position, learn(position, Inquiry(position.rules, limit)))
    if found is None:
        raise Unsolved(_reason(position))
    return found


def values(position: Position, limit: Limit) -> dict[Move, MoveValue]:
    """The value of each move that is proved; raises Unsolved if none is."""
    inquiry = Inquiry(position.rules, limit)
    known = learn(position, inquiry, _ROOT_SHARE)
    found: dict[Move, MoveValue] = {}
    for number, move in enumerate(position.moves):
        share = 1 / (len(position.moves) - number)
        after = position.play_unchecked(move)
        value = known.value if move in known.keeping else None
        if known.loses or (not known.wins and move in known.dropping):
            value = Value.LOSS
        if value is None:
            won = False if known.wins is False else side_wins(after, position.turn, inquiry, share)
            lost = not won and side_wins(after, position.turn.other, inquiry, share)
            if won or lost:
                value = Value.WIN if won else Value.LOSS
            elif won is False and lost is False:
                value = Value.DRAW
        if value is not None:
            found[move] = MoveValue(value, 1 if after.is_over else None)
    if not found:
        raise Unsolved(_reason(position))
    return found


def keeping_moves(position: Position, limit: Limit) -> tuple[Move, ...]:
    """All moves that keep the value of an unfinished position; raises Unsolved."""
    inquiry = Inquiry(position.rules, limit)
    known = learn(position, inquiry)
    if known.value is Value.LOSS:
        return position.moves
    if known.value is None:
        raise Unsolved(_reason(position))
    winner = position.turn if known.wins else position.turn.other
    keeping = set(known.keeping)
    for move in set(position.moves) - keeping - set(known.dropping):
        won = side_wins(position.play_unchecked(move), winner, inquiry)
        if won is None:
            raise Unsolved("not every move is proved good or bad within the limit: raise the limit")
        if won is bool(known.wins):
            keeping.add(move)
    return tuple(sorted(keeping))


def best_line(position: Position, limit: Limit) -> tuple[Move, ...]:
    """A line of best play, as far as it is proved; raises Unsolved if it is not at all."""
    inquiry = Inquiry(position.rules, limit)
    line: list[Move] = []
    while not position.is_over:
        found = verdict_of(position, learn(position, inquiry))
        if found is None:
            break
        stubborn = blocks(position) if found.value is Value.LOSS else ()
        line.append((stubborn or found.best)[0])
        position = position.play_unchecked(line[-1])
    if not line:
        raise Unsolved(_reason(position))
    return tuple(line)


def _reason(position: Position) -> str:
    rules = position.rules
    if rules.size > MOST_PROVED:
        return (
            f"{rules} is too large: on more than {MOST_PROVED} squares only a win by force is"
            " proved, and none was found within the limit"
        )
    return "the value is not proved within the limit: raise the limit"
