"""The three tutorials this project grew from, and the bugs in each, fixed and named."""

from __future__ import annotations

import pytest

from noughts import IllegalMove, Position, Rules
from noughts.players import player
from tests.typed_session import lines, play_typed


def test_text_typed_at_a_prompt_does_not_crash_the_first_tutorial() -> None:
    said, games = play_typed(
        lines("hello", "1 1", "b2", "2 1", "1 2", "2 2", "1 3", "n"), style="row-col"
    )
    assert "'hello' isn't a square here" in said
    assert [game.moves for game in games] == [(0, 3, 1, 4, 2)]


def test_zero_does_not_wrap_round_to_the_last_row_in_the_second() -> None:
    said, games = play_typed(lines("0 0", "0 1", "1 0", "quit"), style="col-row")
    assert "'0 0' isn't a square here" in said
    assert said.count("X, your move") == 4
    assert games == []


def test_no_answer_crashes_the_second() -> None:
    for answer in ("up down", "4 1", "1 4", "99 99", "1", "", "-1 -1", "1 2 3"):
        said, _ = play_typed(lines(answer, "quit"), style="col-row")
        assert "Type the column (1-3), then the row (1-3); or help." in said, answer


def test_column_and_row_are_not_confused() -> None:
    _, by_column = play_typed(lines("1 3", "1 1", "2 3", "1 2", "3 3", "n"), style="col-row")
    _, by_row = play_typed(lines("3 1", "1 1", "3 2", "2 1", "3 3", "n"), style="row-col")
    assert by_column[0].moves == by_row[0].moves == (6, 0, 7, 3, 8)


def test_zero_to_nine_does_not_make_ten_squares_in_the_third() -> None:
    assert Rules().size == 9
    assert Rules().start().moves == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    said, _ = play_typed(lines("9", "quit"), style="index")
    assert "'9' isn't a square here. Type a square, 0 to 8; or help." in said


def test_the_block_is_found_with_the_opponents_piece() -> None:
    classic = player("classic")
    threatened = Position.parse("x../.o./x.. o 3")
    assert classic.choose(threatened).move == 3
    assert classic.choose(Position.parse("ox./.x./... o 3")).move == 7


def test_a_move_must_be_both_on_the_board_and_free() -> None:
    position = Rules().start().play(4)
    for move in (-1, 4, 9):
        with pytest.raises(IllegalMove):
            position.play(move)
    assert Position.parse("xo./.x./..o x 3").moves == (2, 3, 5, 6, 7)  # not their contents
    said, _ = play_typed(lines("4", "4", "12", "quit"), style="index")
    assert "Square 4 is already taken by X" in said
    assert "'12' isn't a square here" in said


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
