"""What positions and moves are worth, precisely: for analysis, `noughts solve` and the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from noughts.coach.forced import ForcedValue
from noughts.coach.text import MOST_SQUARES, own_moves
from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.solver import MoveValue, Value, Verdict
from noughts.wording.grammar import listing, numeral
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext


def worth_text(worth: MoveValue) -> str:
    """A value with the side's own moves to the end, if known, in short: `win in 2`, `draw`.

    >>> worth_text(MoveValue(Value.WIN, 3))
    'win in 2'
    >>> worth_text(ForcedValue(Value.WIN, 9))
    'win in at most 5'
    """
    value, plies = worth.value, worth.plies
    if value is Value.DRAW or plies is None:
        return value_word(value)
    number = own_moves(plies)
    if isinstance(worth, ForcedValue):
        if value is Value.WIN:
            return _("win in at most {number}", number=number)
        return _("loss in at most {number}", number=number)
    if value is Value.WIN:
        return _("win in {number}", number=number)
    return _("loss in {number}", number=number)


def value_word(value: Value) -> str:
    """A value in one word, as it stands in a square."""
    if value is Value.DRAW:
        return pgettext("value", "draw")
    return pgettext("value", "win") if value is Value.WIN else pgettext("value", "loss")


def value_text(position: Position, verdict: Verdict) -> str:
    """What a position is worth, in a sentence with the best moves.

    >>> from noughts.solver import solve
    >>> position = Position.parse("x.o/.x./..o x 3")
    >>> value_text(position, solve(position))
    'Only c2 holds the draw – every other move loses.'
    """
    outcome, side, value, best = position.outcome, position.turn, verdict.value, verdict.best
    if outcome is not None:
        if outcome.winner is None:
            return _("The game is over: a draw.")
        return _("The game is over: {side} has won.", side=outcome.winner)
    count = own_moves(verdict.plies or 0)
    said = {"side": side, "number": numeral(count), "squares": _squares(position, best)}
    if value is Value.LOSS and count:
        said |= {"side": side.other, "other": side}
        return ngettext(
            "{side} wins in {number} move at most, whatever {other} plays.",
            "{side} wins in {number} moves at most, whatever {other} plays.",
            count,
            **said,
        )
    if value is Value.LOSS:
        return _("{side} can force a win, whatever {other} plays.", side=side.other, other=side)
    if value is Value.WIN and count:
        return ngettext(
            "{side} can win in {number} move with {squares}.",
            "{side} can win in {number} moves with {squares}.",
            count,
            **said,
        )
    if len(best) == len(position.moves):
        return _("Every move draws.") if value is Value.DRAW else _("Every move wins.")
    if value is Value.WIN and verdict.best_complete:
        return _("{side} can force a win with {squares}.", **said)
    if value is Value.WIN:
        return _("{side} can force a win with {squares}; no other move is proved to win.", **said)
    if not verdict.best_complete:
        return _("{side} can hold the draw with {squares}; no other move is proved to.", **said)
    if len(best) > MOST_SQUARES:
        return _("{side} can hold the draw with {squares}.", **said)
    if len(best) == 1:
        return _("Only {square} holds the draw – every other move loses.", square=said["squares"])
    squares = listing(map(position.name, best))
    return _("Only {squares} hold the draw – every other move loses.", squares=squares)


def _squares(position: Position, moves: Sequence[Move]) -> str:
    """Moves one may choose from; of many only the first."""
    named = [position.name(move) for move in moves[:MOST_SQUARES]]
    if len(moves) > MOST_SQUARES:
        return _("{squares} and others", squares=", ".join(named))
    return listing(named, "or") if named else ""


def forced_text(position: Position, worths: Mapping[Move, MoveValue]) -> str:
    """What is proved of some moves of a position whose value is not, in a sentence.

    >>> from noughts.core.rules import Rules
    >>> forced_text(Rules(15, 15, 5).start(), {})
    'Neither side has a forced win in sight; nothing is proved.'
    """
    side, other = position.turn, position.turn.other
    winning = [move for move, worth in worths.items() if worth.value is Value.WIN]
    unproved = [position.name(move) for move in position.moves if move not in worths]
    if winning:
        squares = _squares(position, winning)
        if not unproved:
            return _("{side} can force a win with {squares}.", side=side, squares=squares)
        return _(
            "{side} can force a win with {squares}; no other move is proved to win.",
            side=side,
            squares=squares,
        )
    if not worths:
        return _("Neither side has a forced win in sight; nothing is proved.")
    if not unproved:
        return _("{side} can force a win, whatever {other} plays.", side=other, other=side)
    if len(unproved) > MOST_SQUARES:
        return _("{side} threatens to force a win, and many moves lose.", side=other)
    return _(
        "{side} threatens to force a win: every move but {squares} loses, and those aren't proved.",
        side=other,
        squares=listing(unproved, "or"),
    )
