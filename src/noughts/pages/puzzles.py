"""The pages of puzzles, and the sheets of them that are printed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Literal, get_args
from urllib.parse import urlencode

from noughts.coach.puzzle import Theme, level_text
from noughts.coach.sheets import MOST_PUZZLES, choose_puzzles, pages
from noughts.core import Rules
from noughts.core.errors import NoughtsError
from noughts.pages.page import Page, preview
from noughts.views import puzzle as puzzle_views
from noughts.views.puzzle import PuzzleResult, PuzzleView
from noughts.wording.language import gettext as _
from noughts.wording.pictures.paper import svg_of
from noughts.wording.pictures.pdf import pdf_of

PuzzleLevel = Literal["easy", "medium", "hard"]
PuzzleTheme = Literal["win", "fork", "block", "only"]
PuzzleBoard = Literal["3x3:3", "4x4:4", "5x5:4", "9x9:5"]
SheetFile = Literal["puzzles.pdf", "puzzles.svg", "answers.svg"]

SEEDS = 1_000_000  # of sheets


def puzzle_query(theme: str | None, result: PuzzleResult | None = None) -> str:
    """Return the query of a puzzle's address: the theme it was drawn from, and the right moves."""
    chosen = {"theme": theme, "moves": "" if result is None else result.moves}
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"?{query}" if query else ""


def puzzle_page(
    view: PuzzleView, theme: str | None = None, result: PuzzleResult | None = None
) -> Page:
    """Return the page of a puzzle, perhaps drawn from a theme, and of what an answer came to."""
    values = {
        "puzzle": view,
        "result": result,
        "theme": theme,
        "query": puzzle_query(theme, result),
        "sets": puzzle_views.sets(view.board.board),
        "boards": puzzle_views.boards(theme),
    }
    return Page("learn/puzzle.html", view.title, values, picture=preview(view.board.position))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The choice of the puzzles on a sheet: the same choice gives the same sheet."""

    board: PuzzleBoard
    theme: PuzzleTheme | None
    level: PuzzleLevel | None
    count: int
    seed: int

    def query(self, **changed: str | None) -> str:
        """Return the query of its address, or of one that is changed."""
        chosen: dict[str, Any] = {**asdict(self), **changed}
        return urlencode({name: value for name, value in chosen.items() if value is not None})

    def note(self, base_url: str) -> str:
        """Return the address where it is found again, which stands at its foot."""
        return f"{base_url}puzzles/sheet?{self.query()}"


def sheet_page(sheet: Sheet, drawing: str, error: NoughtsError | None = None) -> Page:
    """Return the page of a sheet with its drawing, or with the reason why there is none."""

    def other(board: str) -> str:
        theme = sheet.theme if sheet.theme in puzzle_views.sets(board) else None
        return sheet.query(board=board, theme=theme, seed=None)

    values = {
        "sheet": sheet,
        "drawing": drawing,
        "query": sheet.query(),
        "again": sheet.query(seed=None),
        "boards": [
            (board, name, other(board)) for board, name in puzzle_views.boards(None).items()
        ],
        "themes": puzzle_views.sets(sheet.board),
        "levels": {level: level_text(level) for level in get_args(PuzzleLevel)},
        "most": MOST_PUZZLES,
    }
    return Page("learn/sheet.html", _("Puzzles to print"), values, error)


def printed(sheet: Sheet, file: SheetFile, note: str) -> bytes:
    """Return a sheet as a file; raises NotationError where there are not enough such puzzles."""
    theme, rng = None if sheet.theme is None else Theme(sheet.theme), Random(sheet.seed)
    chosen = choose_puzzles(sheet.count, rng, sheet.level, theme, Rules.parse(sheet.board))
    asked, answered = pages(chosen, note)
    if file == "puzzles.pdf":
        return pdf_of([asked, answered], title=_("Puzzles"))
    return svg_of(asked if file == "puzzles.svg" else answered).encode()
