"""What positions and moves are worth, precisely: for analysis, `noughts solve` and the library."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.coach.forced import ForcedValue
from noughts.coach.text import MOST_SQUARES
from noughts.core.bits import Move
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.solver import MoveValue, Value, Verdict
from noughts.wording.grammar import listing
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext, pgettext


def worth_text(worth: MoveValue) -> str:
    """A value with its plies if they are known, in short: `win in 3`, `draw`, `loss`.

    >>> worth_text(MoveValue(Value.WIN, 3))
    'win in 3'
    >>> worth_text(ForcedValue(Value.WIN, 9))
    'win in at most 9'
    """
    value, plies = worth.value, worth.plies
    if value is Value.DRAW or plies is None:
        return value_word(value)
    if isinstance(worth, ForcedValue):
        if value is Value.WIN:
            return _("win in at most {plies}", plies=plies)
        return _("loss in at most {plies}", plies=plies)
    if value is Value.WIN:
        return _("win in {plies}", plies=plies)
    return _("loss in {plies}", plies=plies)


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
    'X to move and draw in 5 plies; best: c2.'
    """
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return _("The game is over: a draw.")
        return _("The game is over: {side} has won.", side=outcome.winner)
    task = _task_text(position.turn, verdict)
    said = {"task": task, "squares": ", ".join(map(position.name, verdict.best))}
    if verdict.plies is not None:
        return _("{task}; best: {squares}.", **said)
    if verdict.value is not Value.LOSS and len(verdict.best) < len(position.moves):
        if verdict.best_complete:
            return _("{task}; proved by {squares}.", **said)
        return _("{task}; proved by {squares}, and perhaps others.", **said)
    if verdict.value is Value.DRAW:
        return _("{task}; every move draws.", task=task)
    if verdict.value is Value.WIN:
        return _("{task}; every move wins.", task=task)
    return _("{task}; every move loses.", task=task)


def _task_text(side: Mark, verdict: Verdict) -> str:
    plies = verdict.plies
    if plies is None:
        if verdict.value is Value.DRAW:
            return _("{side} to move and draw", side=side)
        if verdict.value is Value.WIN:
            return _("{side} to move and win", side=side)
        return _("{side} to move and lose", side=side)
    if verdict.value is Value.DRAW:
        return ngettext(
            "{side} to move and draw in {count} ply",
            "{side} to move and draw in {count} plies",
            plies,
            side=side,
        )
    if verdict.value is Value.WIN:
        return ngettext(
            "{side} to move and win in {count} ply",
            "{side} to move and win in {count} plies",
            plies,
            side=side,
        )
    return ngettext(
        "{side} to move and lose in {count} ply",
        "{side} to move and lose in {count} plies",
        plies,
        side=side,
    )


def forced_text(position: Position, worths: Mapping[Move, MoveValue]) -> str:
    """What is proved of some moves of a position whose value is not, in a sentence.

    >>> from noughts.core.rules import Rules
    >>> forced_text(Rules(15, 15, 5).start(), {})
    'Neither side has a forced win in sight; nothing is proved.'
    """
    side, other = position.turn, position.turn.other
    winning = [position.name(move) for move, worth in worths.items() if worth.value is Value.WIN]
    unproved = [position.name(move) for move in position.moves if move not in worths]
    if winning:
        if len(winning) > MOST_SQUARES:
            squares = _("{squares} and others", squares=", ".join(winning[:MOST_SQUARES]))
        else:
            squares = listing(winning, "or")
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
