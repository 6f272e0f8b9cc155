"""The board as the terminal shows it, with and without colour."""

from __future__ import annotations

import io
import re

from hypothesis import example, given
from hypothesis import strategies as st

from noughts import Game, Rules
from noughts.terminal.board import show_game
from noughts.terminal.console import Console, Size
from tests.typed_session import STYLES

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
WON = Game().play(0, 3, 1, 4, 2)
DRAWN = Game().play(4, 0, 2, 6, 3, 5, 1, 7, 8)
DOUBLE = Game().play(0, 1, 2, 5, 6, 3, 8, 7, 4)
LARGE = Game(Rules(15, 15, 5).start()).play(112)


def shown(
    game: Game,
    size: Size | None = None,
    *,
    colour: bool = False,
    style: str = "name",
    caption: str = "",
) -> str:
    said = io.StringIO()
    console = Console(io.BytesIO(), said, colour=colour, size=lambda: size)
    show_game(console, game, STYLES[style](game.rules).labels, caption=caption)
    return said.getvalue()


def widest(said: str) -> int:
    return max(map(len, ESCAPE.sub("", said).split("\n")))


def test_the_board_stands_between_empty_lines_with_the_caption_wrapped_below_it() -> None:
    rule = "  ---+---+---\n"
    assert shown(Game()) == f"\n   a   b   c\n1    |   |\n{rule}2    |   |\n{rule}3    |   |\n\n"
    said = shown(Game(), (24, 24), caption="X to move: win in two moves")
    assert said.endswith("3    |   |\n\nX to move: win in two\nmoves\n\n")


def test_winning_lines_are_in_brackets_and_on_larger_boards_the_last_move_in_parentheses() -> None:
    assert "[X]|[X]|[X]" in shown(WON)
    for game, brackets in ((WON, 3), (DOUBLE, 5), (DRAWN, 0), (WON.undo(), 0), (Game(), 0)):
        assert shown(game).count("[") == shown(game).count("[X]") == brackets
        assert "\x1b" not in shown(game)
    assert "(X)" in shown(Game(Rules(4, 3, 3).start()).play(0))
    assert "(" not in shown(Game().play(0))


# --- room


def test_a_board_is_drawn_as_in_a_pipe_else_compactly_and_else_what_would_fit_is_said() -> None:
    assert shown(LARGE, (80, 24)) == shown(LARGE)
    assert shown(Game(), (13, 8)) == shown(Game())
    assert ".(X)." in shown(LARGE, (40, 24))
    assert ".(X)." in shown(LARGE, (80, 17))
    assert shown(LARGE, (30, 24)).replace("\n", " ").strip() == (
        "The board needs 32 columns, and the terminal has 30. Make it wider, then type board; "
        "as it is, it has room for boards of up to 13 columns of squares."
    )
    assert "(X)" in shown(Game(Rules(13, 15, 5).start()).play(0), (30, 24))


@given(st.integers(20, 90), st.integers(1, 9), st.sampled_from(list(STYLES)), st.booleans())
@example(79, 26, "name", True)  # with the blank at its edge
@example(80, 26, "name", True)
def test_no_line_of_a_board_is_wider_than_the_terminal(
    columns: int, width: int, style: str, colour: bool
) -> None:
    game = Game(Rules(width, 5, 1).start())
    assert widest(shown(game, (columns, 30), colour=colour, style=style)) <= columns


# --- colour


@given(st.permutations(range(9)), st.integers(0, 9), st.sampled_from(list(STYLES)))
def test_colour_adds_nothing_but_escape_codes(moves: list[int], plies: int, style: str) -> None:
    game = Game()
    for move in moves[:plies]:
        game = game if game.ending else game.play(move)
    uncoloured = ESCAPE.sub("", shown(game, colour=True, style=style))
    lines = [line.rstrip() for line in uncoloured.split("\n")]
    assert "\n".join(lines) == shown(game, style=style)


def test_every_square_is_painted_sides_and_the_winning_line_differently() -> None:
    codes = ESCAPE.findall(shown(WON, colour=True))
    assert len(codes) == 18
    assert codes[1::2] == ["\x1b[0m"] * 9
    assert "\x1b[0m" not in codes[::2]

    def code_of(text: str, game: Game) -> str:
        found = re.search(r"(\x1b\[[0-9;]*m)" + re.escape(text), shown(game, colour=True))
        assert found is not None
        return found[1]

    texts = ((" X ", WON.undo()), (" O ", WON.undo()), ("[X]", WON))
    assert len({code_of(*each) for each in texts}) == 3
