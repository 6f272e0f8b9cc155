"""The ways to type a square: each reads what it spells, and nothing else."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import NotationError, Rules
from noughts.core.bits import Move
from noughts.core.drawing import draw
from noughts.terminal.styles import STYLES

BOARDS = [
    Rules(width, height, 1)
    for width, height in [(1, 1), (3, 3), (4, 3), (3, 4), (9, 9), (15, 15), (26, 1), (26, 26)]
]
SCREEN = 80


@st.composite
def boards(draw_from: st.DrawFn) -> Rules:
    width, height = draw_from(st.integers(1, 26)), draw_from(st.integers(1, 26))
    return Rules(width, height, draw_from(st.integers(1, max(width, height))))


styles = st.sampled_from(list(STYLES))


def refusal(style: str, text: str, rules: Rules = BOARDS[1]) -> str:
    with pytest.raises(NotationError) as refused:
        STYLES[style](rules).read(text)
    return str(refused.value)


def square_or_refusal(style: str, text: str, rules: Rules) -> Move | str:
    try:
        return STYLES[style](rules).read(text)
    except NotationError as error:
        return str(error)


# --- reading


@given(boards(), styles, st.data())
def test_every_square_reads_back_as_it_is_spelt(
    rules: Rules, name: str, data: st.DataObject
) -> None:
    style = STYLES[name](rules)
    square = data.draw(st.integers(0, rules.size - 1))
    assert style.read(style.spell(square)) == square


@pytest.mark.parametrize("name", STYLES)
def test_all_squares_of_a_board_are_spelt_and_read(name: str) -> None:
    for rules in BOARDS:
        style, squares = STYLES[name](rules), range(rules.size)
        assert [style.read(style.spell(square)) for square in squares] == list(squares), rules


@given(boards(), styles, st.text(max_size=8))
def test_any_text_is_a_square_of_the_board_or_refused_in_one_line(
    rules: Rules, name: str, text: str
) -> None:
    answer = square_or_refusal(name, text, rules)
    if isinstance(answer, int):
        assert 0 <= answer < rules.size
    else:
        assert answer.isprintable()


@given(boards(), styles, st.text("0123456789abz ,-+.", max_size=6))
def test_a_text_much_like_a_square_is_on_the_board_or_refused(
    rules: Rules, name: str, text: str
) -> None:
    answer = square_or_refusal(name, text, rules)
    if isinstance(answer, int):
        assert 0 <= answer < rules.size
    else:
        assert repr(text) in answer
        assert len(answer) < SCREEN


@pytest.mark.parametrize(
    ("style", "text", "square"),
    [
        ("auto", "1", 0),
        ("auto", "9", 8),
        ("auto", "a1", 0),
        ("auto", "C2", 5),
        ("name", "c2", 5),
        ("number", "6", 5),
        ("index", "0", 0),
        ("index", "8", 8),
        ("row-col", "1 3", 2),
        ("row-col", "3,1", 6),
        ("row-col", "3, 1", 6),
        ("row-col", "3\t1", 6),
        ("col-row", "1 3", 6),
        ("col-row", "3 1", 2),
    ],
)
def test_squares_are_counted_as_each_style_says(style: str, text: str, square: int) -> None:
    assert STYLES[style](Rules()).read(text) == square


@pytest.mark.parametrize(
    ("style", "wrong"),
    [
        ("auto", ["", "0", "10", "d1", "a4", "a0", "b", "1 1", "-1", "1.0", "5a", "5 ", "+5"]),
        ("name", ["", "5", "d1", "a4", "a", "aa1", "1a", "a 1"]),
        ("number", ["", "0", "10", "b2", "-1", "1 2", "1e0", "0x1", "99999", "1_0"]),
        ("index", ["", "9", "-1", "b2", "-0", "one"]),
        ("row-col", ["", "1", "12", "0 1", "1 0", "4 1", "1 4", "1 2 3", "a b", "-1 1", "1 -1"]),
        ("col-row", ["", "1", "12", "0 1", "1 0", "4 1", "1 4", "1 2 3", "a 1", "1;2"]),
    ],
)
def test_what_is_no_square_in_a_style_is_refused_and_quoted(style: str, wrong: list[str]) -> None:
    for text in wrong:
        assert f"'{text}' isn't a square" in refusal(style, text)


@pytest.mark.parametrize("style", STYLES)
def test_digits_and_letters_of_other_scripts_are_refused(style: str) -> None:
    for text in ("٣", "²", "３", "𝟓", "①", "٣ ٣", "３ ３", "1 ٣", "a٣", "b²", "ａ1"):
        assert "isn't a square" in refusal(style, text), text


@pytest.mark.parametrize("style", STYLES)
def test_a_refusal_quotes_control_characters_and_long_texts_harmlessly(style: str) -> None:
    for text in ("\x1b[2J", "\0", "5" * 900, "a" * 900):
        message = refusal(style, text)
        assert message.isprintable()
        assert len(message) < SCREEN


def test_numbers_are_guessed_only_on_the_common_board() -> None:
    assert "isn't a square" in refusal("auto", "1", Rules(4, 3, 3))
    assert STYLES["auto"](Rules(4, 3, 3)).read("d3") == 11
    assert STYLES["auto"](Rules(3, 3, 2)).read("9") == 8


@pytest.mark.parametrize("style", STYLES)
def test_what_to_type_is_said_within_a_line(style: str) -> None:
    for rules in BOARDS:
        sentence = f"Type {STYLES[style](rules).wanted}, or help."
        assert len(sentence) < SCREEN


# --- labels


@given(boards(), styles, st.data())
def test_the_labels_show_what_to_type(rules: Rules, name: str, data: st.DataObject) -> None:
    style = STYLES[name](rules)
    square = data.draw(st.integers(0, rules.size - 1))
    row, column = divmod(square, rules.width)
    labels = style.labels
    if labels.squares:
        shown = labels.squares[square]
    elif labels.rows[row].endswith("+"):
        shown = str(int(labels.rows[row].removesuffix("+")) + int(labels.columns[column]))
    elif labels.columns[0].isalpha():
        shown = labels.columns[column] + labels.rows[row]
    else:
        first, second = labels.rows[row], labels.columns[column]
        shown = f"{second} {first}" if name == "col-row" else f"{first} {second}"
    assert style.read(shown) == square


@pytest.mark.parametrize("name", STYLES)
def test_every_board_fits_a_screen_of_80_columns(name: str) -> None:
    counts_squares = name in ("number", "index")
    for width, height in product(range(1, 27), (1, 3, 5, 9, 10, 26)):
        rules = Rules(width, height, 1)
        last = width - 1  # a mark in brackets at the end of the top row is the widest there is
        drawn = draw(rules.start().play(last), labels=STYLES[name](rules).labels, last=last)
        # 26 squares of three columns leave two for the rows' labels, which here may need four.
        most = SCREEN + 2 if counts_squares and width == 26 else SCREEN
        assert max(map(len, drawn.splitlines())) <= most, rules
