"""Counting games."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from noughts.core import Position, Rules
from noughts.core.errors import TooManyPositions
from noughts.core.perft import Ply, perft
from tests.core import naive


class Golden(NamedTuple):
    start: str
    depth: int | None
    plies: list[list[int]]


GOLDEN = [
    Golden(**case)
    for case in json.loads(Path(__file__).parents[1].joinpath("golden/perft.json").read_text())
]
every_case = pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case.start} {case.depth}")


def numbers(ply: Ply) -> list[int]:
    return [ply.sequences, ply.x_wins, ply.o_wins, ply.draws, ply.positions, ply.classes]


def naive_numbers(reached: Counter[naive.Board]) -> list[int]:
    won = Counter[str]()
    for board, sequences in reached.items():
        if naive.has_won(board, naive.other(board.turn)):
            won[naive.other(board.turn)] += sequences
        elif naive.is_over(board):
            won["nobody"] += sequences
    classes = {min(naive.images(board)) for board in reached}
    return [sum(reached.values()), won["x"], won["o"], won["nobody"], len(reached), len(classes)]


@pytest.mark.untraced
@every_case
def test_counts_are_those_in_the_golden_file_which_is_whole(case: Golden) -> None:
    found = list(perft(Position.parse(case.start), case.depth))
    assert [numbers(ply) for ply in found] == case.plies
    assert [ply.ply for ply in found] == list(range(len(found)))
    if case.depth is not None:
        assert len(case.plies) == case.depth + 1
    # Where no depth is set it ends with the last ply: the one whose sequences all end there.
    sequences, x_wins, o_wins, draws, *_ = case.plies[-1]
    assert (sequences == x_wins + o_wins + draws) == (case.depth is None)


@pytest.mark.slow
@every_case
def test_the_golden_file_is_what_naive_play_counts(case: Golden) -> None:
    start = naive.board_of(Position.parse(case.start))
    for expected, reached in zip(case.plies, naive.plies(start), strict=False):
        assert naive_numbers(reached) == expected


def test_noughts_and_crosses_has_the_numbers_in_the_books_and_a_game_that_is_over_one_ply() -> None:
    plies = list(perft(Rules().start()))
    assert len(plies) == 10
    assert sum(ply.games for ply in plies) == 255_168
    assert sum(ply.x_wins for ply in plies) == 131_184
    assert sum(ply.o_wins for ply in plies) == 77_904
    assert sum(ply.draws for ply in plies) == 46_080
    assert sum(ply.positions for ply in plies) == 5_478
    assert sum(ply.classes for ply in plies) == 765
    assert plies[9].sequences == 127_872
    for depth in (0, 1, 8, 11):  # shows the first plies and no more
        assert list(perft(Rules().start(), depth)) == plies[: depth + 1]
    (ply,) = perft(Position.parse("xxx/oo./... o 3"))
    assert numbers(ply) == [1, 1, 0, 0, 1, 1]


def test_a_ply_too_large_to_hold_is_refused_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.core.perft.LARGEST_PLY", 72)  # the second ply of 3×3 has 72
    assert len(list(perft(Rules().start(), 2))) == 3
    plies = perft(Rules().start())
    assert [next(plies).positions for _ in range(3)] == [1, 9, 72]
    with pytest.raises(TooManyPositions, match="more than 72 positions; ask for fewer plies"):
        next(plies)
