"""The pages of lessons, minimax, proofs, the tutorial and analysis."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

from noughts.coach import lessons
from noughts.coach.lessons import Lesson
from noughts.core import Mark, Position, Rules
from noughts.core.errors import NoughtsError
from noughts.pages.new_game import TOP_LEVELS, levels_of
from noughts.pages.page import Page, preview, state_of
from noughts.views import proof as proofs
from noughts.views.analysis import Advice, Analysis
from noughts.views.board import Side, board_view, side
from noughts.views.lesson import PICTURES, LessonView
from noughts.views.proof import DefenceView
from noughts.wording.language import current
from noughts.wording.language import gettext as _
from noughts.wording.text import instructions, level_name

_WON = "xoo_.x._..x_o_3"  # a game that X has won


def overview_page() -> Page:
    """Return the page that leads to all of them."""
    values = {
        "instructions": instructions(Rules()),
        "lessons": list(Lesson),
        "pictures": PICTURES,
        "texts": lessons,
        "won": board_view(Position.parse(_WON)),
        "facts": proofs.facts("5x5:4"),
    }
    return Page("learn/index.html", _("Learn"), values)


def lesson_page(view: LessonView) -> Page:
    """Return the page of a position of a lesson."""
    values = {
        "lesson": view.lesson,
        "lessons": list(Lesson),
        "texts": lessons,
        "view": view,
        "state": state_of(view),
    }
    title = lessons.title_text(view.lesson)
    return Page("learn/lesson.html", title, values, picture=preview(view.start))


def minimax_page(root: Position, search: str, error: NoughtsError | None = None) -> Page:
    """Return the page of a search from a position, with an error from its form."""
    title = _("How a computer knows")
    return Page("learn/minimax.html", title, {"search": search}, error, preview(root.url))


def proof_page(game: DefenceView, checked: int | None) -> Page:
    """Return the page of a game against a proof, of which so many positions were checked."""
    board = game.board.board
    values = {
        "game": game,
        "boards": proofs.BOARDS,
        "facts": proofs.facts(board),
        "table": [proofs.facts(row) for row in proofs.TABLE],
        "checked": checked,
        "state": state_of(game),
    }
    title = _("What a proof is")
    return Page("learn/proof.html", title, values, picture=preview(game.board.position))


@dataclass(frozen=True, slots=True)
class Badge:
    """What a finished game is worth a badge for: holding or beating a level, perhaps as a side."""

    position: Position
    level: str
    side: Mark | None

    @property
    def text(self) -> str:
        """What it is for."""
        if self.side is None:
            return _("Held Perfect to a draw")
        level = level_name(self.level)
        if self.position.has_winner:
            return _("Beat {level} as {side}", level=level, side=self.side)
        return _("Held {level} as {side}", level=level, side=self.side)

    @property
    def address(self) -> str:
        """The address of its picture."""
        sides = {} if self.side is None else {"level": self.level, "side": side(self.side)}
        query = urlencode({"language": current(), **sides})
        return f"/learn/badge/{self.position.url}/picture.png?{query}"


def badge_for(text: str, level: str, of: Side | None) -> Badge | None:
    """Return the badge for a finished game against a level, by one side; None if it is worth none.

    Without a side it is for a draw on 3×3, where Perfect is the one to hold.
    """
    position = Position.parse(text)
    outcome, mark = position.outcome, None if of is None else Mark(of)
    if outcome is None or level not in levels_of(position.rules):
        return None
    is_drawn, is_usual = outcome.winner is None, position.rules == Rules()
    if mark is None:
        is_earned = is_drawn and is_usual
    elif level in TOP_LEVELS and is_drawn:
        is_earned = True
    else:
        is_earned = outcome.winner is mark and not (level == "perfect" and is_usual)
    return Badge(position, level, mark) if is_earned else None


def badge_page(badge: Badge | None) -> Page:
    """Return the page of a badge, or of how to earn the first one."""
    title = _("Your badge") if badge is None else badge.text
    picture = "" if badge is None else badge.address.removeprefix("/")
    return Page("learn/badge.html", title, {"badge": badge}, picture=picture)


@dataclass(frozen=True, slots=True)
class TutorialPage:
    """A page, a program or a solution; `links` has the addresses and titles of those beside it."""

    title: str
    body: str
    links: dict[str, list[str]]


@cache
def tutorial_pages() -> dict[str, TutorialPage]:
    """Return the pages by name, as `tools/tutorial.py` rendered them for the package."""
    content = json.loads(Path(__file__).with_name("tutorial.json").read_bytes())
    return {name: TutorialPage(**page) for name, page in content.items()}


def tutorial_page(chapter: TutorialPage) -> Page:
    """Return a page of the tutorial."""
    return Page("learn/tutorial.html", chapter.title, {"chapter": chapter})


def grade_page() -> Page:
    """Return the page that grades a program, or on a server tells what does."""
    return Page("learn/grade.html", _("Your own program"))


def analysis_page(analysis: Analysis, explanation: Advice | None) -> Page:
    """Return the page of a position, perhaps with the reason for the value of a move."""
    values = {"analysis": analysis, "explanation": explanation}
    picture = preview(analysis.board.position)
    return Page("learn/analysis.html", _("Analysis"), values, picture=picture)
