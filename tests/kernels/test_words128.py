"""The kernels with words of 128 bits, against those with 64 bits on boards that both take."""

from __future__ import annotations

from random import Random

import pytest

from noughts import Rules
from noughts.core.symmetry import symmetries
from noughts.kernels import COMPILED
from noughts.kernels.grid import cells
from noughts.kernels.proofs import ProofSearch
from noughts.kernels.words128 import is_compiled, kernel

BOARDS = ["3x3:3", "4x3:3", "4x4:4", "5x3:3", "2x2:2", "6x1:3", "5x5:5"]
LARGER = ["5x4:4", "5x5:4", "6x5:4", "6x6:5", "8x8:6"] if COMPILED else []


def search_of(rules: Rules, width: int, squares: int) -> ProofSearch:
    order = list(range(rules.size))
    Random(1).shuffle(order)
    grid = kernel("grid", width).Grid(rules, symmetries(rules.width, rules.height))
    table = kernel("table", width).Table(1 << 12, squares)
    found: ProofSearch = kernel("proofs", width).ProofSearch(grid, table, cells("q", order))
    found.start(0, 0, True)
    found.run(1 << 40)
    return found


def figures_of(search: ProofSearch) -> tuple[int, ...]:
    return search.nodes, search.proof, search.disproof, search.work


def text_of(search: ProofSearch, width: int) -> bytearray:
    walk = kernel("strategy_walk", width).StrategyWalk(search)
    if search.proof == 0:
        walk.win(0, 0, 0)
    else:
        walk.hold(0, 0)
    text: bytearray = walk.text
    return text


@pytest.mark.untraced
@pytest.mark.parametrize("text", BOARDS + LARGER)
def test_the_same_search_takes_the_same_nodes_and_finds_the_same_strategy(text: str) -> None:
    rules = Rules.parse(text)
    narrow = search_of(rules, 64, rules.size)
    figures = figures_of(narrow)
    written = text_of(narrow, 64)
    for squares in (rules.size, 128):  # of the table, whose entries differ
        wide = search_of(rules, 128, squares)
        assert figures_of(wide) == figures
        assert text_of(wide, 128) == written


def test_the_kernels_for_large_boards_are_others() -> None:
    assert kernel("grid", 64) is not kernel("grid", 65)
    assert is_compiled(64) is COMPILED
