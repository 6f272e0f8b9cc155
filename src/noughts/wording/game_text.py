"""The sentences about a game that pages and the full screen share; line mode needs none of them."""

from __future__ import annotations

from noughts.core import Game, Mark, Rules
from noughts.wording import text
from noughts.wording.grammar import agreeing
from noughts.wording.language import gettext as _
from noughts.wording.language import remembered


def status_text(subjects: text.Subjects, game: Game) -> str:
    """The status of a game with two players, in a sentence."""
    if game.ending is not None:
        return text.ending_text(subjects, game.ending)
    return turn_text(subjects, game.position.turn)


def turn_text(subjects: text.Subjects, turn: Mark) -> str:
    """The sentence that says whose turn it is."""
    return _turn_text(subjects[turn], turn)


@remembered
def _turn_text(subject: str, turn: Mark) -> str:
    if text.is_name(subject):
        return agreeing("{name}'s turn", "{name}'s turn", subject)
    turns = {
        text.YOU: _("Your turn – you're {side}", side=turn),
        text.COMPUTER: _("The computer is thinking…"),
        text.OPPONENT: _("Your opponent's turn"),
    }
    return turns.get(subject) or _("{side} to move", side=turn)


def computer_name(player: str) -> str:
    """The name of a computer player at the score.

    >>> computer_name("medium")
    'Computer · Medium'
    """
    return _("Computer · {level}", level=text.level_name(player))


def board_text(rules: Rules) -> str:
    """The description of a board."""
    return _(
        "{width}×{height}, {count} in a row", width=rules.width, height=rules.height, count=rules.k
    )


def offer_text(subjects: text.Subjects, kind: str, side: Mark) -> str:
    """The sentence for an open offer."""
    if subjects[side] == text.YOU:
        own = {"undo": _("You asked to undo"), "draw": _("You offered a draw")}
        return own.get(kind) or _("You asked for a rematch")
    name = text.name_of(subjects[side])
    match kind:
        case "undo":
            return agreeing("{name} asks to undo", "{name} ask to undo", name)
        case "draw":
            return agreeing("{name} offers a draw", "{name} offer a draw", name)
        case _:
            return agreeing("{name} wants a rematch", "{name} want a rematch", name)
