"""Proof-number search, against the exact solver of small boards, and with words of 128 bits."""

from __future__ import annotations

from random import Random

import pytest

from noughts import Mark, Position, Rules, Value, solve
from noughts.core.symmetry import symmetries
from noughts.kernels import COMPILED
from noughts.kernels.grid import cells
from noughts.kernels.proofs import ProofSearch
from noughts.kernels.words128 import is_compiled, kernel
from tests.core import naive

FEW, MANY = 200, 1 << 40  # nodes
SAMPLES = 100 if COMPILED else 10
TALL = pytest.param((1, 9, 4), marks=pytest.mark.slow)
LITTLE_BOARDS = [(3, 3, 3), (3, 3, 2), (4, 2, 3), (2, 4, 2), (9, 1, 3), TALL, (2, 2, 2)]
LONGEST = pytest.param("16x1:4", marks=pytest.mark.slow)
WIDE_BOARDS = ["5x4:4", "5x5:4", "6x5:4", "6x6:5", "8x8:6"] if COMPILED else []
LARGER_BOARDS = ["4x3:3", "4x4:3", "4x4:4", "5x3:3", "5x3:4", LONGEST, "7x2:3", "2x8:2", "4x4:1"]


def search_of(
    rules: Rules, entries: int = 1 << 12, seed: int = 0, width: int = 64, squares: int = 64
) -> ProofSearch:
    """A search with words of so many bits, and a table for boards of so many squares."""
    order = list(range(rules.size))
    Random(seed).shuffle(order)
    grid = kernel("grid", width).Grid(rules, symmetries(rules.width, rules.height))
    table = kernel("table", width).Table(entries, squares)
    found: ProofSearch = kernel("proofs", width).ProofSearch(grid, table, cells("q", order))
    return found


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


# The kernels with words of 128 bits, on boards that those with 64 bits take too.


def text_of(search: ProofSearch, width: int) -> bytearray:
    walk = kernel("strategy_walk", width).StrategyWalk(search)
    if search.proof == 0:
        walk.win(0, 0, 0)
    else:
        walk.hold(0, 0)
    text: bytearray = walk.text
    return text


@pytest.mark.untraced
@pytest.mark.parametrize("text", ["4x3:3", "4x4:4", "2x2:2", "6x1:3", "5x5:5", *WIDE_BOARDS])
def test_words_of_128_bits_take_the_same_nodes_and_find_the_same_strategy(text: str) -> None:
    rules = Rules.parse(text)
    found = []
    for width, squares in ((64, rules.size), (128, rules.size), (128, 128)):
        search = search_of(rules, seed=1, width=width, squares=squares)
        search.start(0, 0, True)
        search.run(MANY)
        figures = search.nodes, search.proof, search.disproof, search.work
        found.append((figures, text_of(search, width)))
    assert found[0] == found[1] == found[2]


def test_the_kernels_for_large_boards_are_others() -> None:
    assert kernel("grid", 64) is not kernel("grid", 65)
    assert is_compiled(64) is COMPILED
