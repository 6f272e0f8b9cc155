"""Puzzles by today's date and by chance, and sheets of them: jobs for the worker pool."""

from __future__ import annotations

from datetime import UTC, date, datetime
from random import Random, SystemRandom
from typing import Literal

from msgspec import Struct

from noughts.coach.puzzle import Theme
from noughts.coach.sheets import choose_puzzles, pages, pdf_of, svg_of
from noughts.core import Rules
from noughts.server.validation import Square
from noughts.views import puzzle
from noughts.views.puzzle import PuzzleView
from noughts.wording.language import gettext as _

PuzzleLevel = Literal["easy", "medium", "hard"]
PuzzleTheme = Literal["win", "fork", "block", "only"]
PuzzleBoard = Literal["3x3:3", "4x4:4", "5x5:4", "9x9:5"]
SheetFile = Literal["puzzles.pdf", "puzzles.svg", "answers.svg"]


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The square that is the answer to a puzzle."""

    square: Square


class Sheet(Struct, frozen=True):
    """The choice of the puzzles on a sheet: the same choice gives the same sheet."""

    board: PuzzleBoard
    theme: PuzzleTheme | None
    level: PuzzleLevel | None
    count: int
    seed: int


def daily() -> PuzzleView:
    """Return the puzzle of today (UTC)."""
    return puzzle.daily(_today())


def shown(text: str) -> PuzzleView:
    """Return the puzzle at a position; raises NotationError."""
    return puzzle.shown(text, _today())


def drawn(level: PuzzleLevel | None, theme: PuzzleTheme | None, board: PuzzleBoard) -> PuzzleView:
    """Return a random puzzle; raises NotationError where there is none."""
    return puzzle.drawn(level, theme, board, SystemRandom(), _today())


def printed(sheet: Sheet, file: SheetFile, note: str) -> bytes:
    """Return a sheet as a file; raises NotationError where there are not enough such puzzles."""
    theme, rng = None if sheet.theme is None else Theme(sheet.theme), Random(sheet.seed)
    chosen = choose_puzzles(sheet.count, rng, sheet.level, theme, Rules.parse(sheet.board))
    asked, answered = pages(chosen, note)
    if file == "puzzles.pdf":
        return pdf_of([asked, answered], title=_("Puzzles"))
    return svg_of(asked if file == "puzzles.svg" else answered).encode()


def _today() -> date:
    return datetime.now(UTC).date()
