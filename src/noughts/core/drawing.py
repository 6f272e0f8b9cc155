"""Boards as text."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from noughts.core.bits import Move
from noughts.core.notation import EMPTY, column_name
from noughts.core.position import Position
from noughts.core.rules import Rules

# Lines between the squares take much room, and on longer sides crowd the screen.
_LONGEST_RULED_SIDE = 9

Paint = Callable[[Move, str], str]


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels along the edges of a board and in its empty squares; () for none."""

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()


def name_labels(rules: Rules) -> Labels:
    """Letters above the columns and numbers beside the rows."""
    return Labels(
        columns=tuple(column_name(column) for column in range(rules.width)),
        rows=tuple(str(row + 1) for row in range(rules.height)),
    )


def number_labels(rules: Rules, first: int = 1) -> Labels:
    """Each square's number in reading order, counted from `first`."""
    return Labels(squares=tuple(str(first + square) for square in range(rules.size)))


def default_labels(rules: Rules) -> Labels:
    """Numbers 1 to 9 on 3×3, names along the edges of every other board."""
    return number_labels(rules) if rules.is_common else name_labels(rules)


def draw(
    position: Position,
    *,
    labels: Labels | None = None,
    line: Collection[Move] = (),
    last: Move | None = None,
    paint: Paint | None = None,
) -> str:
    """The board as text, a winning `line` in [brackets] and the `last` move in (parentheses).

    `paint` may wrap a square's text to colour it.

    >>> print(draw(Position.parse("x.o/.x./..o x 3"), last=8))
     X | 2 | O
    ---+---+---
     4 | X | 6
    ---+---+---
     7 | 8 |(O)
    """
    labels = default_labels(position.rules) if labels is None else labels
    rules = position.rules
    ruled = max(rules.width, rules.height) <= _LONGEST_RULED_SIDE
    cells = [
        _cell(position, square, labels, brackets=_brackets(square, line, last), ruled=ruled)
        for square in range(rules.size)
    ]
    width = max(map(len, (*cells, *labels.columns)))
    cells = [cell.center(width) for cell in cells]
    if paint is not None:
        cells = [paint(square, cell) for square, cell in enumerate(cells)]
    return _join(rules, labels, cells, width, ruled=ruled)


def _brackets(square: Move, line: Collection[Move], last: Move | None) -> str:
    if square in line:
        return "[]"
    return "()" if square == last else "  "


def _cell(position: Position, square: Move, labels: Labels, *, brackets: str, ruled: bool) -> str:
    mark = position.mark_at(square)
    if mark is not None:
        text = str(mark)
    elif labels.squares:
        text = labels.squares[square]
    else:
        text = " " if ruled else EMPTY
    return f"{brackets[0]}{text}{brackets[1]}"


def _join(rules: Rules, labels: Labels, cells: list[str], width: int, *, ruled: bool) -> str:
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
