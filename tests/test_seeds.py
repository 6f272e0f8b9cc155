"""The three tutorials this project grew from, and the bugs in each, fixed and named."""

from __future__ import annotations

import pytest

from noughts import IllegalMove, Position, Rules
from noughts.players import player
from tests.typed_session import lines, play_typed

# Ways to type, what is typed, and what is said to it instead of a crash or a wrong move.
REFUSED = [
    ("row-col", "hello", "'hello' isn't a square here"),
    ("col-row", "0 0", "'0 0' isn't a square here"),  # and not the last row
    ("col-row", "1 0", "'1 0' isn't a square here"),
    *(
        ("col-row", answer, "Type the column (1-3), then the row (1-3); or help.")
        for answer in ("up down", "4 1", "1 4", "99 99", "1", "", "-1 -1", "1 2 3")
    ),
    ("index", "9", "'9' isn't a square here. Type a square, 0 to 8; or help."),  # of ten
    ("index", "12", "'12' isn't a square here"),
]


def test_what_is_no_square_is_asked_again_and_column_and_row_are_not_confused() -> None:
    for style, answer, told in REFUSED:
        said, games = play_typed(lines(answer, "quit"), style=style)
        assert told in said, (style, answer)
        assert said.count("X, your move") == 2, (style, answer)
        assert games == []
    _, by_column = play_typed(lines("1 3", "1 1", "2 3", "1 2", "3 3", "n"), style="col-row")
    _, by_row = play_typed(lines("3 1", "1 1", "3 2", "2 1", "3 3", "n"), style="row-col")
    assert by_column[0].moves == by_row[0].moves == (6, 0, 7, 3, 8)


def test_the_block_is_of_the_opponents_piece_and_a_move_on_the_board_and_free() -> None:
    classic = player("classic")
    threatened = Position.parse("x../.o./x.. o 3")
    assert classic.choose(threatened).move == 3
    assert classic.choose(Position.parse("ox./.x./... o 3")).move == 7
    assert Rules().start().moves == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    position = Rules().start().play(4)
    for move in (-1, 4, 9):
        with pytest.raises(IllegalMove):
            position.play(move)
    assert Position.parse("xo./.x./..o x 3").moves == (2, 3, 5, 6, 7)  # not their contents
    said, _ = play_typed(lines("4", "4", "quit"), style="index")
    assert "Square 4 is already taken by X" in said


def test_a_full_board_without_a_row_is_a_tie_and_one_with_a_row_is_not() -> None:
    drawn = Position.parse("xox/xoo/oxx o 3").outcome
    won = Position.parse("xox/oxo/xox o 3").outcome
    assert drawn is not None
    assert drawn.winner is None
    assert won is not None
    assert won.winner is not None


def test_the_third_tutorials_player_is_beaten_by_a_fork_as_o() -> None:
    said, games = play_typed(lines(0, 7, 6, 8, "n"), o=player("classic"), style="index")
    assert "Congratulations! You win! The winning line: 6, 7 and 8." in said
    assert games[0].moves == (0, 4, 7, 2, 6, 3, 8)
