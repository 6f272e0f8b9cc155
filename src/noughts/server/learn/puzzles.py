"""Puzzles by today's date and by chance: jobs for the worker pool."""

from __future__ import annotations

from datetime import UTC, date, datetime
from random import SystemRandom

from msgspec import Struct

from noughts.pages.puzzles import PuzzleBoard, PuzzleLevel, PuzzleTheme
from noughts.server.validation import Square
from noughts.views import puzzle
from noughts.views.puzzle import PuzzleView


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The square that is the answer to a puzzle."""

    square: Square


def daily() -> PuzzleView:
    """Return the puzzle of today (UTC)."""
    return puzzle.daily(_today())


def shown(text: str) -> PuzzleView:
    """Return the puzzle at a position; raises NotationError."""
    return puzzle.shown(text, _today())


def drawn(level: PuzzleLevel | None, theme: PuzzleTheme | None, board: PuzzleBoard) -> PuzzleView:
    """Return a random puzzle; raises NotationError where there is none."""
    return puzzle.drawn(level, theme, board, SystemRandom(), _today())


def _today() -> date:
    return datetime.now(UTC).date()
