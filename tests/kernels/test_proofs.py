"""Proof-number search, against the exact solver of small boards."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Mark, Position, Rules, Value, solve
from noughts.core.symmetry import symmetries
from noughts.kernels import COMPILED
from noughts.kernels.grid import Grid, cells
from noughts.kernels.proofs import ProofSearch
from noughts.kernels.table import Table
from tests.core import naive

FEW, MANY = 200, 1 << 40  # nodes
SAMPLES = 100 if COMPILED else 10
TALL = pytest.param((1, 9, 4), marks=pytest.mark.slow)
LITTLE_BOARDS = [(3, 3, 3), (3, 3, 2), (4, 2, 3), (2, 4, 2), (9, 1, 3), TALL, (2, 2, 2)]
LONGEST = pytest.param("16x1:4", marks=pytest.mark.slow)
LARGER_BOARDS = ["4x3:3", "4x4:3", "4x4:4", "5x3:3", "5x3:4", LONGEST, "7x2:3", "2x8:2", "4x4:1"]


def search_of(rules: Rules, entries: int = 1 << 12, seed: int = 0) -> ProofSearch:
    order = list(range(rules.size))
    Random(seed).shuffle(order)
    grid = Grid(rules, symmetries(rules.width, rules.height))
    return ProofSearch(grid, Table(entries), cells("q", order))


def wins(search: ProofSearch, position: Position, maker: Mark) -> bool:
    own, other = position.marks(maker), position.marks(maker.other)
    search.start(own, other, position.turn is maker)
    if search.proof != 0 and search.disproof != 0:
        search.run(MANY)
    assert (search.proof == 0) is not (search.disproof == 0)
    return search.proof == 0


def agrees(search: ProofSearch, position: Position) -> bool:
    value = solve(position).value
    return all(
        wins(search, position, maker)
        is (value is (Value.WIN if position.turn is maker else Value.LOSS))
        for maker in Mark
    )


@pytest.mark.untraced
@pytest.mark.parametrize("sides", LITTLE_BOARDS, ids=str)
def test_every_position_that_either_starter_can_reach(sides: tuple[int, int, int]) -> None:
    search = search_of(Rules(*sides))
    for board in naive.reachable(*sides):
        position = Position.parse(str(board))
        if not position.is_over:
            assert agrees(search, position), str(position)


@pytest.mark.untraced
@pytest.mark.parametrize("text", LARGER_BOARDS)
def test_positions_of_larger_boards_from_tables_that_are_too_small_too(text: str) -> None:
    rules, random = Rules.parse(text), Random(1)
    shared = search_of(rules, entries=4)
    for seed in range(SAMPLES):
        position = rules.start(random.choice(list(Mark)))
        for _ in range(random.randrange(rules.size)):
            after = position.play(random.choice(position.moves))
            position = position if after.is_over else after
        assert agrees(shared, position), str(position)
        assert agrees(search_of(rules, seed=seed), position), str(position)


@pytest.mark.untraced
@pytest.mark.parametrize("text", ["4x4:4", "5x3:3", "4x4:3", "7x2:3"])
def test_what_is_settled_at_a_glance_is_settled_so_by_the_exact_solver(text: str) -> None:
    rules, random = Rules.parse(text), Random(2)
    search = search_of(rules)  # it is never run, and so has learnt nothing
    held = 0
    for _ in range(5 * SAMPLES):
        position = rules.start(random.choice(list(Mark)))
        for _ in range(random.randrange(rules.size)):
            after = position.play(random.choice(position.moves))
            position = position if after.is_over else after
        for maker in Mark:
            search.start(position.marks(maker), position.marks(maker.other), position.turn is maker)
            if 0 in (search.proof, search.disproof):
                wins = Value.WIN if position.turn is maker else Value.LOSS
                assert (solve(position).value is wins) is (search.proof == 0), str(position)
                held += search.disproof == 0
    assert held > 0


@cache
def shared(text: str) -> ProofSearch:
    return search_of(Rules.parse(text), entries=1 << 8)


@settings(max_examples=100 if COMPILED else 10)
@given(st.sampled_from(["4x4:3", "4x4:4"]), st.permutations(range(16)), st.integers(0, 15))
def test_positions_drawn_by_hypothesis(text: str, squares: list[int], plies: int) -> None:
    position = Rules.parse(text).start()
    for square in squares[:plies]:
        if not position.is_over:
            position = position.play(square)
    if not position.is_over:
        assert agrees(shared(text), position)


def test_a_search_goes_on_where_its_nodes_ended() -> None:
    search = search_of(Rules.parse("5x4:4"))
    search.start(0, 0, True)
    slices = 0
    while search.disproof != 0:
        assert search.proof != 0
        before = search.nodes
        search.run(FEW // 10)
        assert search.nodes <= before + FEW // 10 + 1
        slices += 1
    assert slices > 2


def test_the_move_chosen_leads_to_the_result() -> None:
    search = search_of(Rules.parse("4x3:3"))
    position = Rules.parse("4x3:3").start()
    search.start(0, 0, True)
    search.run(MANY)
    move = search.choose()
    assert solve(position.play(move)).value is Value.LOSS
    assert wins(search, position.play(move), Mark.X)
