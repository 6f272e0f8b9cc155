"""Games typed at a real terminal, line by line."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.process import COMMAND
from tests.cli.pseudo_terminal import at_terminal, ending_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

PROMPT = r"Your move \(X\): "
ESCAPE = "\x1b["
SRC = Path(__file__).parents[2] / "src"
STOPPED = "Stopped. The board as it stood:"


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
    assert "Congratulations! X wins! The winning line: a1, b1 and c1." in board
    assert code == 0


def test_the_full_screen_that_is_not_installed_is_mentioned_once() -> None:
    for options, is_said in (("--plain", False), ("", True), ("", False)):
        command = (sys.executable, "-S", "-m", "noughts", *options.split())
        with at_terminal(*command, PYTHONPATH=str(SRC)) as child:
            child.expect(PROMPT)
            child.sendline("quit")
            said, code = ending_of(child)
        assert ('pip install "noughts[screen]"' in " ".join(said.split())) == is_said
        assert code == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_plain_terminal_gets_no_escape_code_and_shows_what_is_typed_once(
    environment: dict[str, str],
) -> None:
    with in_line_mode("--level", "classic", **environment) as child:
        child.expect(PROMPT)
        said = child.before
        child.sendline("hello")
        child.expect(PROMPT)
        said += child.before
        child.sendline("1")
        child.expect(PROMPT)
        said += child.before
        child.sendline("quit")
        rest, code = ending_of(child)
    assert "The computer takes b2." in said
    assert ESCAPE not in said + rest
    assert said.count("hello\r\n") == 1
    assert code == 0


def test_a_key_ends_it_cleanly_with_the_board() -> None:
    for options, prompt, key, shown, expected in (
        ("--level classic", PROMPT, "\x03", (STOPPED, "   |   |"), 130),
        ("", PROMPT, "\x04", (STOPPED, "   |   |", "Goodbye!\r\n"), 0),
    ):
        with in_line_mode(*options.split(), TERM="dumb") as child:
            child.expect(prompt)
            child.send(key)
            said, code = ending_of(child)
        assert [text for text in shown if text not in said] == [], options
        assert "Traceback" not in said, options
        assert code == expected, options
