"""Where everything is on a sheet: two pages of A4, in millimetres, for whatever draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import TypeAlias

from noughts.coach.puzzle import Puzzle
from noughts.coach.puzzle_text import solution_text, task_text
from noughts.core.bits import Move, squares
from noughts.core.mark import Mark
from noughts.core.notation import column_name
from noughts.core.pictures.palette import INK, MARKS, SOFT
from noughts.core.pictures.strokes import Stroke, lattice, strokes
from noughts.core.text import title
from noughts.language import gettext as _

WIDTH, HEIGHT = 210, 297  # of A4

_MARGIN, _TOP, _BOTTOM = 15, 32, 15
_FEW = 6  # puzzles that are drawn large
_TEXT, _SMALL = 3.6, 2.7  # heights of type
_CHARACTERS = 2.15  # a millimetre of a line, where type is 1 mm high


@dataclass(frozen=True, slots=True)
class Path:
    """A curve drawn by a pen."""

    stroke: Stroke
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of type on a baseline; `x` is its left end or, if it is centred, its middle."""

    text: str
    x: float
    y: float
    size: float
    colour: str = INK
    centred: bool = False


Page: TypeAlias = tuple[Path | Words, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a puzzle is on its page."""

    left: float
    top: float
    width: float
    board: float  # the longer side
    type: float  # how high it is


def pages(puzzles: Sequence[Puzzle], note: str = "") -> tuple[Page, Page]:
    """The page of the puzzles, and that of the answers; `note` is printed small on both.

    >>> from noughts.coach.sheets import choose_puzzles
    >>> from random import Random
    >>> [page[0].text for page in pages(choose_puzzles(6, Random(1)))]
    ['Puzzles', 'Answers']
    """
    return tuple(_asked(puzzles, note)), tuple(_answered(puzzles, note))


def _asked(puzzles: Sequence[Puzzle], note: str) -> Iterator[Path | Words]:
    rules = puzzles[0].position.rules
    yield Words(_("Puzzles"), _MARGIN, 20, 8)
    yield Words(title(rules), _MARGIN, 26, _SMALL, SOFT)
    yield Words(_("Name:"), WIDTH / 2, 20, _TEXT)
    yield Path(_straight(WIDTH / 2 + 15, 20, WIDTH - _MARGIN), SOFT, 0.2)
    yield from _footer(note)
    for number, (puzzle, place) in enumerate(zip(puzzles, _places(len(puzzles)), strict=True), 1):
        yield from _puzzle(number, puzzle, place, task_text(puzzle), None)


def _answered(puzzles: Sequence[Puzzle], note: str) -> Iterator[Path | Words]:
    yield Words(_("Answers"), _MARGIN, 20, 8)
    yield from _footer(note)
    for number, (puzzle, place) in enumerate(zip(puzzles, _places(len(puzzles)), strict=True), 1):
        yield from _puzzle(number, puzzle, place, solution_text(puzzle), puzzle.answer)


def _footer(note: str) -> Iterator[Words]:
    if note:
        yield Words(note, _MARGIN, HEIGHT - 8, _SMALL, SOFT)


def _places(count: int) -> Iterator[_Place]:
    """Two columns of up to three puzzles, or three columns of up to four."""
    columns, rows = (2, 3) if count <= _FEW else (3, 4)
    width = (WIDTH - 2 * _MARGIN) / columns
    height = (HEIGHT - _TOP - _BOTTOM) / rows
    board, size = (55, _TEXT) if columns == 2 else (31, 0.9 * _TEXT)
    for number in range(count):
        row, column = divmod(number, columns)
        yield _Place(_MARGIN + column * width, _TOP + row * height, width - 6, board, size)


def _puzzle(
    number: int, puzzle: Puzzle, place: _Place, text: str, answer: Move | None
) -> Iterator[Path | Words]:
    rules = puzzle.position.rules
    square = place.board / max(rules.width, rules.height)
    left, top = place.left + 10, place.top + 6
    yield Words(f"{number}.", place.left, top + square * 0.5 + place.type / 3, place.type)
    yield from _edges(puzzle, left, top, square)
    for stroke in lattice(rules.width, rules.height):
        yield Path(_moved(stroke, left, top, square), SOFT, 0.35)
    for mark in Mark:
        for taken in squares(puzzle.position.marks(mark)):
            yield from _mark(mark, taken, rules.width, (left, top, square))
    if answer is not None:
        yield from _mark(puzzle.position.turn, answer, rules.width, (left, top, square))
        yield from _frame(answer, rules.width, (left, top, square))
    below = top + square * rules.height + 1.8 * place.type
    lines = wrap(text, int(place.width / place.type * _CHARACTERS))
    for line, words in enumerate(lines):
        yield Words(words, place.left, below + line * place.type * 1.3, place.type)


def _edges(puzzle: Puzzle, left: float, top: float, square: float) -> Iterator[Words]:
    """The letters of the columns and the numbers of the rows, by which answers name squares."""
    for column in range(puzzle.position.rules.width):
        middle = left + (column + 0.5) * square
        yield Words(column_name(column), middle, top - 1.5, _SMALL, SOFT, centred=True)
    for row in range(puzzle.position.rules.height):
        middle = top + (row + 0.5) * square + _SMALL / 3
        yield Words(str(row + 1), left - 2.5, middle, _SMALL, SOFT, centred=True)


def _mark(
    mark: Mark, square: Move, columns: int, board: tuple[float, float, float]
) -> Iterator[Path]:
    left, top, size = board
    row, column = divmod(square, columns)
    for stroke in strokes(mark, left + (column + 0.2) * size, top + (row + 0.2) * size, 0.6 * size):
        yield Path(stroke, MARKS[mark], 0.07 * size)


def _frame(square: Move, columns: int, board: tuple[float, float, float]) -> Iterator[Path]:
    """Around the answer, for those who print without colours."""
    left, top, size = board
    row, column = divmod(square, columns)
    x1, y1 = left + (column + 0.06) * size, top + (row + 0.06) * size
    x2, y2 = x1 + 0.88 * size, y1 + 0.88 * size
    corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)]
    for start, end in pairwise(corners):
        yield Path([start, start, end, end], INK, 0.4)


def _straight(x1: float, y: float, x2: float) -> Stroke:
    return [(x1, y), (x1, y), (x2, y), (x2, y)]


def _moved(stroke: Stroke, left: float, top: float, scale: float) -> Stroke:
    return [(left + x * scale, top + y * scale) for x, y in stroke]
