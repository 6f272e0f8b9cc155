"""Proof-number search, against the exact solver; words of 128 bits; the walk of a certificate."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from noughts import Mark, Position, Rules, Value, prove, solve
from noughts.core.symmetry import images, symmetries
from noughts.kernels import COMPILED
from noughts.kernels.layout import cells
from noughts.kernels.proofs import ProofSearch
from noughts.kernels.walk import NO_ANSWER, UNREACHED, Walk
from noughts.kernels.words128 import is_compiled, kernel
from noughts.solver.certificate import certificate
from noughts.verifiers.verify import Certificate
from tests.certificates import text_of
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
    for board in naive.reachable_by_one_name(*sides):
        position = Position.parse(str(board))
        if not position.is_over:
            assert agrees(search, position), position.notation


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
        assert agrees(shared, position), position.notation
        assert agrees(search_of(rules, seed=seed), position), position.notation


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


def strategy_text(search: ProofSearch, width: int) -> bytearray:
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
        found.append((figures, strategy_text(search, width)))
    assert found[0] == found[1] == found[2]


def test_the_kernels_for_large_boards_are_others() -> None:
    assert kernel("grid", 64) is not kernel("grid", 65)
    assert is_compiled(64) is COMPILED


# The walk of a certificate, against the checker.

WALKED = ["1x1:1", "2x1:2", "2x2:2", "3x3:3", "4x3:3", "4x4:3", "5x3:3", "5x4:4", "6x3:3", "4x1:2"]
WALKED += ["11x6:6", "12x8:7" if COMPILED else "13x5:1"]  # of 66 and 96 squares, or 65


def walk_of(rules: Rules, text: str, wins: bool, entries: int = 1024) -> Walk:
    grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
    walk: Walk = kernel("walk", rules.size).Walk(grid, text.encode("latin-1"), wins, entries)
    return walk


def written(rules: Rules) -> tuple[bytes, str, bool]:
    """A certificate of a board, packed, and its answers; and whether it is a win."""
    proof = prove(rules)
    wins = proof.value is Value.WIN
    packed = certificate(rules, proof.strategies[0], wins=wins)
    return packed, text_of(packed).partition("\n")[2], wins


@pytest.mark.parametrize("text", WALKED)
def test_it_reaches_what_the_checker_does_and_answers_it_in_every_orientation(text: str) -> None:
    rules = Rules.parse(text)
    packed, answers, wins = written(rules)
    walk = walk_of(rules, answers, wins)
    assert walk.follow_all()
    assert walk.positions == len(Certificate(packed).seen)
    seen: set[tuple[int, int]] = set()

    def visit(position: Position) -> None:
        if position.is_over or (position.xs, position.os) in seen:
            return
        seen.add((position.xs, position.os))
        answer = walk.answer(position.xs, position.os)
        if answer == UNREACHED:  # after a pairing, or instead of a block: both are won at sight
            return
        if (position.plies % 2 == 0) is wins:
            assert answer != NO_ANSWER
        for each in images(position):
            assert (walk.answer(each.xs, each.os) == NO_ANSWER) is (answer == NO_ANSWER)
        for move in position.moves if answer == NO_ANSWER else (answer,):
            visit(position.play(move))

    visit(rules.start())


def test_a_position_that_no_strategy_allows_and_what_is_no_certificate_are_noticed() -> None:
    _, answers, wins = written(Rules())
    walk = walk_of(Rules(), answers, wins)
    assert walk.follow_all()
    assert walk.answer(0, 0) == NO_ANSWER
    assert walk.answer(1, 0) == 4
    assert walk.answer(1, 1 << 1) == UNREACHED
    for text, wins in product(["", "4", "4(", "9", "44444444", "(", "0123"], (True, False)):
        assert not walk_of(Rules(), text, wins).follow_all(), text
    _, answers, wins = written(Rules())
    assert not walk_of(Rules(), answers, wins, entries=16).follow_all()
