"""Boards as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.drawing import Labels, default_labels, draw, name_labels, number_labels
from noughts.core.position import Position
from noughts.core.rules import Rules
from tests.core import naive
from tests.core.strategies import boards, positions


def picture(text: str) -> str:
    """A drawing written down with a bar before each line, which keeps its left edge."""
    return "\n".join(line.strip().removeprefix(":") for line in text.strip().splitlines())


def read_back(drawing: str, position: Position) -> str:
    """The cells of a board drawn with names or nothing at its edges."""
    rules = position.rules
    named = (rules.width, rules.height) != (3, 3)
    ruled = max(rules.width, rules.height) <= 9
    lines = drawing.split("\n")[1 if named else 0 :]
    lines = lines[:: 2 if ruled else 1]
    margin = len(str(rules.height)) + ruled if named else 0
    step = 4 if ruled else 3
    return "".join(
        line.ljust(margin + step * rules.width)[margin + 1 + step * column]
        for line in lines
        for column in range(rules.width)
    )


@given(positions(longest=26), st.data())
def test_no_mark_is_lost_in_a_drawing(position: Position, data: st.DataObject) -> None:
    outcome = position.outcome
    last = data.draw(st.sampled_from([None, *range(position.rules.size)]))
    drawing = draw(position, line=outcome.line if outcome else (), last=last)
    cells = read_back(drawing, position)
    marks = "".join(cell.lower() if cell in "XO" else "." for cell in cells)
    assert marks == naive.board_of(position).cells


@given(positions(longest=26))
def test_a_drawing_with_default_labels_fits_a_terminal(position: Position) -> None:
    for line in draw(position, last=position.rules.size - 1).split("\n"):
        assert len(line) <= 80
        assert line == line.rstrip()


def test_the_largest_board_fits_a_terminal_even_in_brackets() -> None:
    rules = Rules(26, 26, 5)
    lines = draw(rules.start(), line=range(rules.size)).split("\n")
    assert len(lines) == 27
    assert max(map(len, lines)) == 80


@given(positions(longest=26))
def test_plain_paint_changes_nothing(position: Position) -> None:
    assert draw(position, paint=lambda _, text: text) == draw(position)


@given(positions())
def test_paint_is_asked_once_for_each_square_and_its_marks_do_not_shift_the_board(
    position: Position,
) -> None:
    painted = []

    def paint(square: int, text: str) -> str:
        painted.append(square)
        return f"\x1b[1m{text}\x1b[0m"

    drawing = draw(position, paint=paint).replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert painted == list(range(position.rules.size))
    assert [line.rstrip() for line in drawing.split("\n")] == draw(position).split("\n")


def test_a_3x3_board_shows_the_numbers_of_its_empty_squares() -> None:
    assert draw(Position.parse("x.o/.x./..o x 3")) == picture("""
        : X | 2 | O
        :---+---+---
        : 4 | X | 6
        :---+---+---
        : 7 | 8 | O
    """)


def test_a_winning_line_stands_in_brackets_and_the_last_move_in_parentheses() -> None:
    position = Position.parse("x.o/.xo/x.o x 3")
    assert draw(position, line=(2, 5, 8), last=4) == picture("""
        : X | 2 |[O]
        :---+---+---
        : 4 |(X)|[O]
        :---+---+---
        : X | 8 |[O]
    """)
    assert "(" not in draw(position, line=(2, 5, 8), last=8)


def test_another_small_board_has_names_along_its_edges() -> None:
    assert draw(Position.parse("x.o./.x../...o x 4")) == picture("""
        :   a   b   c   d
        :1  X |   | O |
        :  ---+---+---+---
        :2    | X |   |
        :  ---+---+---+---
        :3    |   |   | O
    """)


def test_a_large_board_has_dots_instead_of_rules() -> None:
    drawing = draw(Rules(10, 2, 3).start().play(11), last=11)
    assert drawing == picture("""
        :  a  b  c  d  e  f  g  h  i  j
        :1 .  .  .  .  .  .  .  .  .  .
        :2 . (X) .  .  .  .  .  .  .  .
    """)


def test_a_compact_board_has_a_column_between_its_squares_and_letters_on_both_sides() -> None:
    position = Rules(6, 2, 3).start().play(11).play(1)
    assert draw(position, last=1, compact=True) == picture("""
        :  a b c d e f
        :1 .(O). . . .
        :2 . . . . . X
        :  a b c d e f
    """)


def test_neighbours_of_a_winning_line_share_their_brackets_on_a_compact_board() -> None:
    won = Position.parse("xxxo/.o.x/o... o 3")
    assert draw(won, line=(0, 1, 2), last=2, compact=True) == picture("""
        :  a b c d
        :1[X X X]O
        :2 . O . X
        :3 O . . .
        :  a b c d
    """)


def test_wide_numbers_keep_a_compact_board_straight() -> None:
    position = Rules(4, 3, 3).start().play(0)
    labels = number_labels(position.rules)
    assert draw(position, labels=labels, last=0, compact=True) == picture("""
        :( X) 2  3  4
        :  5  6  7  8
        :  9 10 11 12
    """)


@given(positions(longest=26))
def test_a_compact_board_of_any_size_has_all_its_marks_and_is_narrow(position: Position) -> None:
    drawing = draw(position, labels=name_labels(position.rules), compact=True)
    _, *rows, _ = drawing.split("\n")
    marks = "".join(row[len(str(position.rules.height)) :].replace(" ", "") for row in rows)
    assert marks.lower() == str(position).split()[0].replace("/", "")
    assert max(map(len, rows)) <= 2 * position.rules.width + 3
    painted = draw(
        position,
        labels=name_labels(position.rules),
        paint=lambda _, text: text.replace("X", "*"),
        compact=True,
    )
    assert painted == drawing.replace("X", "*")


def test_wide_numbers_widen_every_square() -> None:
    start = Rules(4, 3, 3).start()
    assert draw(start, labels=number_labels(start.rules)) == picture("""
        : 1  | 2  | 3  | 4
        :----+----+----+----
        : 5  | 6  | 7  | 8
        :----+----+----+----
        : 9  | 10 | 11 | 12
    """)


def test_no_labels_leave_the_empty_squares_empty() -> None:
    assert draw(Position.parse("x./.o x 2"), labels=Labels()) == " X |\n---+---\n   | O"


def test_labels_may_be_mixed() -> None:
    labels = Labels(columns=("left", "right"), squares=("0", "1"))
    assert draw(Rules(2, 1, 2).start(), labels=labels) == picture("""
        : left right
        :  0  |  1
    """)


@given(boards())
def test_default_labels_are_numbers_on_3x3_and_names_elsewhere(rules: Rules) -> None:
    named = name_labels(rules)
    assert (len(named.columns), len(named.rows)) == (rules.width, rules.height)
    if (rules.width, rules.height) == (3, 3):
        assert default_labels(rules) == number_labels(rules)
    else:
        assert default_labels(rules) == named


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_count_the_squares_from_the_first_one(first: int) -> None:
    assert number_labels(Rules(), first).squares == tuple(str(first + n) for n in range(9))
