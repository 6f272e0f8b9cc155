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


# --- room


def shown_at(columns: int, rows: int, game: Game) -> str:
    said = io.StringIO()
    console = Console(io.BytesIO(), said, size=lambda: (columns, rows))
    show_game(console, game, STYLES["auto"](game.rules).labels)
    return said.getvalue()


LARGE = Game(Rules(15, 15, 5).start()).play(112)


def test_a_board_that_fits_is_drawn_as_in_a_pipe() -> None:
    assert shown_at(80, 24, LARGE) == shown(LARGE)
    assert shown_at(11, 7, Game()) == shown(Game())


def test_a_board_too_wide_or_too_high_is_drawn_compactly() -> None:
    assert ".(X)." in shown_at(40, 24, LARGE)
    assert ".(X)." in shown_at(80, 17, LARGE)
    assert max(map(len, shown_at(40, 24, LARGE).split("\n"))) <= 40


def test_a_coloured_board_fits_as_well_with_the_blank_at_its_edge() -> None:
    game = Game(Rules(26, 5, 5).start())
    for columns in (79, 80):
        said = io.StringIO()
        console = Console(io.BytesIO(), said, colour=True, size=lambda: (columns, 30))  # noqa: B023
        show_game(console, game, STYLES["auto"](game.rules).labels)
        assert max(map(len, ESCAPE.sub("", said.getvalue()).split("\n"))) <= columns


def test_a_board_without_room_is_not_drawn_and_what_would_fit_is_said() -> None:
    assert shown_at(30, 24, LARGE).replace("\n", " ").strip() == (
        "The board needs 32 columns, and the terminal has 30. Make it wider, then type board; "
        "as it is, it has room for boards of up to 13 columns of squares."
    )
    fits = Game(Rules(13, 15, 5).start()).play(0)
    assert "(X)" in shown_at(30, 24, fits)


@given(st.integers(20, 90), st.integers(1, 26), st.sampled_from(list(STYLES)))
def test_no_line_of_a_board_is_wider_than_the_terminal(
    columns: int, width: int, style: str
) -> None:
    said = io.StringIO()
    console = Console(io.BytesIO(), said, size=lambda: (columns, 30))
    game = Game(Rules(width, 5, 1).start())
    show_game(console, game, STYLES[style](game.rules).labels)
    assert max(map(len, said.getvalue().split("\n"))) <= columns


def test_the_caption_stands_below_the_board_and_is_wrapped() -> None:
    said = io.StringIO()
    console = Console(io.BytesIO(), said, size=lambda: (24, 24))
    show_game(
        console, Game(), STYLES["auto"](Rules()).labels, caption="X to move: win in two moves"
    )
    assert said.getvalue().endswith(" 7 | 8 | 9\n\nX to move: win in two\nmoves\n\n")


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
