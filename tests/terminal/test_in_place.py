"""Boards drawn over one another at a terminal."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from noughts import Limit, Rules
from noughts.core.errors import UncompiledWarning
from noughts.players import player
from noughts.terminal.console import Console
from noughts.terminal.learn import pose_each
from noughts.terminal.session import play_session
from tests.terminal.screen import Keyboard, Screen
from tests.terminal.test_puzzle import FORK
from tests.typed_session import table_of

LETTERS = "   a b c d e f g h i j k l m n o"
RULE = "---+---+---"


class Resized(Keyboard):
    """A keyboard at a terminal that is resized after the first line."""

    def readline(self, size: int | None = -1) -> bytes:
        line = super().readline(size)
        self.screen.columns -= 20
        return line


def console_at(screen: Screen, *typed: str | int, interrupted: bool = False) -> Console:
    keyboard = Keyboard(typed, screen, interrupted=interrupted)
    return Console(keyboard, screen, redraws=True, size=lambda: (screen.columns, screen.rows))


def shown_after(*typed: str | int, opponent: str | None = None, **size: int) -> str:
    """Return the screen, from its first line, when the input has ended."""
    screen = Screen(**size)
    table = table_of(o=None if opponent is None else player(opponent))
    play_session(table, console_at(screen, *typed))
    return screen.shown


def test_one_board_is_on_the_screen_however_many_moves_were_made() -> None:
    shown = shown_after(1, 2, opponent="classic")
    assert shown.count(RULE) == 2
    assert shown.endswith(
        "On your turn: a square, a1 to c3; or help.\n"
        "\n   a   b   c\n1  X | X | O\n  ---+---+---\n2    | O |\n  ---+---+---\n3    |   |\n\n"
        "The computer takes c1.\nYour move (X):\nGoodbye!\n"
    )


def test_what_is_said_takes_the_place_of_what_was_said_before_however_long() -> None:
    shown = shown_after("nonsense", "hint", 1, 1)
    assert shown.count(RULE) == 2
    assert "nonsense" not in shown
    assert "keeps the draw" not in shown
    assert "\n\n1 is a1, which is already taken by X." in shown
    shown = shown_after("help", "x" * 200, 5, columns=48)
    assert shown.count(RULE) == 2
    assert "xxx" not in shown
    assert "take turns to claim" not in shown


def test_the_end_of_a_game_and_a_question_stay_until_something_takes_their_place() -> None:
    shown = shown_after(1, 4, 2, 5, 3, "what?", "n")
    assert "Congratulations! X wins!" in shown
    assert "[Y/n] what?\nPlease type y or n.\nAnother game? [Y/n] n\n" in shown
    shown = shown_after(1, 4, 2, 5, 3, "y")
    assert shown.count(RULE) == 2
    assert "   |   |\n\nO goes first this time.\nO, your move:\nGoodbye!" in shown
    assert shown_after(5, "new", "y") == shown_after("board")
    shown = shown_after(5, "new")
    assert shown.endswith("   |   |\n\nStart this game again? [Y/n]\nGoodbye!\n")


def test_the_task_of_a_puzzle_and_after_ctrl_c_the_board_stay() -> None:
    screen = Screen()
    pose_each(console_at(screen, 3, 3, 9), iter([FORK] * 5))
    assert screen.shown.count("Right! c3 wins in two moves") == 1
    assert screen.shown.count("X to move: win in one move.") == 1
    assert screen.shown.count(RULE) == 2
    screen = Screen()
    pose_each(console_at(screen, 9, 7, "y", "quit"), iter([FORK] * 5))
    assert screen.shown.count("X to move: win in two moves. (medium)") == 1
    assert screen.shown.count(RULE) == 2
    assert screen.shown.endswith("X, your move: quit\nGoodbye!\n")
    screen = Screen()
    with pytest.raises(KeyboardInterrupt):
        play_session(table_of(), console_at(screen, 5, interrupted=True))
    assert screen.shown.endswith("2    | X |\n  ---+---+---\n3    |   |\n\nO, your move: ^C\n")


def test_after_a_line_of_unknown_width_or_a_change_of_size_the_next_board_comes_below() -> None:
    for typed in ("é", "日本", "\x1b[A", "x" * 1_500):
        assert shown_after(typed, 5).count(RULE) == 4, typed
    screen = Screen()
    keyboard = Resized([5], screen)
    console = Console(keyboard, screen, redraws=True, size=lambda: (screen.columns, screen.rows))
    play_session(table_of(), console)
    assert screen.shown.count(RULE) == 4


def at_random(rules: Rules, **more: Any) -> Any:
    return table_of(o=player("random", 1), start=rules.start(), **more)


def test_a_board_taller_than_the_screen_is_shown_once_a_turn_and_the_reply_below_it() -> None:
    screen = Screen(40, 15)
    play_session(at_random(Rules(15, 15, 5)), console_at(screen, "h8"))
    assert screen.shown.count(LETTERS) == 4  # above and below, the first board and the second
    assert LETTERS in screen.shown.split("The computer takes")[1]
    assert "\n\nThe computer takes" in screen.shown.split(LETTERS)[-1]


def test_at_any_size_only_what_is_on_the_screen_is_drawn_over() -> None:
    words = ["1", "why", "help", "hint", "hnt", "5", "undo", "b2", "board", "resign", "x", "y", "9"]
    for columns in (20, 33, 50):
        for rows in range(5, 30):
            shown = shown_after("", *words, opponent="classic", columns=columns, rows=rows)
            assert shown.endswith("Goodbye!\n"), (columns, rows)


def test_that_the_computer_thinks_is_said_only_while_it_does() -> None:
    screen = Screen()
    table = at_random(Rules(6, 6, 5), thinking=Limit(seconds=30))
    play_session(table, console_at(screen, "a1", "quit"))
    assert "Thinking for up to 30 seconds" in screen.getvalue()
    assert "Thinking" not in screen.shown
    assert "\n\nThe computer takes " in screen.shown


def test_after_a_warning_the_next_board_comes_below() -> None:
    screen = Screen()
    console = console_at(screen)
    console.show_board("first")
    with warnings.catch_warnings(action="always"):
        printed: list[object] = []
        warnings.showwarning = lambda message, *_, **__: printed.append(message)
        console.settle_before_warnings()
        warnings.warn("the kernels are slow", UncompiledWarning, stacklevel=1)
    console.show_board("second")
    assert len(printed) == 1
    assert screen.shown == "\nfirst\n\n\nsecond\n\n"
