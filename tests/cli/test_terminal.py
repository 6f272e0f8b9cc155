"""Games typed at a real terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.cli.process import COMMAND

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

# Untyped, and on Windows it would not do.
pexpect: Any = pytest.importorskip("pexpect")

PROMPT = r"Your move \(X\): "
ESCAPE = "\x1b["


@contextmanager
def at_terminal(*arguments: str, **environment: str) -> Iterator[Any]:
    """The command in a pseudo-terminal; ended, if it has not ended itself, at the block's end."""
    own = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *arguments],
        env={**own, "TERM": "xterm", **environment},
        encoding="utf-8",
        timeout=30,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def ending_of(child: Any) -> tuple[str, int | None]:
    """What is said until the end, and the exit code."""
    child.expect(pexpect.EOF)
    child.wait()
    return child.before, child.exitstatus


def test_a_game_can_be_typed_and_is_coloured() -> None:
    with at_terminal("--two") as child:
        for square in "14253":
            child.expect("your move: ")
            child.sendline(square)
        child.expect("Another game")
        board = child.before
        child.sendline("n")
        _, code = ending_of(child)
    assert ESCAPE in board
    assert "[X]" in board
    assert "Congratulations! X wins along 1, 2 and 3." in board
    assert code == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_that_wants_no_colour_gets_none(environment: dict[str, str]) -> None:
    with at_terminal("--against", "classic", **environment) as child:
        child.expect(PROMPT)
        said = child.before
        child.sendline("1")
        child.expect(PROMPT)
        said += child.before
        child.sendline("quit")
        rest, code = ending_of(child)
    assert "The computer takes 5." in said
    assert ESCAPE not in said + rest
    assert code == 0


def test_what_is_typed_is_not_shown_twice() -> None:
    with at_terminal("--two", NO_COLOR="1") as child:
        child.expect("X, your move: ")
        child.sendline("hello")
        child.expect("X, your move: ")
        said = child.before
        child.sendline("quit")
        ending_of(child)
    assert said.splitlines()[0] == "hello"
    assert said.count("hello\r\n") == 1


def test_ctrl_c_at_the_prompt_ends_with_the_board_and_130() -> None:
    with at_terminal("--against", "classic", NO_COLOR="1") as child:
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
    with at_terminal("--ask") as child:
        child.expect("Play as X or O: ")
        child.sendintr()
        said, code = ending_of(child)
    assert "Traceback" not in said
    assert code == 130


def test_ctrl_d_at_the_prompt_ends_cleanly_with_the_board() -> None:
    with at_terminal(NO_COLOR="1") as child:
        child.expect(PROMPT)
        child.sendeof()
        said, code = ending_of(child)
    assert "Stopped. The board as it stood:" in said
    assert " 4 | 5 | 6" in said
    assert said.endswith("Goodbye.\r\n")
    assert code == 0
