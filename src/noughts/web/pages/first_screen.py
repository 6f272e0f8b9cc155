"""What the page says before the first move of the game that is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.core.game_text import computer_name
from noughts.core.mark import Mark
from noughts.language import gettext as _
from noughts.online.games import text
from noughts.web.services.games import FRIEND
from noughts.web.views.games import side
from noughts.web.views.schemas import NewGame, Side


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """The names at the score, and what to do; `is_open` where a click on the board is a move."""

    seats: dict[Side, str]
    status: str
    is_open: bool


def first_screen(new: NewGame) -> FirstScreen:
    """The first screen for the chosen settings."""
    return FirstScreen(
        seats={side(mark): _seat(new, mark) for mark in Mark},
        status=_status(new),
        is_open=_is_open(new),
    )


def _seat(new: NewGame, mark: Mark) -> str:
    if new.opponent is None:
        return text.player_of(mark)
    if new.side == "lot":
        return _("Random")
    if new.side == side(mark):
        return _("You")
    return _("Your friend") if new.opponent == FRIEND else computer_name(new.opponent)


def _is_open(new: NewGame) -> bool:
    if new.opponent is None:
        return new.first != "lot"
    return new.opponent != FRIEND and new.side == new.first != "lot"


def _status(new: NewGame) -> str:
    if new.opponent == FRIEND:
        return _("Press Start, and send your friend the link")
    if "lot" in (new.first, "x" if new.opponent is None else new.side):
        return _("Press Start, and see who begins")
    begins = new.first.upper()
    if new.opponent is None:
        return _("{side} begins – click any square", side=begins)
    if new.side == new.first:
        return _("You're {side} – click any square", side=begins)
    return _("You're {side} – press Start, and the computer begins", side=new.side.upper())
