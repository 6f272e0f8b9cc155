"""Sheets of puzzles to print: the puzzles on one page of A4, their answers on another.

All puzzles of a sheet are different, even turned and mirrored. A page is a list of curves and lines
of type in millimetres, which is written as SVG or, with the extra `noughts[print]`, as PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from textwrap import wrap
from typing import TypeAlias

from noughts.coach.lessons import THEMES, moral_text
from noughts.coach.puzzle import Puzzle, Theme, random_puzzle, solution_text, task_text
from noughts.core import Mark, Position, Rules, squares
from noughts.core.errors import NotationError
from noughts.core.extras import extra
from noughts.core.notation import column_name
from noughts.core.symmetry import canonical
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext
from noughts.wording.pictures.palette import INK, MARKS, SOFT
from noughts.wording.pictures.strokes import Stroke, lattice, path, strokes
from noughts.wording.pictures.svg import escaped
from noughts.wording.text import title

MOST_PUZZLES = 12  # that fit on a page
WIDTH, HEIGHT = 210, 297  # of A4

_TRIES = 500  # without a new puzzle; the smallest set has 8, the largest list 40
_MARGIN, _TOP, _BOTTOM = 15, 32, 15
_FEW = 6  # puzzles that are drawn large
_TEXT, _SMALL = 3.6, 2.7  # heights of type
_CHARACTERS = 2.15  # a millimetre of a line, where type is 1 mm high
_POINTS = 72 / 25.4  # to the millimetre


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
        for line, words in enumerate(wrap(text, int((width - 6) / size * _CHARACTERS))):
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
    for stroke in lattice(rules.width, rules.height):
        yield Path([at(x, y) for x, y in stroke], SOFT, 0.35)
    shown = position.play(puzzle.answer) if is_solved else position
    for mark in Mark:
        for square in squares(shown.marks(mark)):
            row, column = divmod(square, rules.width)
            for stroke in strokes(mark, *at(column + 0.2, row + 0.2), 0.6 * side):
                yield Path(stroke, MARKS[mark], 0.07 * side)
    if is_solved:  # with a frame, for those who print without colours
        row, column = divmod(puzzle.answer, rules.width)
        frame = ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94), (0.06, 0.06))
        for start, end in pairwise(at(column + x, row + y) for x, y in frame):
            yield Path([start, start, end, end], INK, 0.4)


def svg_of(page: Page) -> str:
    """Return the page as a picture of A4.

    >>> svg_of(()).startswith("<svg")
    True
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}mm" height="{HEIGHT}mm" font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for item in page:
        match item:
            case Path():
                parts.append(
                    f'<path d="{path(item.stroke)}" fill="none" stroke="{item.colour}" '
                    f'stroke-width="{item.width:.2f}" stroke-linecap="round"/>'
                )
            case Words():
                anchor = ' text-anchor="middle"' if item.centred else ""
                parts.append(
                    f'<text x="{item.x:.2f}" y="{item.y:.2f}" font-size="{item.size}" '
                    f'fill="{item.colour}"{anchor}>{escaped(item.text)}</text>'
                )
    return "\n".join([*parts, "</svg>"]) + "\n"


def pdf_of(pages: Sequence[Page], title: str) -> bytes:
    """Return the pages as a document, drawn with lines rather than dots; raises MissingExtra."""
    with extra("print"):
        from fpdf import FPDF

    document = FPDF(format="A4", unit="mm")
    document.set_auto_page_break(auto=False)
    document.set_title(title)
    document.core_fonts_encoding = "cp1252"  # which has dashes and quotation marks
    for page in pages:
        document.add_page()
        for item in page:
            match item:
                case Path():
                    start, *points = item.stroke
                    with document.new_path() as drawn:
                        drawn.style.auto_close = False
                        drawn.style.fill_color = None
                        drawn.style.stroke_color = item.colour
                        drawn.style.stroke_width = item.width
                        drawn.style.stroke_cap_style = "round"
                        drawn.move_to(*start)
                        for at in range(0, len(points), 3):
                            first, second, end = points[at : at + 3]
                            drawn.curve_to(*first, *second, *end)
                case Words():
                    # What the standard fonts lack, and no sentence of ours needs, becomes a "?".
                    text = item.text.encode("cp1252", "replace").decode("cp1252")
                    document.set_font("Helvetica", size=item.size * _POINTS)
                    document.set_text_color(item.colour)
                    width = document.get_string_width(text) if item.centred else 0
                    document.text(item.x - width / 2, item.y, text)
    return bytes(document.output())
