"""Boards, squares and positions as text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.core.errors import InvalidPosition, InvalidRules, NotationError
from noughts.core.mark import Mark
from noughts.core.notation import (
    column_name,
    quote,
    read_mark,
    read_marks,
    read_rules,
    read_square,
    square_name,
    write_marks,
)
from noughts.core.position import Position
from noughts.core.rules import Rules
from tests.core.strategies import boards, hostile_texts, is_one_short_line, positions

# --- squares


@given(boards(), st.data())
def test_a_squares_name_reads_back_in_either_case(rules: Rules, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, rules.size - 1))
    name = square_name(rules.width, square)
    assert read_square(rules.width, rules.height, name) == square
    assert read_square(rules.width, rules.height, f" {name.upper()}\n") == square


def test_squares_are_a_column_letter_and_a_row_number_from_the_top() -> None:
    names = [square_name(3, square) for square in range(9)]
    assert names == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert square_name(26, 675) == "z26"
    assert [column_name(0), column_name(25)] == ["a", "z"]


@pytest.mark.parametrize("text", ["d1", "a4", "D4", "z26", "a99"])
def test_a_square_off_the_board_is_refused_with_the_boards_corners(text: str) -> None:
    with pytest.raises(NotationError, match=f"{text} is off the board – its squares are a1 to c3"):
        read_square(3, 3, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "1",
        "a0",
        "a01",
        "a-1",
        "aa1",
        "1a",
        "a 1",
        "a1b1",
        "a100",
        "a1.0",
        "ä1",
        "a١",
        "a²",
    ],
)
def test_a_text_that_is_no_square_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError, match=r"a letter and a number, as in a1, not '"):
        read_square(3, 3, text)


@pytest.mark.parametrize("text", ["İ1", "ı1", "ſ1", "\u212a1"])
def test_letters_that_only_fold_into_ascii_ones_name_no_square(text: str) -> None:
    """Dotted I, dotless i, long s and the Kelvin sign match [a-z] where case is ignored."""
    with pytest.raises(NotationError, match="a letter and a number"):
        read_square(26, 26, text)


# --- marks


def test_a_mark_is_read_in_either_case() -> None:
    assert [read_mark(text) for text in "xXoO"] == [Mark.X, Mark.X, Mark.O, Mark.O]


@pytest.mark.parametrize("text", ["", "xx", "0", "×", " x", "."])
def test_a_text_that_is_no_mark_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="the side to move is x or o, not '"):
        read_mark(text)


# --- positions


@given(positions(longest=26))
def test_a_position_reads_back_in_both_forms_and_in_capitals(position: Position) -> None:
    for text in (str(position), position.url):
        assert Position.parse(text) == position
        assert Position.parse(text.upper()) == position
    assert str(read_marks(str(position)).k) == str(position).rpartition(" ")[2]
    assert write_marks(read_marks(position.url)) == str(position)


@given(positions(longest=26))
def test_the_form_for_urls_needs_no_escaping(position: Position) -> None:
    assert set(position.url) <= set("xo._0123456789")


@pytest.mark.parametrize("form", ["x.o/.x./..o x 3", "x.o_.x._..o_x_3"])
def test_a_position_is_its_rows_from_the_top_then_the_side_to_move_then_k(form: str) -> None:
    marks = read_marks(form)
    assert (marks.width, marks.height, marks.k) == (3, 3, 3)
    assert (marks.xs, marks.os, marks.turn) == (0b000_010_001, 0b100_000_100, Mark.X)


@pytest.mark.parametrize(
    "text", [" x.o/.x./..o x 3\n", "x.o/.x./..o\t x   3", "X.O/.X./..O X 3", "x.o_.x._..o x 3"]
)
def test_space_around_and_capitals_do_not_matter(text: str) -> None:
    assert str(Position.parse(text)) == "x.o/.x./..o x 3"


@pytest.mark.parametrize("rows", [1, 2])
def test_a_board_one_column_wide_and_one_row_high_are_told_apart(rows: int) -> None:
    marks = read_marks("x/. o 1" if rows == 2 else "x. o 1")
    assert (marks.width, marks.height) == (3 - rows, rows)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "a position is rows, the side to move and k, .* not ''"),
        ("x 3", "a position is rows, the side to move and k"),
        ("/... x 3", "a position is rows, the side to move and k"),
        ("..././... x 3", "row 2 of the position has 1 squares, row 1 has 3"),
        (".../.../.... x 3", "row 3 of the position has 4 squares, row 1 has 3"),
        ("...//... x 3", "row 2 of the position has 0 squares, row 1 has 3"),
        (".../..a/... x 3", "'a' at c2: a square is x, o or ."),
        (".../.0./... x 3", "'0' at b2: a square is x, o or ."),
        ("." * 27 + "é x 3", r"'\\xe9' in row 1: a square is x, o or ."),
        (".../.../... z 3", "the side to move is x or o, not 'z'"),
        (".../.../... 3 x", "how many in a row win, not 'x'"),
        (".../.../... x k", "a position ends with how many in a row win, not 'k'"),
        (".../.../... x -3", "a position ends with how many in a row win, not '-3'"),
        (".../.../... x ٣", "a position ends with how many in a row win, not '"),
        (".../.../... x 1000", "a position ends with how many in a row win, not '1000'"),
        ("." * 1000 + " x 3", "a position has at most [0-9]+ characters"),
    ],
)
def test_what_is_wrong_with_a_positions_text_is_named_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        Position.parse(text)


@pytest.mark.parametrize(
    "text", ["." * 27 + " x 3", "/".join(["."] * 27) + " x 3", "... x 0", ". x 2"]
)
def test_a_well_written_position_on_a_board_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(InvalidRules):
        Position.parse(text)


def test_the_longest_position_there_is_can_be_read() -> None:
    rules = Rules(26, 26, 26)
    assert Position.parse(str(rules.start())) == rules.start()


# --- hostile texts


def _read_any_square(text: str) -> int:
    return read_square(26, 26, text)


READERS: list[Callable[[str], object]] = [
    Position.parse,
    Rules.parse,
    read_marks,
    read_rules,
    read_mark,
    _read_any_square,
]


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__qualname__)
@settings(max_examples=4 * settings().max_examples)
@given(hostile_texts)
def test_a_hostile_text_is_read_or_refused_in_one_short_line(
    read: Callable[[str], object], text: str
) -> None:
    try:
        read(text)
    except (NotationError, InvalidRules, InvalidPosition) as error:
        assert is_one_short_line(str(error)), str(error)


@given(st.text(st.characters()))
def test_a_quoted_text_is_one_short_printable_line(text: str) -> None:
    assert is_one_short_line(quote(text))


def test_a_quotation_shows_forty_characters_and_says_when_there_are_more() -> None:
    assert quote("a" * 40) == "'" + "a" * 40 + "'"
    assert quote("a" * 41) == "'" + "a" * 40 + "…'"
