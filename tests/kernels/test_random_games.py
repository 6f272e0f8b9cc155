"""Random games in bulk, against the odds worked out move by move and against the core."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import IllegalAction, Mark, Position, Rules, playouts
from noughts.kernels import COMPILED, DESCRIPTION, Playouts
from tests.core import naive

GAMES = 400_000 if COMPILED else 3_000  # a game takes 15 µs uncompiled
SMALL = 40_000 if COMPILED else 400
LARGEST = pytest.param("26x26:7", marks=pytest.mark.slow)


@cache
def odds(position: Position) -> tuple[Fraction, Fraction, Fraction]:
    """X's wins, O's and the mean number of plies, exactly, when every move is random."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return Fraction(winner is Mark.X), Fraction(winner is Mark.O), Fraction(0)
    after = [odds(position.play(move)) for move in position.moves]
    x, o, plies = (sum(each) / len(after) for each in zip(*after, strict=True))
    return Fraction(x), Fraction(o), Fraction(plies) + 1


def agrees(seen: int, games: int, share: Fraction) -> bool:
    """True if a count is within four standard errors of its share: 1 in 16,000 is not."""
    error = sqrt(games * share * (1 - share))
    return abs(seen - games * share) <= 4 * error + 1e-9


def check_odds(position: Position, played: Playouts) -> None:
    x, o, plies = odds(position)
    assert agrees(played.x, played.games, x)
    assert agrees(played.o, played.games, o)
    # A game has at most as many plies as there are squares: no spread is larger than half of that.
    spread = position.rules.size / 2 / sqrt(played.games)
    assert abs(played.mean_plies - plies) <= 4 * spread


def test_the_kernels_are_compiled_where_they_should_be(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--uncompiled"):
        assert not COMPILED
        assert DESCRIPTION == "kernels: pure Python"
    elif not COMPILED:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse("the kernels are not compiled: is there a C compiler?")
    else:
        assert DESCRIPTION == "kernels: compiled"


def test_the_odds_of_any_position_of_3x3() -> None:
    start = Rules().start()
    assert [round(float(figure), 3) for figure in odds(start)] == [0.585, 0.288, 7.626]
    check_odds(start, playouts(start, GAMES, seed=1))
    rng = Random(1)
    for seed in range(40):
        start = Rules().start(rng.choice(list(Mark)))
        position = list(islice(naive.playout(start, rng), 8))[-1]
        check_odds(position, playouts(position, SMALL, seed))


def test_the_odds_on_other_small_boards_differ_by_seed() -> None:
    boards = map(Rules.parse, ("3x3:2", "2x5:2", "1x7:3", "4x2:2", "3x2:3", "9x1:1"))
    starts = [rules.start(first) for rules, first in product(boards, Mark)]
    for position in (*starts, Position.parse("xo../.o../..x. x 3")):
        check_odds(position, playouts(position, SMALL // 4, seed=3))
    seeds = [0, 1, 2**32, 2**63]
    assert len({playouts(Rules().start(), 500, seed) for seed in seeds}) == len(seeds)


@pytest.mark.untraced
@pytest.mark.parametrize("text", ["8x8:4", "9x8:5", "15x15:5", "19x19:5", LARGEST])
def test_large_boards_end_as_the_core_ends_them(text: str) -> None:
    """Share of X and length agree with games played move by move through the core."""
    start, games = Rules.parse(text).start(), 300
    rng, lengths, winners = Random(7), [], Counter[Mark | None]()
    for _ in range(games):
        position = start
        while not position.is_over:
            position = position.play_unchecked(rng.choice(position.moves))
        lengths.append(position.plies)
        assert position.outcome is not None
        winners[position.outcome.winner] += 1
    played = playouts(start, GAMES // 40 if COMPILED else 20, seed=7)
    mean = sum(lengths) / games
    spread = sqrt(sum((length - mean) ** 2 for length in lengths) / games)
    error = spread * sqrt(1 / games + 1 / played.games)
    assert abs(played.mean_plies - mean) <= 4 * error
    share = winners[Mark.X] / games
    error = 0.5 * sqrt(1 / games + 1 / played.games)
    assert abs(played.x / played.games - share) <= 4 * error


@given(st.integers(0, 2**64 - 1), st.integers(0, 300))
@settings(max_examples=10)
def test_the_same_seed_plays_the_same_games(seed: int, count: int) -> None:
    start = Position.parse("x../.../... o 3")
    played = playouts(start, count, seed)
    assert played == playouts(start, count, seed, threads=3)
    assert played.games == count


@pytest.mark.parametrize("text", ["3x3:3", "4x3:3"])
def test_threads_share_the_games_out(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for size in ("_COMMON_TASK", "_TASK"):
        monkeypatch.setattr(f"noughts.kernels.random_games.{size}", GAMES // 40)
    start = Rules.parse(text).start()
    played = playouts(start, GAMES // 10, seed=1, threads=3)
    assert played == playouts(start, GAMES // 10, seed=1)
    assert played.games == GAMES // 10
    first = playouts(start, GAMES // 40, seed=1)
    assert played.x != 4 * first.x  # each task has games of its own
    if text == "3x3:3":
        check_odds(start, played)


def test_compiled_and_plain_kernels_play_the_same_games() -> None:
    """The numbers that both must give."""
    for board, count, counts in (
        ("3x3:3", 1_000, (601, 287, 112, 7_643)),
        ("5x4:3", 50, (30, 20, 0, 540)),
        ("10x3:1", 10, (10, 0, 0, 10)),
        ("4x6:5", 100, (15, 11, 74, 2_309)),
        ("15x15:5", 10, (4, 6, 0, 1_084)),
        ("26x26:9", 3, (2, 1, 0, 1_772)),
    ):
        found = playouts(Rules.parse(board).start(), count, seed=42)
        assert found == Playouts(*counts), board


def test_a_game_that_is_over_has_no_more_plies_and_no_games_have_no_length() -> None:
    for text, counts in (
        ("xxx/oo./... o 3", (9, 0, 0)),
        ("xx./ooo/x.. x 3", (0, 9, 0)),
        ("xox/xox/oxo o 3", (0, 0, 9)),
    ):
        assert playouts(Position.parse(text), 9, seed=1) == Playouts(*counts, plies=0), text
    assert playouts(Rules().start(), 0, seed=1).mean_plies == 0


def test_numbers_are_integers_of_any_kind_within_bounds() -> None:
    start = Rules().start()
    for numbers in ((-1, 0, 1), (10**13, 0, 1), (1, -1, 1), (1, 2**64, 1), (1, 0, 0)):
        with pytest.raises(IllegalAction, match=" is "):
            playouts(start, *numbers)
    for wrong in (1.0, "1", float("nan")):
        with pytest.raises(TypeError):
            playouts(start, 1, seed=wrong)  # type: ignore[arg-type]
    for kind in (np.int8, np.uint64):
        played = playouts(start, kind(100), kind(127))
        assert played == playouts(start, 100, 127)
        assert type(played.draws) is int
