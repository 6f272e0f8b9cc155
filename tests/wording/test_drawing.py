"""Boards as text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core import Position, Rules
from noughts.wording.drawing import Labels, draw, name_labels, number_labels
from tests.core.strategies import positions


@given(positions(longest=26), st.data())
def test_no_mark_is_lost_in_a_drawing_that_fits_a_terminal(
    position: Position, data: st.DataObject
) -> None:
    outcome = position.outcome
    last = data.draw(st.sampled_from([None, *range(position.rules.size)]))
    drawing = draw(position, line=outcome.line if outcome else (), last=last)
    marks = [letter.lower() for letter in drawing if letter in "XO"]
    assert marks == [letter for letter in position.notation.split()[0] if letter in "xo"]
    for line in drawing.split("\n"):
        assert len(line) <= 80
        assert line == line.rstrip()


def test_the_largest_board_fits_a_terminal_in_brackets_which_a_last_move_has_too() -> None:
    rules = Rules(26, 26, 5)
    lines = draw(rules.start(), line=range(rules.size)).split("\n")
    assert len(lines) == 27
    assert max(map(len, lines)) == 80
    assert "(" not in draw(Position.parse("x.o/.xo/x.o x 3"), line=(2, 5, 8), last=8)


@given(positions())
def test_paint_is_asked_once_for_each_square_and_never_shifts_the_board(position: Position) -> None:
    painted = []

    def paint(square: int, text: str) -> str:
        painted.append(square)
        return f"\x1b[1m{text}\x1b[0m"

    drawing = draw(position, paint=paint).replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert painted == list(range(position.rules.size))
    assert [line.rstrip() for line in drawing.split("\n")] == draw(position).split("\n")


@given(positions(longest=26))
def test_a_compact_board_of_any_size_has_all_its_marks_and_is_narrow(position: Position) -> None:
    labels = name_labels(position.rules)
    drawing = draw(position, labels=labels, compact=True)
    _, *rows, _ = drawing.split("\n")
    marks = "".join(row[len(str(position.rules.height)) :].replace(" ", "") for row in rows)
    assert marks.lower() == position.notation.split()[0].replace("/", "")
    assert max(map(len, rows)) <= 2 * position.rules.width + 3
    painted = draw(
        position, labels=labels, paint=lambda _, text: text.replace("X", "*"), compact=True
    )
    assert painted == drawing.replace("X", "*")


# The position, how it is drawn, and the drawing with a bar before each line, which keeps its edge.
DRAWN: dict[str, tuple[str, dict[str, Any], str]] = {
    "squares may show numbers": (
        "x.o/.x./..o x 3",
        {"labels": number_labels(Rules())},
        """
        : X | 2 | O
        :---+---+---
        : 4 | X | 6
        :---+---+---
        : 7 | 8 | O
        """,
    ),
    "a winning line stands in brackets and the last move in parentheses": (
        "x.o/.xo/x.o x 3",
        {"line": (2, 5, 8), "last": 4},
        """
        :   a   b   c
        :1  X |   |[O]
        :  ---+---+---
        :2    |(X)|[O]
        :  ---+---+---
        :3  X |   |[O]
        """,
    ),
    "a board has names along its edges": (
        "x.o./.x../...o x 4",
        {},
        """
        :   a   b   c   d
        :1  X |   | O |
        :  ---+---+---+---
        :2    | X |   |
        :  ---+---+---+---
        :3    |   |   | O
        """,
    ),
    "a large board has dots instead of rules": (
        "........../.x........ o 3",
        {"last": 11},
        """
        :  a  b  c  d  e  f  g  h  i  j
        :1 .  .  .  .  .  .  .  .  .  .
        :2 . (X) .  .  .  .  .  .  .  .
        """,
    ),
    "a compact board has a column between its squares and letters on both sides": (
        ".o..../.....x x 3",
        {"last": 1, "compact": True},
        """
        :  a b c d e f
        :1 .(O). . . .
        :2 . . . . . X
        :  a b c d e f
        """,
    ),
    "neighbours of a winning line share their brackets on a compact board": (
        "xxxo/.o.x/o... o 3",
        {"line": (0, 1, 2), "last": 2, "compact": True},
        """
        :  a b c d
        :1[X X X]O
        :2 . O . X
        :3 O . . .
        :  a b c d
        """,
    ),
    "wide numbers keep a compact board straight": (
        "x.../..../.... o 3",
        {"labels": number_labels(Rules(4, 3, 3)), "last": 0, "compact": True},
        """
        :( X) 2  3  4
        :  5  6  7  8
        :  9 10 11 12
        """,
    ),
    "wide numbers widen every square": (
        "..../..../.... x 3",
        {"labels": number_labels(Rules(4, 3, 3))},
        """
        : 1  | 2  | 3  | 4
        :----+----+----+----
        : 5  | 6  | 7  | 8
        :----+----+----+----
        : 9  | 10 | 11 | 12
        """,
    ),
    "numbers may begin with 0": (".. x 2", {"labels": number_labels(Rules(2, 1, 2), 0)}, ": 0 | 1"),
    "no labels leave the empty squares empty": (
        "x./.o x 2",
        {"labels": Labels()},
        """
        : X |
        :---+---
        :   | O
        """,
    ),
    "labels may be mixed": (
        ".. x 2",
        {"labels": Labels(columns=("left", "right"), squares=("0", "1"))},
        """
        : left right
        :  0  |  1
        """,
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_board_is_drawn(name: str) -> None:
    text, options, picture = DRAWN[name]
    expected = [line.strip().removeprefix(":") for line in picture.strip().splitlines()]
    assert draw(Position.parse(text), **options).split("\n") == expected
