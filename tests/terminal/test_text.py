"""The ways to type a square, each of which reads what it spells, and the words."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NotationError, Rules
from noughts.terminal.text import LONGEST_INDEXED_SIDE, TypedWord, near_miss, read_word
from noughts.wording.drawing import draw
from tests.typed_session import STYLES

SCREEN = 80


@st.composite
def boards(draw_from: st.DrawFn) -> Rules:
    width, height = draw_from(st.integers(1, 26)), draw_from(st.integers(1, 26))
    return Rules(width, height, draw_from(st.integers(1, max(width, height))))


styles = st.sampled_from(list(STYLES))


def refusal(style: str, text: str, rules: Rules | None = None) -> str:
    with pytest.raises(NotationError) as refused:
        STYLES[style](rules or Rules()).read(text)
    return str(refused.value)


# --- reading squares


@pytest.mark.parametrize("name", STYLES)
def test_all_squares_of_a_board_are_spelt_and_read_and_said_within_a_line(name: str) -> None:
    for size in ((1, 1), (3, 3), (4, 3), (3, 4), (9, 9), (15, 15), (26, 1), (26, 26)):
        rules = Rules(*size, 1)
        style, squares = STYLES[name](rules), range(rules.size)
        assert [style.read(style.spell(square)) for square in squares] == list(squares), rules
        assert len(f"Type {style.wanted}, or help.") < SCREEN, rules


much_like_a_square = st.text("0123456789abz ,-+.", max_size=6)


@given(boards(), styles, st.text(max_size=8) | much_like_a_square)
def test_any_text_is_a_square_of_the_board_or_refused_in_one_line(
    rules: Rules, name: str, text: str
) -> None:
    try:
        assert 0 <= STYLES[name](rules).read(text) < rules.size
    except NotationError as error:
        assert str(error).isprintable()
        assert ascii(text) in str(error)
        assert not text.isascii() or len(str(error)) < SCREEN


RIGHT = {
    "name": {"1": 0, "9": 8, "a1": 0, "C2": 5},
    "index": {"0": 0, "8": 8},
    "row-col": {"1 3": 2, "3,1": 6, "3, 1": 6, "3\t1": 6},
    "col-row": {"1 3": 6, "3 1": 2},
}
WRONG = {
    "name": [
        *("", "0", "10", "d1", "a4", "a0", "b", "1 1", "-1", "1.0", "5a", "5 ", "+5"),
        *("a", "aa1", "1a", "a 1", "1e0", "0x1", "99999", "1_0"),
    ],
    "index": ["", "9", "-1", "b2", "-0", "one"],
    "row-col": ["", "1", "12", "0 1", "1 0", "4 1", "1 4", "1 2 3", "a b", "-1 1", "1 -1"],
    "col-row": ["", "1", "12", "0 1", "1 0", "4 1", "1 4", "1 2 3", "a 1", "1;2"],
}


@pytest.mark.parametrize("style", STYLES)
def test_what_is_no_square_in_a_style_is_refused_and_quoted_harmlessly(style: str) -> None:
    for text, square in RIGHT[style].items():
        assert STYLES[style](Rules()).read(text) == square, text
    for text in WRONG[style]:
        assert f"'{text}' isn't a square" in refusal(style, text)
    for text in ("٣", "²", "３", "𝟓", "①", "٣ ٣", "３ ３", "1 ٣", "a٣", "b²", "ａ1"):
        assert "isn't a square" in refusal(style, text), text
    for text in ("\x1b[2J", "\0", "5" * 900, "a" * 900):
        assert refusal(style, text).isprintable(), text
        assert len(refusal(style, text)) < SCREEN, text


def test_numbers_are_guessed_only_on_the_common_board() -> None:
    assert "isn't a square" in refusal("name", "1", Rules(4, 3, 3))
    assert STYLES["name"](Rules(4, 3, 3)).read("d3") == 11
    assert STYLES["name"](Rules(3, 3, 2)).read("9") == 8


# --- labels


@given(boards(), styles, st.data())
def test_the_labels_show_what_to_type(rules: Rules, name: str, data: st.DataObject) -> None:
    style = STYLES[name](rules)
    square = data.draw(st.integers(0, rules.size - 1))
    row, column = divmod(square, rules.width)
    labels = style.labels
    if labels.squares:
        shown = labels.squares[square]
    elif labels.columns[0].isalpha():
        shown = labels.columns[column] + labels.rows[row]
    else:
        first, second = labels.rows[row], labels.columns[column]
        shown = f"{second} {first}" if name == "col-row" else f"{first} {second}"
    assert style.read(shown) == square
    assert style.read(style.spell(square)) == square


@pytest.mark.parametrize("name", STYLES)
def test_every_board_fits_a_screen_of_80_columns(name: str) -> None:
    longest = LONGEST_INDEXED_SIDE if name == "index" else 26
    for width, height in product(range(1, longest + 1), (1, 3, 5, 9, longest)):
        rules = Rules(width, height, 1)
        last = width - 1  # a mark in brackets at the end of the top row is the widest there is
        drawn = draw(rules.start().play(last), labels=STYLES[name](rules).labels, last=last)
        assert max(map(len, drawn.splitlines())) <= SCREEN, rules


# --- words


def test_every_command_is_read_in_any_case_and_a_near_miss_recognised() -> None:
    for word in TypedWord:
        name = word.name
        assert {read_word(text) for text in (name.lower(), name, name.title())} == {word}
    short = {
        "u": "undo",
        "h": "hint",
        "n": "new",
        "l": "level",
        "?": "help",
        "q": "quit",
        "exit": "quit",
    }
    for text, meant in short.items():
        assert read_word(text) is TypedWord(meant), text
    for text in ("", "undo 1", "un do", "quitt", "r", "5", "a1"):
        assert read_word(text) is None, text
    near = {"hnt": "hint", "udno": "undo", "Quti": "quit", "resing": "resign", "boards": "board"}
    for text, meant in near.items():
        assert near_miss(text) is TypedWord(meant), text
    for text in ("", "hello", "a1", "j10", "5", "2 3", "x" * 1_000):
        assert near_miss(text) is None, text


@pytest.mark.parametrize("style", STYLES)
def test_no_square_is_spelt_like_a_command(style: str) -> None:
    rules = Rules(26, 26, 5)
    spell = STYLES[style](rules).spell
    assert not [square for square in range(rules.size) if read_word(spell(square))]
    assert not [square for square in range(rules.size) if near_miss(spell(square))]
