"""Boards, squares and positions as text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from noughts.core import Mark, Position, Rules, notation
from noughts.core.errors import InvalidPosition, InvalidRules, NotationError
from tests.core.strategies import boards, hostile_texts, is_one_short_line, positions

# --- squares


@given(boards(), st.data())
def test_a_squares_name_reads_back_in_either_case(rules: Rules, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, rules.size - 1))
    name = notation.square_name(rules.width, square)
    assert notation.read_square(rules.width, rules.height, name) == square
    assert notation.read_square(rules.width, rules.height, f" {name.upper()}\n") == square


def test_squares_are_a_column_letter_and_a_row_number_from_the_top_within_the_corners() -> None:
    names = [notation.square_name(3, square) for square in range(9)]
    assert names == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert notation.square_name(26, 675) == "z26"
    assert [notation.column_name(0), notation.column_name(25)] == ["a", "z"]
    for text in ("d1", "a4", "D4", "z26", "a99"):
        with pytest.raises(NotationError, match=f"{text} is off the board – .* are a1 to c3"):
            notation.read_square(3, 3, text)


# Dotted I, dotless i, long s and the Kelvin sign match [a-z] where case is ignored.
NO_SQUARES = [
    *("", "a", "1", "a0", "a01", "a-1", "aa1", "1a", "a 1", "a1b1", "a100", "a1.0"),
    *("ä1", "a١", "a²", "İ1", "ı1", "ſ1", "\u212a1"),
]


@pytest.mark.parametrize("text", NO_SQUARES)
def test_a_text_that_is_no_square_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError, match=r"a letter and a number, as in a1, not '"):
        notation.read_square(26, 26, text)


def test_a_mark_is_read_in_either_case_and_space_around_a_position_does_not_matter() -> None:
    assert [notation.read_mark(text) for text in "xXoO"] == [Mark.X, Mark.X, Mark.O, Mark.O]
    for text in ("", "xx", "0", "×", " x", "."):
        with pytest.raises(NotationError, match="the side to move is x or o, not '"):
            notation.read_mark(text)
    for text in (" x.o/.x./..o x 3\n", "x.o/.x./..o\t x   3", "x.o_.x._..o x 3"):
        assert Position.parse(text).notation == "x.o/.x./..o x 3"


# --- positions


@example(Rules(26, 26, 26).start())  # the longest there is
@given(positions(longest=26))
def test_a_position_reads_back_in_both_forms_and_in_capitals(position: Position) -> None:
    assert set(position.url) <= set("xo._0123456789")  # needs no escaping
    for text in (str(position), position.notation, position.url):
        assert Position.parse(text) == position
        assert Position.parse(text.upper()) == position
    assert str(position.rules.k) == position.notation.rpartition(" ")[2]
    assert Position.parse(position.url).notation == position.notation


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


# --- hostile texts


READERS: dict[str, Callable[[str], object]] = {
    "position": Position.parse,
    "rules": Rules.parse,
    "parts": notation.read_position,
    "sides": notation.read_rules,
    "mark": notation.read_mark,
    "square": lambda text: notation.read_square(26, 26, text),
}


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=4 * settings().max_examples)
@given(hostile_texts)
def test_a_hostile_text_is_read_or_refused_in_one_short_line(name: str, text: str) -> None:
    try:
        READERS[name](text)
    except (NotationError, InvalidRules, InvalidPosition) as error:
        assert is_one_short_line(str(error)), str(error)


@given(st.text(st.characters()))
def test_a_quoted_text_is_one_short_printable_line(text: str) -> None:
    assert is_one_short_line(notation.quote(text))


def test_a_quotation_shows_forty_characters_and_says_when_there_are_more() -> None:
    assert notation.quote("a" * 40) == "'" + "a" * 40 + "'"
    assert notation.quote("a" * 41) == "'" + "a" * 40 + "…'"
