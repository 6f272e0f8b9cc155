"""The sentences about a game that pages and the full screen share; line mode needs none of them."""

from __future__ import annotations

from noughts.core import Game, Mark, Rules
from noughts.core.offer import Offer
from noughts.wording import text
from noughts.wording.grammar import agreeing
from noughts.wording.language import gettext as _
from noughts.wording.language import remembered
from noughts.wording.text import Role


def status_text(subjects: text.Subjects, game: Game) -> str:
    """The status of a game with two players, in a sentence."""
    if game.ending is not None:
        return text.ending_text(subjects, game.ending)
    return turn_text(subjects, game.position.turn)


def turn_text(subjects: text.Subjects, turn: Mark) -> str:
    """The sentence that says whose turn it is."""
    return _turn_text(subjects[turn], turn)


@remembered
def _turn_text(subject: text.Subject, turn: Mark) -> str:
    match subject:
        case Role.YOU:
            return _("Your turn – you're {side}", side=turn)
        case Role.COMPUTER:
            return _("The computer is thinking…")
        case Role.OPPONENT:
            return _("Your opponent's turn")
        case text.Named(name=name):
            return agreeing("{name}'s turn", "{name}'s turn", name)
        case Mark():
            return _("{side} to move", side=turn)


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


def offer_text(subjects: text.Subjects, offer: Offer, side: Mark) -> str:
    """The sentence for an open offer."""
    subject = subjects[side]
    if subject is Role.YOU:
        match offer:
            case Offer.UNDO:
                return _("You asked to undo")
            case Offer.DRAW:
                return _("You offered a draw")
            case Offer.REMATCH:
                return _("You asked for a rematch")
    name = text.name_of(subject)
    match offer:
        case Offer.UNDO:
            return agreeing("{name} asks to undo", "{name} ask to undo", name)
        case Offer.DRAW:
            return agreeing("{name} offers a draw", "{name} offer a draw", name)
        case Offer.REMATCH:
            return agreeing("{name} wants a rematch", "{name} want a rematch", name)
