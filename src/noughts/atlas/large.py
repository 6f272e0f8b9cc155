"""The questions of `noughts.atlas.questions` on boards of more than 16 squares."""

from __future__ import annotations

from noughts.atlas.known import Known, learn, side_wins, verdict_of
from noughts.core.bits import Move
from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.threats import blocks
from noughts.solver.exact import MOST_PROVED, MoveValue
from noughts.solver.question import Inquiry
from noughts.solver.verdict import Limit, Value, Verdict

_ROOT_SHARE = 0.4  # of the limit, for the position itself before its moves


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
        value = _told(known, move)
        if value is None:
            value = _value_for(position.turn, after, known, inquiry, share)
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


def _told(known: Known, move: Move) -> Value | None:
    """The value of a move, if it follows from what is known of the position."""
    if move in known.keeping:
        return known.value
    is_lost = known.loses or (not known.wins and move in known.dropping)
    return Value.LOSS if is_lost else None


def _value_for(
    mark: Mark, after: Position, known: Known, inquiry: Inquiry, share: float
) -> Value | None:
    """The value for a side of the position after its move, if it is proved."""
    won = False if known.wins is False else side_wins(after, mark, inquiry, share)
    if won:
        return Value.WIN
    lost = side_wins(after, mark.other, inquiry, share)
    if lost:
        return Value.LOSS
    return None if won is None or lost is None else Value.DRAW


def _reason(position: Position) -> str:
    rules = position.rules
    if rules.size > MOST_PROVED:
        return (
            f"{rules} is too large: on more than {MOST_PROVED} squares only a win by force is"
            " proved, and none was found within the limit"
        )
    return "the value is not proved within the limit: raise the limit"
