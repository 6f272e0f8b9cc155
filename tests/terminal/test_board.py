"""The board as the terminal shows it, with and without colour."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Rules
from noughts.terminal.board import show_game
from noughts.terminal.console import Console
from noughts.terminal.styles import STYLES

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
WON = Game().play(0, 3, 1, 4, 2)
DRAWN = Game().play(4, 0, 2, 6, 3, 5, 1, 7, 8)


def shown(game: Game, *, colour: bool = False, style: str = "auto") -> str:
    said = io.StringIO()
    console = Console(io.BytesIO(), said, colour=colour)
    show_game(console, game, STYLES[style](game.rules).labels)
    return said.getvalue()


def test_the_board_stands_between_empty_lines() -> None:
    assert shown(Game()) == ("\n 1 | 2 | 3\n---+---+---\n 4 | 5 | 6\n---+---+---\n 7 | 8 | 9\n\n")


def test_the_winning_line_is_in_brackets_without_colour() -> None:
    assert "[X]|[X]|[X]" in shown(WON)
    assert shown(WON).count("[") == 3


def test_a_draw_and_a_game_that_goes_on_have_no_brackets() -> None:
    assert "[" not in shown(DRAWN)
    assert "[" not in shown(WON.undo())


def test_every_line_a_last_move_completes_is_in_brackets() -> None:
    game = Game(Rules(3, 3, 3).start()).play(0, 1, 2, 5, 6, 3, 8, 7, 4)
    assert shown(game).count("[X]") == 5


def test_the_last_move_is_in_parentheses_only_on_boards_larger_than_the_common_one() -> None:
    assert "(X)" in shown(Game(Rules(4, 3, 3).start()).play(0))
    assert "(" not in shown(Game().play(0))


# --- colour


@pytest.mark.parametrize("game", [Game(), WON, DRAWN, WON.undo(2)])
def test_without_colour_there_is_no_escape_code(game: Game) -> None:
    assert "\x1b" not in shown(game)


@given(st.permutations(range(9)), st.integers(0, 9), st.sampled_from(list(STYLES)))
def test_colour_adds_nothing_but_escape_codes(moves: list[int], plies: int, style: str) -> None:
    game = Game()
    for move in moves[:plies]:
        game = game if game.ending else game.play(move)
    uncoloured = ESCAPE.sub("", shown(game, colour=True, style=style))
    lines = [line.rstrip() for line in uncoloured.split("\n")]
    assert "\n".join(lines) == shown(game, style=style)


def test_every_square_is_painted_and_the_colour_put_back() -> None:
    codes = ESCAPE.findall(shown(WON, colour=True))
    assert len(codes) == 18
    assert codes[1::2] == ["\x1b[0m"] * 9
    assert "\x1b[0m" not in codes[::2]


def test_the_two_sides_have_different_colours_and_the_winning_line_another_weight() -> None:
    painted = shown(WON.undo(), colour=True)
    x, o, empty = (_code_of(text, painted) for text in (" X ", " O ", " 9 "))
    assert len({x, o, empty}) == 3
    assert _code_of("[X]", shown(WON, colour=True)) not in (x, o, empty)


def _code_of(text: str, painted: str) -> str:
    found = re.search(r"(\x1b\[[0-9;]*m)" + re.escape(text), painted)
    assert found is not None
    return found[1]
