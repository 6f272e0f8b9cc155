"""Lines in and lines out, whatever comes in."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts.core.text import printable
from noughts.terminal.console import (
    LONGEST_LINE,
    Console,
    EndOfInput,
    is_plain,
    wants_colour,
    wrapped,
)
from tests.terminal.screen import Keyboard, Screen

TOO_LONG = "That line is too long"


def console_on(typed: bytes, *, echo: bool = False) -> tuple[Console, io.StringIO]:
    said = io.StringIO()
    return Console(io.BytesIO(typed), said, echo=echo), said


# --- asking


@pytest.mark.parametrize("typed", [b"a1\n", b"a1\r\n", b"  a1\t\n", b"a1"])
def test_an_answer_comes_without_the_blanks_around_it(typed: bytes) -> None:
    console, said = console_on(typed)
    assert console.ask("Move: ") == "a1"
    assert said.getvalue() == "Move: "


def test_answers_come_one_a_line_and_an_empty_line_is_one() -> None:
    console, _ = console_on(b"1\n\n2\n")
    assert [console.ask("") for _ in range(3)] == ["1", "", "2"]


def test_the_end_of_input_is_told_and_ends_the_line_of_the_prompt() -> None:
    console, said = console_on(b"")
    with pytest.raises(EndOfInput):
        console.ask("Move: ")
    assert said.getvalue() == "Move: \n"


def test_after_the_end_of_input_it_stays_the_end() -> None:
    console, _ = console_on(b"1")
    assert console.ask("") == "1"
    for _ in range(2):
        with pytest.raises(EndOfInput):
            console.ask("")


@pytest.mark.parametrize("length", [LONGEST_LINE, LONGEST_LINE + 1, 300_000])
def test_an_overlong_line_is_explained_once_and_asked_again(length: int) -> None:
    console, said = console_on(b"5" * length + b"\n7\n")
    assert console.ask("Move: ") == "7"
    assert said.getvalue().count(TOO_LONG) == 1
    assert said.getvalue().count("Move: ") == 2


def test_the_longest_line_is_read_whole() -> None:
    console, said = console_on(b"5" * (LONGEST_LINE - 1) + b"\n7\n")
    assert console.ask("") == "5" * (LONGEST_LINE - 1)
    assert console.ask("") == "7"
    assert TOO_LONG not in said.getvalue()


def test_an_overlong_line_that_never_ends_is_the_end_of_input() -> None:
    console, said = console_on(b"5" * 100_000)
    with pytest.raises(EndOfInput):
        console.ask("")
    assert TOO_LONG in said.getvalue()


@pytest.mark.parametrize(
    ("typed", "text"),
    [(b"\xff\xfe", "\ufffd\ufffd"), (b"a\x80b", "a\ufffdb"), (b"a\0b", "a\0b"), (b"\0", "\0")],
)
def test_bytes_that_are_no_text_are_read_all_the_same(typed: bytes, text: str) -> None:
    console, _ = console_on(typed + b"\n")
    assert console.ask("") == text


def test_text_is_read_as_utf_8_whatever_the_locale() -> None:
    console, _ = console_on("é ٣\n".encode())
    assert console.ask("") == "é ٣"


# --- echo


def test_with_echo_a_session_from_a_pipe_reads_as_if_it_were_typed() -> None:
    console, said = console_on(b" 5 \n", echo=True)
    console.ask("Move: ")
    assert said.getvalue() == "Move: 5\n"


def test_echo_passes_no_command_on_to_the_terminal() -> None:
    console, said = console_on(b"\x1b[2J\x1b]0;title\x07\x00\x9b31m\x7f\n", echo=True)
    console.ask("")
    assert said.getvalue().removesuffix("\n").isprintable()


def test_echo_cuts_a_long_line_short() -> None:
    console, said = console_on(b"5" * 500 + b"\n", echo=True)
    console.ask("")
    assert len(said.getvalue()) < 100
    assert said.getvalue().endswith("5...\n")


# --- yes or no


@pytest.mark.parametrize("answer", ["", "y", "Y", "yes", "YES", " yes "])
def test_yes_is_a_yes_and_so_is_an_empty_line(answer: str) -> None:
    console, _ = console_on(f"{answer}\n".encode())
    assert console.ask_yes_or_no("Another game?") is True


@pytest.mark.parametrize("answer", ["n", "N", "no", "No", "q", "quit"])
def test_no_is_a_no_and_so_is_quitting(answer: str) -> None:
    console, _ = console_on(f"{answer}\n".encode())
    assert console.ask_yes_or_no("Another game?") is False


@pytest.mark.parametrize("answer", ["maybe", "5", "\0", "yesno", "ny"])
def test_anything_else_is_asked_again(answer: str) -> None:
    console, said = console_on(f"{answer}\nn\n".encode())
    assert console.ask_yes_or_no("Another game?") is False
    assert "Please type y or n." in said.getvalue()
    assert said.getvalue().count("Another game? [Y/n] ") == 2


def test_the_end_of_input_is_neither_yes_nor_no() -> None:
    console, _ = console_on(b"maybe\n")
    with pytest.raises(EndOfInput):
        console.ask_yes_or_no("Another game?")


# --- what may be shown


@given(st.text())
@example("\u202e\u2066")  # these turn the direction of the text that follows
@example("\ud800")
def test_what_is_printable_has_no_control_characters(text: str) -> None:
    assert printable(text).isprintable()


@given(st.text(), st.integers(1, 50))
def test_what_is_printable_is_no_longer_than_asked_for_and_its_dots(text: str, most: int) -> None:
    assert len(printable(text, most)) <= most + len("...")


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), max_size=80))
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    assert printable(text) == text


# --- width


def test_a_long_line_is_broken_between_words_at_a_terminal_and_not_in_a_pipe() -> None:
    said = io.StringIO()
    Console(io.BytesIO(), said, size=lambda: (30, 10)).say("You're X; the computer (medium) is O.")
    assert said.getvalue() == "You're X; the computer\n(medium) is O.\n"
    console, piped = console_on(b"")
    console.say("word " * 50)
    assert piped.getvalue().count("\n") == 1


def test_what_is_not_prose_is_written_as_it_is() -> None:
    said = io.StringIO()
    Console(io.BytesIO(), said, size=lambda: (20, 10)).put("1 " * 50)
    assert said.getvalue() == "1 " * 50 + "\n"


@given(st.text("ab -,", max_size=200), st.integers(20, 80))
def test_wrapping_loses_no_word_and_no_line_is_too_long(text: str, columns: int) -> None:
    lines = wrapped(text, columns).split("\n")
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert max(map(len, lines)) <= columns


def test_lines_that_fit_keep_their_blanks() -> None:
    assert wrapped("  a  b\n\n    c", 20) == "  a  b\n\n    c"


def test_the_second_column_of_a_table_stays_one() -> None:
    assert wrapped("  why     have the last move explained", 24) == (
        "  why     have the last\n          move explained"
    )


# --- colour


@pytest.mark.parametrize(
    ("environment", "platform", "wanted"),
    [
        ({}, "linux", False),
        ({"TERM": ""}, "linux", False),
        ({"TERM": "xterm-256color"}, "linux", True),
        ({"TERM": "dumb"}, "linux", False),
        ({"NO_COLOR": "1"}, "linux", False),
        ({"NO_COLOR": "0"}, "linux", False),
        # https://no-color.org: when not an empty string
        ({"NO_COLOR": "", "TERM": "xterm"}, "linux", True),
        ({"NO_COLOR": "1", "TERM": "xterm"}, "darwin", False),
        ({"TERM": "xterm"}, "darwin", True),
        ({}, "win32", False),
        ({"WT_SESSION": "some-guid"}, "win32", True),
        ({"WT_SESSION": "some-guid", "NO_COLOR": "1"}, "win32", False),
    ],
)
def test_a_terminal_is_coloured_where_it_can_be_and_nobody_minds(
    environment: dict[str, str], platform: str, *, wanted: bool
) -> None:
    assert wants_colour(Screen(), environment, platform) is wanted


@pytest.mark.parametrize(
    ("environment", "platform", "plain"),
    [
        ({"TERM": "xterm"}, "linux", False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "linux", False),
        ({"TERM": "xterm", "NOUGHTS_PLAIN": ""}, "linux", False),
        ({"TERM": "xterm", "NOUGHTS_PLAIN": "1"}, "linux", True),
        ({"TERM": "dumb"}, "linux", True),
        ({}, "linux", True),
        ({}, "win32", True),
        ({"WT_SESSION": "some-guid"}, "win32", False),
    ],
)
def test_a_terminal_is_plain_where_it_cannot_go_back_or_somebody_asked_for_it(
    environment: dict[str, str], platform: str, *, plain: bool
) -> None:
    assert is_plain(Keyboard([], Screen()), Screen(), environment, platform) is plain


def test_a_pipe_on_either_side_is_plain() -> None:
    environment = {"TERM": "xterm"}
    assert is_plain(io.BytesIO(), Screen(), environment, "linux") is True
    assert is_plain(Keyboard([], Screen()), io.StringIO(), environment, "linux") is True


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_a_pipe_or_a_file_is_never_coloured(platform: str) -> None:
    environment = {"TERM": "xterm", "WT_SESSION": "some-guid"}
    assert wants_colour(io.StringIO(), environment, platform) is False
