"""Boards as text."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import pairwise

from noughts.core import Move, Position, Rules, Square
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
    """Each square's number in reading order, counted from `first`."""
    rules, first = as_type(rules, Rules, "the board"), whole(first, "the first number")
    return Labels(squares=tuple(str(first + square) for square in range(rules.size)))


def default_labels(rules: Rules | str) -> Labels:
    """Numbers 1 to 9 on 3×3, names along the edges of every other board."""
    rules = as_type(rules, Rules, "the board")
    return number_labels(rules) if rules.is_common else name_labels(rules)


def draw(
    position: Position | str,
    *,
    labels: Labels | None = None,
    line: Collection[Move] = (),
    last: Square | None = None,
    paint: Paint | None = None,
    compact: bool = False,
) -> str:
    """The board as text, a winning `line` in [brackets] and the `last` move in (parentheses).

    `paint` may wrap a square's text to colour it. A `compact` board has a column and no lines
    between the squares, and its letters above and below.

    >>> print(draw("x.o/.x./..o x 3", last="c3"))
     X | 2 | O
    ---+---+---
     4 | X | 6
    ---+---+---
     7 | 8 |(O)
    """
    position = as_type(position, Position, "the position")
    rules = position.rules
    labels = default_labels(rules) if labels is None else labels
    check_type(labels, Labels, "the labels")
    check_type(line, Collection, "the line")
    check_type(paint, Callable | None, "the paint")
    last = None if last is None else position.square(last)
    ruled = not compact and max(rules.width, rules.height) <= _LONGEST_RULED_SIDE
    cells = [_text(position, square, labels, ruled=ruled) for square in range(rules.size)]
    if not compact:  # otherwise two neighbours share the column for their brackets
        for square, text in enumerate(cells):
            left, right = "[]" if square in line else "()" if square == last else "  "
            cells[square] = f"{left}{text}{right}"
    align = str.rjust if compact else str.center
    width = max(map(len, (*cells, *labels.columns)))
    cells = [align(cell, width) for cell in cells]
    if paint is not None:
        cells = [paint(square, cell) for square, cell in enumerate(cells)]
    bar, joint, space = ("|", "+", " ") if ruled else ("", "", "")
    margin = max((len(label + space) for label in labels.rows), default=0)
    head = ""
    if labels.columns:
        indent, between = (" " * (margin + 1), " ") if compact else (" " * margin, space)
        head = indent + between.join(align(label, width) for label in labels.columns)
    lines = [head] if head else []
    for row in range(rules.height):
        if ruled and row:
            lines.append(" " * margin + joint.join(["-" * width] * rules.width))
        squares = range(row * rules.width, (row + 1) * rules.width)
        label = f"{labels.rows[row]}{space}".rjust(margin) if labels.rows else ""
        if compact:
            edge, *gaps = (_between(*pair, line, last) for pair in pairwise((None, *squares, None)))
            label += edge
            inside = "".join(cells[square] + gap for square, gap in zip(squares, gaps, strict=True))
        else:
            inside = bar.join(cells[square] for square in squares)
        lines.append(label + inside)
    if head and compact:
        lines.append(head)
    return "\n".join(text.rstrip() for text in lines)


def _text(position: Position, square: Move, labels: Labels, *, ruled: bool) -> str:
    mark = position.mark_at(square)
    if mark is not None:
        return str(mark)
    if labels.squares:
        return labels.squares[square]
    return " " if ruled else EMPTY


def _between(
    left: Move | None, right: Move | None, line: Collection[Move], last: Move | None
) -> str:
    """The bracket between two neighbours, or a space; None for the edge."""
    if (left in line) != (right in line):
        return "]" if left in line else "["
    if last is None or left in line:
        return " "
    return ")" if left == last else "(" if right == last else " "
