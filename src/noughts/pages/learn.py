"""The pages of lessons, minimax, proofs, the tutorial and analysis."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from noughts.coach import lessons
from noughts.coach.lessons import Lesson
from noughts.core import Position, Rules
from noughts.core.errors import NoughtsError
from noughts.pages.page import Page, preview, state_of
from noughts.views import proof as proofs
from noughts.views.analysis import Advice, Analysis
from noughts.views.board import board_view
from noughts.views.lesson import PICTURES, LessonView
from noughts.views.proof import DefenceView
from noughts.wording.language import current
from noughts.wording.language import gettext as _
from noughts.wording.text import instructions

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


def held(text: str) -> Position | None:
    """Return a drawn game of 3×3, for which there is a badge; None for any other."""
    position = Position.parse(text)
    is_drawn = position.outcome is not None and not position.has_winner
    return position if position.rules == Rules() and is_drawn else None


def badge_page(position: Position | None) -> Page:
    """Return the page of the badge for a drawn game, or of how to earn one."""
    badge = ""
    if position is not None:
        badge = f"/learn/badge/{position.url}/picture.png?language={current()}"
    title = _("Your badge")
    return Page("learn/badge.html", title, {"badge": badge}, picture=badge.removeprefix("/"))


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
