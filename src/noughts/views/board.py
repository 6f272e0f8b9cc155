"""Positions, puzzles and reviews as pages and programs see them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from noughts.core import Game, Mark, Move, Outcome, Position, Rules
from noughts.core.notation import square_name
from noughts.wording.language import current
from noughts.wording.language import gettext as _

Side = Literal["x", "o"]
ValueWord = Literal["win", "draw", "loss"]
PuzzleLevel = Literal["easy", "medium", "hard"]
PuzzleTheme = Literal["win", "fork", "block", "only"]
PuzzleBoard = Literal["3x3:3", "4x4:4", "5x5:4", "9x9:5"]
SheetFile = Literal["puzzles.pdf", "puzzles.svg", "answers.svg"]
Square = Annotated[
    int, Meta(ge=0, lt=676, description="A square, counted from 0 in reading order.")
]


class BoardView(Struct, frozen=True):
    """A position, with a mark and a label for screen readers for every square."""

    board: str
    width: int
    height: int
    k: int
    position: str
    marks: list[Literal["x", "o", ""]]
    names: list[str]
    labels: list[str]
    turn: Side | None
    last_move: int | None
    winning: list[int]
    lines: list[list[int]]


class Sheet(Struct, frozen=True):
    """Which puzzles are on a sheet: the same give the same sheet."""

    board: PuzzleBoard
    theme: PuzzleTheme | None
    level: PuzzleLevel | None
    count: int
    seed: int


class MoveWorth(Struct, frozen=True):
    """The value of a free square for the side to move."""

    square: int
    name: str
    value: ValueWord
    plies: int | None
    text: str
    label: str
    is_best: bool
    at_most: bool = False  # the plies are a bound: a win by force may be quicker


class Values(Struct, frozen=True):
    """The values of moves, where proved; on large boards, of those that win or lose by force.

    In a game these are the moves that stand out from the others, none if all are equal.
    """

    position: str
    is_proved: bool
    text: str
    moves: list[MoveWorth]


class Advice(Struct, frozen=True):
    """A recommended move, with its value and the reason, and the lines on the board that decide."""

    square: int
    name: str
    verdict: str
    text: str
    lines: list[list[int]]


class ReviewedMove(Struct, frozen=True):
    """A move of a finished game, with its review."""

    ply: int
    side: Side
    square: int
    name: str
    text: str
    change: str
    keeps_value: bool | None
    is_turning_point: bool
    better: list[MoveWorth]  # the right squares where this was a mistake, as far as proved
    labels: dict[int, str]  # of the squares that are read out otherwise from this move on


class ReviewView(Struct, frozen=True):
    """The review of a game, move by move."""

    start: BoardView
    end: BoardView
    moves: list[ReviewedMove]
    turning_point: str
    turning_ply: int | None  # the move it names
    accuracy: dict[Side, str]


class Analysis(Struct, frozen=True):
    """A position with its values and the explanation of every move."""

    board: BoardView
    status: str
    values: Values
    following: dict[int, str]


class PuzzleView(Struct, frozen=True):
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


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The square that is the answer to a puzzle."""

    square: Square


class PuzzleResult(Struct, frozen=True):
    """True if the answer is right, and why."""

    is_right: bool
    text: str
    after: BoardView


def side(mark: Mark) -> Side:
    """A mark as the API writes it."""
    return "x" if mark is Mark.X else "o"


def board_view(position: Position, last_move: int | None = None) -> BoardView:
    """The view of a position, in the language in use."""
    return _board_view(current(), position, last_move)


@lru_cache(maxsize=256)  # shared by all audiences of a game; it is a third of a view's cost
def _board_view(_language: str, position: Position, last_move: int | None) -> BoardView:
    rules = position.rules
    marks = map(position.mark_at, range(rules.size))
    winning, lines = won(position.outcome)
    labels = square_labels(position, last_move, range(rules.size))
    return BoardView(
        board=str(rules),
        width=rules.width,
        height=rules.height,
        k=rules.k,
        position=position.url,
        marks=["" if mark is None else side(mark) for mark in marks],
        names=_names(rules),
        labels=[labels[at] for at in range(rules.size)],
        turn=None if position.is_over else side(position.turn),
        last_move=last_move,
        winning=winning,
        lines=lines,
    )


@lru_cache(maxsize=64)
def _names(rules: Rules) -> list[str]:
    return [square_name(rules.width, square) for square in range(rules.size)]


def won(outcome: Outcome | None) -> tuple[list[Move], list[list[Move]]]:
    """The squares of the winning lines, and these."""
    if outcome is None:
        return [], []
    return sorted(outcome.squares), [list(line) for line in outcome.lines]


def square_labels(
    position: Position, last_move: int | None, squares: Iterable[Move]
) -> dict[int, str]:
    """Some squares, and those of winning lines, as they are read out: `b2, X, last move`."""
    outcome, width = position.outcome, position.rules.width
    notes = {} if last_move is None else {last_move: "last"}
    if outcome is not None:
        notes |= dict.fromkeys(outcome.squares, "winning")
    xs, os, language = position.xs, position.os, current()
    return {
        at: _square_label(language, width, at, xs >> at & 1, os >> at & 1, notes.get(at))
        for at in {*squares, *notes}
    }


@lru_cache(maxsize=4_096)  # saves 9 of the 12 us that the labels of 3x3 took
def _square_label(
    _language: str, width: int, square: int, is_x: int, is_o: int, note: str | None
) -> str:
    """A square as it is read out: `b2, X, last move`."""
    name, mark = square_name(width, square), "X" if is_x else "O"
    if not (is_x or is_o):
        return _("{square}, empty", square=name)
    match note:
        case "last":
            return last_label().format(square=name, mark=mark)
        case "winning":
            return _("{square}, {mark}, winning line", square=name, mark=mark)
    return f"{name}, {mark}"


def last_label() -> str:
    """Return the label of the square of the last move, with names in braces."""
    return _("{square}, {mark}, last move")


def board_after(review: ReviewView, plies: int) -> BoardView:
    """The board of a reviewed game after so many moves; O(plies)."""
    moves = (move.square for move in review.moves[:plies])
    game = Game(Position.parse(review.start.position)).play(*moves)
    return board_view(game.position, game.last_move)
