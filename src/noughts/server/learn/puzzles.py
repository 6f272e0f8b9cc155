"""Puzzles as the API and the pages show them; what takes time is a job for the worker pool."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random, SystemRandom

from noughts.coach.puzzle import (
    BOARDS,
    Puzzle,
    Theme,
    answer_text,
    level_text,
    puzzle_at,
    puzzle_of,
    random_puzzle,
    task_text,
    theme_text,
    themes,
)
from noughts.coach.sheets import choose_puzzles, pages, pdf_of, svg_of
from noughts.core import Rules
from noughts.solver import Limit
from noughts.views.board import PuzzleResult, PuzzleView, Sheet, SheetFile, board_view
from noughts.wording.language import gettext as _


def daily() -> PuzzleView:
    """The puzzle of today (UTC)."""
    return _view(puzzle_of(datetime.now(UTC).date()))


def shown(text: str) -> PuzzleView:
    """The puzzle at a position; raises NotationError."""
    return _view(puzzle_at(text))


def drawn(level: str | None, theme: str | None, board: str) -> PuzzleView:
    """A random puzzle; raises NotationError where there is none."""
    chosen = None if theme is None else Theme(theme)
    return _view(random_puzzle(level, SystemRandom(), chosen, Rules.parse(board)))


def answer(text: str, square: int, limit: Limit) -> PuzzleResult:
    """True if a square is the answer, and why; raises NotationError and IllegalMove."""
    puzzle = puzzle_at(text)
    after = board_view(puzzle.position.play(square), square)
    return PuzzleResult(square == puzzle.answer, answer_text(puzzle, square, limit=limit), after)


def printed(sheet: Sheet, file: SheetFile, note: str) -> bytes:
    """Return a sheet as a file; raises NotationError where there are not enough such puzzles."""
    theme, rng = None if sheet.theme is None else Theme(sheet.theme), Random(sheet.seed)
    chosen = choose_puzzles(sheet.count, rng, sheet.level, theme, Rules.parse(sheet.board))
    asked, answered = pages(chosen, note)
    if file == "puzzles.pdf":
        return pdf_of([asked, answered], title=_("Puzzles"))
    return svg_of(asked if file == "puzzles.svg" else answered).encode()


def sets(board: str) -> dict[str, str]:
    """The names of the themes that a board has, by theme."""
    return {theme.value: theme_text(theme) for theme in themes(Rules.parse(board))}


def boards(theme: str | None) -> dict[str, str]:
    """The boards that have puzzles of a theme, by their notation."""
    fitting = [each for each in BOARDS if theme is None or Theme(theme) in themes(each)]
    return {str(each): f"{each.width}×{each.height}" for each in fitting}


def _view(puzzle: Puzzle) -> PuzzleView:
    """A puzzle as it is shown, without its answer."""
    today = datetime.now(UTC).date()
    is_daily = puzzle == puzzle_of(today)
    return PuzzleView(
        id=puzzle.position.url,
        board=board_view(puzzle.position),
        task=task_text(puzzle),
        level=puzzle.level,
        theme=puzzle.theme.value,
        kind=_("{theme} · {level}", theme=theme_text(puzzle.theme), level=level_text(puzzle.level)),
        is_daily=is_daily,
        date=today.isoformat() if is_daily else None,
        title=_("Puzzle of the day") if is_daily else _("Puzzle"),
    )
