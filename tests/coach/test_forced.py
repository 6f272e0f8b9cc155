"""What is proved by force on boards too large to solve, checked by the referee."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from noughts import Limit, Position, Rules, Value
from noughts.coach.forced import (
    ForcedValue,
    forced_values,
    is_sooner,
    known_value,
    threat,
    worth_of,
)
from noughts.solver import MoveValue
from tests.coach.claims import check_forced
from tests.search.positions import greedy, positions

pytestmark = pytest.mark.usefixtures("without_atlas")


@pytest.mark.parametrize("board", ["7x7:4", "9x9:5"])
def test_every_move_with_a_value_wins_or_loses_by_force(board: str) -> None:
    random, seen = Random(board), set()
    for position in islice(positions(board, greedy, random), 0, 60, 3):
        worths = forced_values(position)
        assert list(worths) == [move for move in position.moves if move in worths]
        for move in random.sample(list(worths), min(len(worths), 4)):
            after = position.play(move)
            if worths[move].plies == 1:
                assert after.has_winner == (worths[move].value is Value.WIN)
            else:
                check_forced(after, worths[move])
            seen.add(worths[move].value)
    assert seen == {Value.WIN, Value.LOSS}


def test_a_quiet_position_has_no_values_and_no_threat() -> None:
    start = Rules(15, 15, 5).start().play("h8")
    assert forced_values(start) == {}
    assert known_value(start) is None
    assert threat(start) is None
    assert worth_of(start) is None


def test_no_time_leaves_values_out_and_makes_none_up() -> None:
    found = islice(positions("9x9:5", greedy, Random(5)), 30)
    for position in found:
        some = forced_values(position, Limit(seconds=0))
        assert len(some) <= 1


def test_a_board_beyond_the_search_has_only_what_shows_at_sight() -> None:
    row = "/".join(["." * 12] * 4 + ["ooooooooo..."] + ["." * 12] * 6 + ["xxxxxxxxx..."])
    position = Position.parse(f"{row} x 10")
    known = known_value(position)
    assert known is not None
    assert (known.worth, known.is_at_sight) == (MoveValue(Value.WIN, 1), True)
    assert threat(position) is None


def test_a_finished_game_is_lost_for_the_side_to_move() -> None:
    known = known_value(Position.parse("xxxx./ooo../...../...../..... o 4"))
    assert known is not None
    assert (known.worth, known.line) == (MoveValue(Value.LOSS, 0), ())


def test_a_win_is_sooner_than_one_of_more_or_unknown_plies() -> None:
    three, five = MoveValue(Value.WIN, 3), ForcedValue(Value.WIN, 5)
    unknown = MoveValue(Value.WIN, None)
    assert is_sooner(three, five)
    assert is_sooner(five, unknown)
    assert not any(is_sooner(*pair) for pair in [(five, three), (unknown, three), (three, three)])
