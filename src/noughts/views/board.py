"""A position as every surface shows it: its marks, and how each square is read out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from noughts.core import Mark, Move, Outcome, Position, Rules
from noughts.core.notation import square_name
from noughts.views.base import View
from noughts.wording.language import current
from noughts.wording.language import gettext as _

Side = Literal["x", "o"]


@dataclass(frozen=True, slots=True)
class BoardView(View):
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


def side(mark: Mark) -> Side:
    """Return a mark as the API writes it."""
    return "x" if mark is Mark.X else "o"


def board_view(position: Position, last_move: int | None = None) -> BoardView:
    """Return the view of a position, in the language in use."""
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
    """Return the squares of the winning lines, and these."""
    if outcome is None:
        return [], []
    return sorted(outcome.squares), [list(line) for line in outcome.lines]


def square_labels(
    position: Position, last_move: int | None, squares: Iterable[Move]
) -> dict[int, str]:
    """Return squares, and those of winning lines, as they are read out: `b2, X, last move`."""
    outcome, width = position.outcome, position.rules.width
    notes = {} if last_move is None else {last_move: "last"}
    if outcome is not None:
        notes |= dict.fromkeys(outcome.squares, "winning")
    xs, os, language = position.xs, position.os, current()
    return {
        at: _square_label(language, width, at, xs >> at & 1, os >> at & 1, notes.get(at))
        for at in {*squares, *notes}
    }


@lru_cache(maxsize=4_096)  # saves 9 of the 12 µs that the labels of 3x3 took
def _square_label(
    _language: str, width: int, square: int, is_x: int, is_o: int, note: str | None
) -> str:
    """Return a square as it is read out: `b2, X, last move`."""
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
