"""The pages of games: the board, the review, the list, and help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from noughts.coach.reviews import EndingReason
from noughts.core import Rules
from noughts.core.errors import NoughtsError
from noughts.pages import new_game
from noughts.pages.new_game import NewGame
from noughts.pages.page import Page, preview, site_name
from noughts.views.analysis import Advice, Values
from noughts.views.board import board_view
from noughts.views.game import GameSummary, SoloView
from noughts.views.review import ReviewView, board_after
from noughts.wording.language import gettext as _
from noughts.wording.text import instructions

_RECENT = 6  # games below the board
LISTED = _RECENT + 1  # of which the one on the page may be one


@dataclass(frozen=True, slots=True)
class Around:
    """What the page of a board shows around it: the visitor's latest games, and choices for a next.

    A computer thinks `longest` seconds at most; a friend is waited for in the game `waiting`.
    """

    games: Sequence[GameSummary]
    longest: float
    waiting: GameSummary | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What the coach says beside a game: what was asked for, and why it ended as it did."""

    hint: Advice | None = None
    values: Values | None = None
    why: EndingReason | None = None


def first_page(new: NewGame, around: Around, error: NoughtsError | None = None) -> Page:
    """Return the board before the first move, with an error from a form."""
    typed = ""
    try:
        rules = Rules.parse(new.board)
    except NoughtsError as refused:
        rules, error, typed = Rules(), error or refused, new.board
        new = replace(new, board=str(rules))
    shown = {
        "board": board_view(rules.start()),
        "first": new_game.first_screen(new_game.offered(new)),
    }
    values = _play_values(new, around, None, Told(), typed)
    return Page("games/play.html", site_name(), {**values, **shown}, error)


def game_page(
    game: SoloView, around: Around, told: Told, error: NoughtsError | None = None
) -> Page:
    """Return the page of a game, with an error from a form."""
    picture = preview(game.board.position)
    if game.ending is not None:
        picture = f"g/{game.id}/picture.png"  # with the result
    values = _play_values(new_game.settings_of(game), around, game, told)
    return Page("games/play.html", game.title, {**values, "board": game.board}, error, picture)


def _play_values(
    new: NewGame, around: Around, game: SoloView | None, told: Told, typed: str = ""
) -> dict[str, Any]:
    """Return what both show: the choices for the next game, and the visitor's others."""
    form = new_game.form_values(new, around.longest, typed)
    others = [other for other in around.games if game is None or other.id != game.id]
    return {
        **form,
        "line": new_game.settings_line(form["chosen"] if game is None else new),
        "games": others[:_RECENT],
        "waiting": around.waiting,
        "instructions": instructions(Rules.parse(form["chosen"].board)),
        "game": game,
        "hint": told.hint,
        "values": told.values,
        "why": told.why,
    }


def review_page(
    game: SoloView, review: ReviewView, ply: int | None, number: int | None = None
) -> Page:
    """Return the review of a game after a ply, else at its turning point.

    The `number` is that of the game in a series, where it was asked for.
    """
    moves = len(review.moves)
    ply = min(review.turning_ply or moves if ply is None else ply, moves)
    values = {
        "game": game,
        "review": review,
        "board": board_after(review, ply),
        "ply": ply,
        "round": number,
    }
    return Page("games/review.html", _("Review"), values)


def list_page(
    games: Sequence[GameSummary], before: str | None, more: str | None, *, is_deleting: bool
) -> Page:
    """Return the visitor's games before one, and the last of these if there are more.

    Beside each is its review or, once one `is_deleting`, what takes it off the list.
    """
    values = {"games": games, "before": before, "more": more, "is_deleting": is_deleting}
    return Page("games/games.html", _("Your games"), values)


def deleting_address(before: str | None) -> str:
    """Return the address of the visitor's games before one, to be deleted.

    >>> deleting_address(None)
    '/games?deleting=on'
    """
    return f"/games?{'' if before is None else f'before={before}&'}deleting=on"


def help_page() -> Page:
    """Return the page of rules and keys."""
    return Page("help.html", _("Help"), {"instructions": instructions(Rules())})
