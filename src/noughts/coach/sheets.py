"""Sheets of puzzles to print: the puzzles on one page of A4, their answers on another.

All puzzles of a sheet are different, even turned and mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from textwrap import wrap

from noughts.coach.lessons import THEMES, moral_text
from noughts.coach.puzzle import Puzzle, Theme, random_puzzle, solution_text, task_text
from noughts.core import Position, Rules
from noughts.core.errors import NotationError
from noughts.core.notation import column_name
from noughts.core.symmetry import canonical
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext
from noughts.wording.pictures.palette import INK, SOFT
from noughts.wording.pictures.paper import CHARACTERS, HEIGHT, WIDTH, Page, Path, Words, board
from noughts.wording.text import title

MOST_PUZZLES = 12  # that fit on a page

_TRIES = 500  # without a new puzzle; the smallest set has 8, the largest list 40
_MARGIN, _TOP, _BOTTOM = 15, 32, 15
_FEW = 6  # puzzles that are drawn large
_TEXT, _SMALL = 3.6, 2.7  # heights of type


def choose_puzzles(
    count: int,
    rng: Random,
    level: str | None = None,
    theme: Theme | None = None,
    rules: Rules | None = None,
) -> tuple[Puzzle, ...]:
    """Return `count` puzzles of a level, theme and board; raises NotationError if there are fewer.

    >>> len(choose_puzzles(6, Random(1)))
    6
    """
    chosen: dict[Position, Puzzle] = {}
    tries = 0
    while len(chosen) < count:
        puzzle = random_puzzle(level, rng, theme, rules or Rules())
        tries = tries + 1 if canonical(puzzle.position) in chosen else 0
        if tries == _TRIES:
            raise NotationError(
                ngettext(
                    "there's only {count} such puzzle – ask for fewer",
                    "there are only {count} such puzzles – ask for fewer",
                    len(chosen),
                )
            )
        chosen.setdefault(canonical(puzzle.position), puzzle)
    return tuple(chosen.values())


def pages(puzzles: Sequence[Puzzle], note: str = "") -> tuple[Page, Page]:
    """Return the page of the puzzles, and that of the answers; `note` is printed small on both.

    >>> [page[0].text for page in pages(choose_puzzles(6, Random(1)))]
    ['Puzzles', 'Answers']
    """
    return tuple(_page(puzzles, note)), tuple(_page(puzzles, note, is_solved=True))


def _page(
    puzzles: Sequence[Puzzle], note: str, *, is_solved: bool = False
) -> Iterator[Path | Words]:
    if is_solved:
        yield Words(_("Answers"), _MARGIN, 20, 8)
    else:
        yield Words(_("Puzzles"), _MARGIN, 20, 8)
        yield Words(title(puzzles[0].position.rules), _MARGIN, 26, _SMALL, SOFT)
        themes = {puzzle.theme for puzzle in puzzles}
        lesson = next((lesson for lesson, theme in THEMES.items() if themes == {theme}), None)
        if lesson is not None:
            yield Words(moral_text(lesson), _MARGIN, 30, _SMALL, SOFT)
        yield Words(_("Name:"), WIDTH / 2, 20, _TEXT)
        start, end = (WIDTH / 2 + 15, 20), (WIDTH - _MARGIN, 20)
        yield Path([start, start, end, end], SOFT, 0.2)
    if note:
        yield Words(note, _MARGIN, HEIGHT - 8, _SMALL, SOFT)
    columns, rows = (2, 3) if len(puzzles) <= _FEW else (3, 4)
    width = (WIDTH - 2 * _MARGIN) / columns
    height = (HEIGHT - _TOP - _BOTTOM) / rows
    longer_side, size = (55, _TEXT) if columns == 2 else (31, 0.9 * _TEXT)
    for number, puzzle in enumerate(puzzles):
        row, column = divmod(number, columns)
        rules = puzzle.position.rules
        side = longer_side / max(rules.width, rules.height)
        left, top = _MARGIN + column * width, _TOP + row * height + 6
        yield Words(f"{number + 1}.", left, top + side * 0.5 + size / 3, size)
        yield from _drawing(puzzle, left + 10, top, side, is_solved=is_solved)
        text = solution_text(puzzle) if is_solved else task_text(puzzle)
        below = top + side * rules.height + 1.8 * size
        for line, words in enumerate(wrap(text, int((width - 6) / size * CHARACTERS))):
            yield Words(words, left, below + line * size * 1.3, size)


def _drawing(
    puzzle: Puzzle, left: float, top: float, side: float, *, is_solved: bool
) -> Iterator[Path | Words]:
    """Yield a board with squares of this side, and the letters and numbers that name answers."""
    position, rules = puzzle.position, puzzle.position.rules

    def at(x: float, y: float) -> tuple[float, float]:
        """Return a point of the page, given in squares from the corner of the board."""
        return left + x * side, top + y * side

    for column in range(rules.width):
        x, y = at(column + 0.5, 0)
        yield Words(column_name(column), x, y - 1.5, _SMALL, SOFT, centred=True)
    for row in range(rules.height):
        x, y = at(0, row + 0.5)
        yield Words(str(row + 1), x - 2.5, y + _SMALL / 3, _SMALL, SOFT, centred=True)
    yield from board(position.play(puzzle.answer) if is_solved else position, left, top, side)
    if is_solved:  # with a frame, for those who print without colours
        row, column = divmod(puzzle.answer, rules.width)
        frame = ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94), (0.06, 0.06))
        for start, end in pairwise(at(column + x, row + y) for x, y in frame):
            yield Path([start, start, end, end], INK, 0.4)
