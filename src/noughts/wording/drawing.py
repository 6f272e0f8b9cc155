"""Boards as text."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import pairwise

from noughts.core import Move, Position, PositionLike, Rules, Square, as_position
from noughts.core.checks import as_type, check_type, whole
from noughts.core.notation import EMPTY, column_name

# Lines between the squares take much room, and on longer sides crowd the screen.
_LONGEST_RULED_SIDE = 9

Paint = Callable[[Move, str], str]


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels along the edges of a board and in its empty squares; () for none."""

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()


def name_labels(rules: Rules | str) -> Labels:
    """Letters above the columns and numbers beside the rows."""
    rules = as_type(rules, Rules, "the board")
    return Labels(
        columns=tuple(column_name(column) for column in range(rules.width)),
        rows=tuple(str(row + 1) for row in range(rules.height)),
    )


def number_labels(rules: Rules | str, first: int = 1) -> Labels:
    """Return each square's number in reading order, counted from `first`."""
    rules, first = as_type(rules, Rules, "the board"), whole(first, "the first number")
    return Labels(squares=tuple(str(first + square) for square in range(rules.size)))


def draw(
    position: PositionLike,
    *,
    labels: Labels | None = None,
    line: Collection[Move] = (),
    last: Square | None = None,
    paint: Paint | None = None,
    compact: bool = False,
) -> str:
    """Return the board as text, a winning `line` in [brackets], the `last` move in (parentheses).

    `labels` are by default the letters and numbers that make the names of the squares. `paint` may
    wrap a square's text to colour it. A `compact` board has a column and no lines between the
    squares, and its letters above and below.

    >>> print(draw("x.o/.x./..o x 3", last="c3"))
       a   b   c
    1  X |   | O
      ---+---+---
    2    | X |
      ---+---+---
    3    |   |(O)
    """
    position = as_position(position)
    rules = position.rules
    labels = name_labels(rules) if labels is None else labels
    check_type(labels, Labels, "the labels")
    check_type(line, Collection, "the line")
    check_type(paint, Callable | None, "the paint")
    last = None if last is None else position.square(last)
    if compact:
        return _draw_compact(position, labels, line, last, paint)
    ruled = max(rules.width, rules.height) <= _LONGEST_RULED_SIDE
    cells = []
    for square in range(rules.size):
        left, right = "[]" if square in line else "()" if square == last else "  "
        cells.append(f"{left}{_text(position, square, labels, ruled=ruled)}{right}")
    width = max(map(len, (*cells, *labels.columns)))
    cells = [cell.center(width) for cell in cells]
    if paint is not None:
        cells = [paint(square, cell) for square, cell in enumerate(cells)]
    bar, joint, space = ("|", "+", " ") if ruled else ("", "", "")
    margin = max((len(label + space) for label in labels.rows), default=0)
    lines = []
    if labels.columns:
        heads = (label.center(width) for label in labels.columns)
        lines.append(" " * margin + space.join(heads))
    for row in range(rules.height):
        if ruled and row:
            lines.append(" " * margin + joint.join(["-" * width] * rules.width))
        head = f"{labels.rows[row]}{space}".rjust(margin) if labels.rows else ""
        lines.append(head + bar.join(cells[row * rules.width : (row + 1) * rules.width]))
    return "\n".join(text.rstrip() for text in lines)


def _text(position: Position, square: Move, labels: Labels, *, ruled: bool) -> str:
    mark = position.mark_at(square)
    if mark is not None:
        return str(mark)
    if labels.squares:
        return labels.squares[square]
    return " " if ruled else EMPTY


def _draw_compact(
    position: Position,
    labels: Labels,
    line: Collection[Move],
    last: Move | None,
    paint: Paint | None,
) -> str:
    rules = position.rules
    texts = [_text(position, square, labels, ruled=False) for square in range(rules.size)]
    width = max(map(len, (*texts, *labels.columns)))
    cells = [text.rjust(width) for text in texts]
    if paint is not None:
        cells = [paint(square, cell) for square, cell in enumerate(cells)]
    margin = max(map(len, labels.rows), default=0)
    heads = " ".join(label.rjust(width) for label in labels.columns)
    head = [" " * (margin + 1) + heads] if heads else []
    rows = []
    for row, label in enumerate(labels.rows or ("",) * rules.height):
        squares = range(row * rules.width, (row + 1) * rules.width)
        edge, *gaps = (_between(*pair, line, last) for pair in pairwise((None, *squares, None)))
        inside = (cells[square] + gap for square, gap in zip(squares, gaps, strict=True))
        rows.append(f"{label.rjust(margin)}{edge}{''.join(inside)}")
    return "\n".join(text.rstrip() for text in [*head, *rows, *head])


def _between(
    left: Move | None, right: Move | None, line: Collection[Move], last: Move | None
) -> str:
    """Return the bracket between two neighbours, or a space; None for the edge."""
    if (left in line) != (right in line):
        return "]" if left in line else "["
    if last is None or left in line:
        return " "
    return ")" if left == last else "(" if right == last else " "
