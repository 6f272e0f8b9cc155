"""A puzzle as it is posed and answered, and the sets that it may be drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random

from noughts.coach import solving
from noughts.coach.puzzle import (
    BOARDS,
    Puzzle,
    Theme,
    level_text,
    puzzle_at,
    puzzle_of,
    random_puzzle,
    task_text,
    theme_text,
    themes,
)
from noughts.coach.tries import boards as boards_of
from noughts.core import Move, Rules
from noughts.solver import Limit
from noughts.views.analysis import reason_lines
from noughts.views.base import View
from noughts.views.board import BoardView, board_view
from noughts.wording.language import gettext as _

LONGEST_MOVES = 40  # letters of the moves in an address


@dataclass(frozen=True, slots=True)
class PuzzleView(View):
    """A position in which exactly one move reaches the goal."""

    id: str
    board: BoardView
    task: str
    level: str
    theme: str
    kind: str
    is_daily: bool
    date: str | None  # ISO 8601, of the puzzle of the day
    title: str


@dataclass(frozen=True, slots=True)
class PuzzleResult(View):
    """What came of a square, and why: whether it is right, and whether all is played out."""

    is_right: bool
    text: str
    is_done: bool
    task: str  # that is left, nothing at the end
    moves: str  # the right ones so far, by name, joined by points
    frames: list[BoardView]  # the square, and the opponent's reply
    lines: list[list[int]]  # on the board, that decide
    board: BoardView  # where one goes on, or tries again, or the end


def daily(today: date) -> PuzzleView:
    """Return the puzzle of a day."""
    return _view(puzzle_of(today), today)


def shown(text: str, today: date) -> PuzzleView:
    """Return the puzzle at a position; raises NotationError."""
    return _view(puzzle_at(text), today)


def drawn(level: str | None, theme: str | None, board: str, rng: Random, today: date) -> PuzzleView:
    """Return a random puzzle; raises NotationError where there is none."""
    chosen = None if theme is None else Theme(theme)
    return _view(random_puzzle(level, rng, chosen, Rules.parse(board)), today)


def answer(text: str, square: Move, limit: Limit, moves: str = "") -> PuzzleResult:
    """Judge a square, after the right ones before it; raises what `Position.play` raises."""
    puzzle = puzzle_at(text)
    taken: list[str | int] = list(moves.split(".")) if moves else []
    tried = solving.play(puzzle, [*taken, square], limit=limit)
    frames = [board_view(position, last) for position, last in boards_of(tried.before, tried.line)]
    last = tried.line[-1] if tried.is_right else None
    return PuzzleResult(
        is_right=tried.is_right,
        text=tried.text,
        is_done=tried.is_done,
        task=solving.task_left(puzzle, tried),
        moves=".".join(map(puzzle.position.name, tried.moves)),
        frames=frames,
        lines=reason_lines(tried.before, tried.line[0]) if tried.is_right else [],
        board=board_view(tried.position, last),
    )


def sets(board: str) -> dict[str, str]:
    """Return the names of the themes that a board has, by theme."""
    return {theme.value: theme_text(theme) for theme in themes(Rules.parse(board))}


def boards(theme: str | None) -> dict[str, str]:
    """Return the boards that have puzzles of a theme, by their notation."""
    fitting = [rules for rules in BOARDS if theme is None or Theme(theme) in themes(rules)]
    return {str(rules): f"{rules.width}×{rules.height}" for rules in fitting}


def _view(puzzle: Puzzle, today: date) -> PuzzleView:
    """Return a puzzle as it is posed, without its answer."""
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
