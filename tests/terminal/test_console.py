"""Lines in and lines out, whatever comes in."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts.terminal.console import (
    LONGEST_LINE,
    Console,
    EndOfInput,
    is_plain,
    wants_colour,
    wrapped,
)
from noughts.wording.text import printable
from tests.terminal.screen import Keyboard, Screen

TOO_LONG = "That line is too long"
LONGEST = "5" * (LONGEST_LINE - 1)


def console_on(typed: bytes, *, echo: bool = False) -> tuple[Console, io.StringIO]:
    said = io.StringIO()
    return Console(io.BytesIO(typed), said, echo=echo), said


# --- asking


ANSWERS = {
    **{text: ["a1"] for text in (b"a1\n", b"a1\r\n", b"  a1\t\n", b"a1")},
    b"1\n\n2\n": ["1", "", "2"],
    LONGEST.encode() + b"\n7\n": [LONGEST, "7"],
    "é ٣\n".encode(): ["é ٣"],  # in any locale
    b"\xff\xfe\n": ["\ufffd\ufffd"],
    b"a\x80b\n": ["a\ufffdb"],
    b"a\0b\n\0\n": ["a\0b", "\0"],
    b"": [],
}


def test_answers_come_one_a_line_without_the_blanks_around_them() -> None:
    for typed, answers in ANSWERS.items():
        console, said = console_on(typed)
        assert [console.ask("Move: ") for _ in answers] == answers
        assert said.getvalue() == "Move: " * len(answers), typed
        for _ in range(2):  # after the end of the input it stays the end
            with pytest.raises(EndOfInput):
                console.ask("Move: ")
            assert said.getvalue().endswith("Move: \n"), typed


def test_an_overlong_line_is_explained_once_and_asked_again() -> None:
    for length in (LONGEST_LINE, LONGEST_LINE + 1, 300_000):
        console, said = console_on(b"5" * length + b"\n7\n")
        assert console.ask("Move: ") == "7", length
        assert said.getvalue().count(TOO_LONG) == 1, length
        assert said.getvalue().count("Move: ") == 2, length
    console, said = console_on(b"5" * 100_000)  # and no end
    with pytest.raises(EndOfInput):
        console.ask("")
    assert TOO_LONG in said.getvalue()


def test_with_echo_a_session_from_a_pipe_reads_as_if_it_were_typed() -> None:
    typed = b" 5 \n\x1b[2J\x1b]0;title\x07\x00\x9b31m\x7f\n" + b"5" * 500 + b"\n"
    console, said = console_on(typed, echo=True)
    for _ in range(3):
        console.ask("Move: ")
    first, command, long = said.getvalue().splitlines()
    assert first == "Move: 5"
    assert command.isprintable()  # none is passed on to the terminal
    assert len(long) < 100
    assert long.endswith("5...")


def test_an_answer_to_a_question_is_yes_or_no_or_asked_again() -> None:
    for answer in ("", "y", "Y", "yes", "YES", " yes ", "n", "N", "no", "No", "q", "quit"):
        console, said = console_on(f"{answer}\n".encode())
        is_yes = answer[:1] not in ("n", "N", "q")
        assert console.ask_yes_or_no("Another game?") is is_yes, answer
    for answer in ("maybe", "5", "\0", "yesno", "ny"):
        console, said = console_on(f"{answer}\n".encode())
        with pytest.raises(EndOfInput):
            console.ask_yes_or_no("Another game?")
        again = "Another game? [Y/n] Please type y or n.\nAnother game? [Y/n] \n"
        assert said.getvalue() == again, answer


# --- what may be shown


@given(st.text(), st.integers(1, 50))
@example("\u202e\u2066", 9)  # these turn the direction of the text that follows
@example("\ud800", 9)
def test_what_is_printable_has_no_control_characters_and_is_no_longer_than_asked_for(
    text: str, most: int
) -> None:
    assert printable(text).isprintable()
    assert len(printable(text, most)) <= most + len("...")


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), max_size=80))
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    assert printable(text) == text


def test_a_long_line_is_broken_between_words_at_a_terminal_and_others_keep_blanks() -> None:
    said = io.StringIO()
    narrow = Console(io.BytesIO(), said, size=lambda: (30, 10))
    narrow.say("You're X; the computer (medium) is O.")
    narrow.put("1 " * 50)  # no prose
    assert said.getvalue() == f"You're X; the computer\n(medium) is O.\n{'1 ' * 50}\n"
    console, piped = console_on(b"")
    console.say("word " * 50)
    assert piped.getvalue().count("\n") == 1
    assert wrapped("  a  b\n\n    c", 20) == "  a  b\n\n    c"
    assert wrapped("  why     have the last move explained", 24) == (
        "  why     have the last\n          move explained"
    )


@given(st.text("ab -,", max_size=200), st.integers(20, 80))
def test_wrapping_loses_no_word_and_no_line_is_too_long(text: str, columns: int) -> None:
    lines = wrapped(text, columns).split("\n")
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert max(map(len, lines)) <= columns


# --- colour


TERMINALS = (  # the environment, the platform, whether it is coloured and plain
    ("", "linux", False, True),
    ("TERM=", "linux", False, True),
    ("TERM=dumb", "linux", False, True),
    ("TERM=xterm-256color", "linux", True, False),
    ("TERM=xterm", "darwin", True, False),
    ("NO_COLOR=1", "linux", False, True),
    ("NO_COLOR=0 TERM=xterm", "linux", False, False),
    ("NO_COLOR=1 TERM=xterm", "darwin", False, False),
    ("NO_COLOR= TERM=xterm", "linux", True, False),  # https://no-color.org
    ("NOUGHTS_PLAIN= TERM=xterm", "linux", True, False),
    ("NOUGHTS_PLAIN=1 TERM=xterm", "linux", True, True),
    ("", "win32", False, True),
    ("WT_SESSION=some-guid", "win32", True, False),
    ("WT_SESSION=some-guid NO_COLOR=1", "win32", False, False),
)


def test_a_terminal_is_coloured_and_drawn_over_where_it_can_be_and_nobody_minds() -> None:
    keyboard, screen, pipe = Keyboard([], Screen()), Screen(), io.StringIO()
    for named, platform, coloured, plain in TERMINALS:
        environment = dict(each.split("=") for each in named.split())
        assert wants_colour(screen, environment, platform) is coloured, (named, platform)
        assert wants_colour(pipe, environment, platform) is False, (named, platform)
        assert is_plain(keyboard, screen, environment, platform) is plain, (named, platform)
        assert is_plain(io.BytesIO(), screen, environment, platform) is True, (named, platform)
        assert is_plain(keyboard, pipe, environment, platform) is True, (named, platform)
