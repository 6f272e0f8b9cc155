"""The referee of forced wins, against minimax where that reaches, and against false claims."""

from __future__ import annotations

from random import Random

import pytest

from noughts import Position, Rules
from tests.core import naive
from tests.search.oracle import FalseClaim, Referee, completing, each_square, lines, wins_within
from tests.search.positions import STYLES, near_the_fight, positions


@pytest.mark.parametrize("board", ["3x3:3", "5x4:4", "15x15:5", "7x1:3", "4x4:1", "2x6:6"])
def test_the_lines_are_those_of_the_rules(board: str) -> None:
    rules = Rules.parse(board)
    found = lines(rules.width, rules.height, rules.k)
    assert sorted(found) == sorted(rules.line_masks)


def test_on_3x3_it_knows_exactly_the_wins_of_minimax() -> None:
    for board in sorted(naive.reachable(3, 3, 3))[::7]:
        position = Position.parse(str(board))
        worth = naive.minimax(board)
        for plies in (1, 3, 5):
            wins = worth.value == 1 and worth.plies <= plies
            assert wins_within(position, plies) == wins


def minimax_strategy(position: Position) -> tuple[int, int] | None:
    worth = naive.minimax(naive.board_of(position))
    return (worth.best[0], worth.plies) if worth.value == 1 else None


def test_a_referee_accepts_minimax_and_no_claim_of_a_ply_less() -> None:
    checked = 0
    for board in sorted(naive.reachable(3, 3, 3))[::3]:
        worth, position = naive.minimax(board), Position.parse(str(board))
        if worth.value != 1:
            continue
        Referee(minimax_strategy).check(position, worth.plies)
        with pytest.raises(FalseClaim):
            Referee(minimax_strategy).check(position, worth.plies - 1)
        checked += 1
    assert checked > 500


@pytest.mark.parametrize(
    ("position", "move", "why"),
    [
        ("...../...../..x../...../..o.. x 4", 7, "do not suffice"),
        (".xx../ooo../x.... x 4", 3, "the defender wins at once"),
        ("xxo./..../o... x 4", 4, "do not suffice"),
    ],
)
def test_a_false_claim_is_refuted(position: str, move: int, why: str) -> None:
    with pytest.raises(FalseClaim, match=why):
        Referee(lambda _: (move, 1)).check(Position.parse(position), 3)


def test_a_strategy_that_gives_up_is_refuted() -> None:
    with pytest.raises(FalseClaim, match="knows no win"):
        Referee(lambda _: None).check(Rules(5, 5, 4).start(), 9)


@pytest.mark.parametrize("style", STYLES)
def test_the_positions_are_unfinished_and_of_all_lengths(style: object) -> None:
    found = positions("6x6:4", style, Random(1))  # type: ignore[arg-type]
    drawn = [next(found) for _ in range(200)]
    assert not any(position.is_over for position in drawn)
    assert len({position.occupied.bit_count() for position in drawn}) > 8


def test_completing_squares_are_those_of_walking_along_the_rows() -> None:
    found = positions("7x7:4", near_the_fight, Random(2))
    for position in (next(found) for _ in range(60)):
        board = naive.board_of(position)
        for mark in "xo":
            naively = {
                square
                for square in naive.moves(board)
                if naive.has_won(naive.put(board, square, mark), mark)
            }
            side = position.turn if position.turn.value == mark else position.turn.other
            assert set(each_square(completing(position, side))) == naively
