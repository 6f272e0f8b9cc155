"""Games typed at a real terminal, line by line."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tests.cli.process import COMMAND
from tests.cli.pseudo_terminal import at_terminal, ending_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

PROMPT = r"Your move \(X\): "
ESCAPE = "\x1b["


def in_line_mode(*arguments: str, **environment: str) -> AbstractContextManager[Any]:
    """The command at a terminal that could open the full screen, but is asked not to."""
    return at_terminal(*COMMAND, *arguments, "--plain", **environment)


def test_a_game_can_be_typed_and_is_coloured() -> None:
    with in_line_mode("--two") as child:
        for square in "14253":
            child.expect("your move: ")
            child.sendline(square)
        child.expect("Another game")
        board = child.before
        child.sendline("n")
        _, code = ending_of(child)
    assert ESCAPE in board
    assert "[X]" in board
    assert "Congratulations! X wins! The winning line: 1, 2 and 3." in board
    assert code == 0


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1", "NOUGHTS_PLAIN": "1"}, {"TERM": "dumb"}], ids=str
)
def test_a_plain_terminal_gets_no_escape_code(environment: dict[str, str]) -> None:
    with in_line_mode("--against", "classic", **environment) as child:
        child.expect(PROMPT)
        said = child.before
        child.sendline("1")
        child.expect(PROMPT)
        said += child.before
        child.sendline("quit")
        rest, code = ending_of(child)
    assert "The computer takes square 5." in said
    assert ESCAPE not in said + rest
    assert code == 0


def test_what_is_typed_is_not_shown_twice() -> None:
    with in_line_mode("--two", NO_COLOR="1") as child:
        child.expect("X, your move: ")
        child.sendline("hello")
        child.expect("X, your move: ")
        said = child.before
        child.sendline("quit")
        ending_of(child)
    assert said.splitlines()[0] == "hello"
    assert said.count("hello\r\n") == 1


def test_ctrl_c_at_the_prompt_ends_with_the_board_and_130() -> None:
    with in_line_mode("--against", "classic", TERM="dumb") as child:
        child.expect(PROMPT)
        child.sendline("1")
        child.expect(PROMPT)
        child.sendintr()
        said, code = ending_of(child)
    assert "Stopped. The board as it stood:" in said
    assert " X | 2 | 3" in said
    assert "Traceback" not in said
    assert code == 130


def test_ctrl_c_at_a_question_ends_with_130() -> None:
    with in_line_mode("--ask") as child:
        child.expect("Play as X or O: ")
        child.sendintr()
        said, code = ending_of(child)
    assert "Traceback" not in said
    assert code == 130


def test_ctrl_d_at_the_prompt_ends_cleanly_with_the_board() -> None:
    with in_line_mode(TERM="dumb") as child:
        child.expect(PROMPT)
        child.sendeof()
        said, code = ending_of(child)
    assert "Stopped. The board as it stood:" in said
    assert " 4 | 5 | 6" in said
    assert said.endswith("Goodbye!\r\n")
    assert code == 0


def test_the_option_for_plain_lines_is_obeyed() -> None:
    with in_line_mode("--two", "--plain", NO_COLOR="1") as child:
        child.expect("X, your move: ")
        child.sendline("5")
        child.expect("O, your move: ")
        said = child.before
        child.sendline("quit")
        ending_of(child)
    assert ESCAPE not in said
    assert " 4 | X | 6" in said
