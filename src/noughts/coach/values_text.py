"""What positions and moves are worth, precisely: for analysis, `noughts solve` and the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from noughts.coach.clauses import MOST_SQUARES
from noughts.coach.forced import ForcedValue
from noughts.coach.text import names
from noughts.core.bits import Move
from noughts.core.grammar import listing
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.text import Spell
from noughts.language import gettext as _
from noughts.language import ngettext, pgettext
from noughts.solver import MoveValue, Value, Verdict


def worth_text(worth: MoveValue) -> str:
    """A value with its plies if they are known, in short: `win in 3`, `draw`, `loss`.

    >>> worth_text(MoveValue(Value.WIN, 3))
    'win in 3'
    >>> worth_text(ForcedValue(Value.WIN, 9))
    'win in at most 9'
    """
    if worth.value is Value.DRAW or worth.plies is None:
        return value_word(worth.value)
    is_win, plies = worth.value is Value.WIN, worth.plies
    if isinstance(worth, ForcedValue):
        return (
            _("win in at most {plies}", plies=plies)
            if is_win
            else _("loss in at most {plies}", plies=plies)
        )
    return _("win in {plies}", plies=plies) if is_win else _("loss in {plies}", plies=plies)


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
        return over_text(outcome.winner)
    task = _task_text(position, verdict)
    if verdict.plies is not None:
        return _("{task}; best: {squares}.", task=task, squares=_best(position, verdict))
    if verdict.value is not Value.LOSS and len(verdict.best) < len(position.moves):
        squares = _best(position, verdict)
        if verdict.best_complete:
            return _("{task}; proved by {squares}.", task=task, squares=squares)
        return _("{task}; proved by {squares}, and perhaps others.", task=task, squares=squares)
    if verdict.value is Value.DRAW:
        return _("{task}; every move draws.", task=task)
    if verdict.value is Value.WIN:
        return _("{task}; every move wins.", task=task)
    return _("{task}; every move loses.", task=task)


def over_text(winner: Mark | None) -> str:
    """What a finished game is worth."""
    if winner is None:
        return _("The game is over: a draw.")
    return _("The game is over: {side} has won.", side=winner)


def _task_text(position: Position, verdict: Verdict) -> str:
    side, plies = position.turn, verdict.plies
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


def _best(position: Position, verdict: Verdict) -> str:
    return ", ".join(map(names(position.rules), verdict.best))


def forced_text(position: Position, worths: Mapping[Move, MoveValue]) -> str:
    """What is proved of some moves of a position whose value is not, in a sentence.

    >>> from noughts.core.rules import Rules
    >>> forced_text(Rules(15, 15, 5).start(), {})
    'Neither side has a forced win in sight; nothing is proved.'
    """
    side, other, spell = position.turn, position.turn.other, names(position.rules)
    winning = [move for move, worth in worths.items() if worth.value is Value.WIN]
    open_ = [move for move in position.moves if move not in worths]
    if winning:
        squares = _some(winning, spell)
        if open_:
            return _(
                "{side} can force a win with {squares}; no other move is proved to win.",
                side=side,
                squares=squares,
            )
        return _("{side} can force a win with {squares}.", side=side, squares=squares)
    if not worths:
        return _("Neither side has a forced win in sight; nothing is proved.")
    if not open_:
        return _("{side} can force a win, whatever {other} plays.", side=other, other=side)
    if len(open_) > MOST_SQUARES:
        return _("{side} threatens to force a win, and many moves lose.", side=other)
    return _(
        "{side} threatens to force a win: every move but {squares} loses, and those aren't proved.",
        side=other,
        squares=listing(map(spell, open_), "or"),
    )


def _some(moves: Sequence[Move], spell: Spell) -> str:
    """The names of the first few moves."""
    named = [spell(move) for move in moves[:MOST_SQUARES]]
    if len(moves) <= MOST_SQUARES:
        return listing(named, "or")
    return _("{squares} and others", squares=", ".join(named))
