"""What is proved about positions, whatever proves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings

from noughts import Limit, Mark, Position, Rules, Unsolved, Value, WrongType, prove
from noughts.atlas import best_line, is_proved, keeping_moves, oracle_for, solve, values
from noughts.atlas.table import boards
from noughts.solver.verdict import ATLAS, RULES, SEARCH, TABLE
from tests.contracts.boards import positions as positions_of
from tests.core.strategies import positions

ENOUGH = Limit(nodes=200_000)
LARGE = [Rules.parse(text) for text in ("5x4:4", "5x5:4", "6x5:4", "5x6:4", "6x6:5", "7x5:4")]
QUESTIONS = (solve, values, keeping_moves, best_line)


def some_positions(rules: Rules, games: int, least: int) -> list[Position]:
    """Positions of random games of at least so many plies, begun by either side."""
    return [position for position in positions_of(rules, games) if position.plies >= least]


@settings(max_examples=60)
@given(positions(longest=4))
def test_small_boards_are_answered_by_the_tables_one_by_one_or_at_once(position: Position) -> None:
    if position.rules.size <= 16:
        assert solve(position).method == (RULES if position.is_over else TABLE)
        oracle = oracle_for(position.rules)
        for ask in QUESTIONS:
            assert getattr(oracle, ask.__name__)(position) == ask(position)


@pytest.mark.parametrize("rules", LARGE, ids=str)
def test_values_of_large_boards_and_their_moves_are_those_of_the_prover(rules: Rules) -> None:
    begun = rules.size // 4  # plies: the positions before take most of the time
    for position in some_positions(rules, 3, begun + 1)[::2]:
        verdict = solve(position)
        assert verdict.value is proved(position)
        assert verdict.method in {ATLAS, SEARCH, RULES}
        assert verdict.best
        for move in verdict.best[:3]:
            assert worth_of(position, move) is verdict.value
        others = set(position.moves) - set(verdict.best)
        if verdict.best_complete and verdict.plies is None:
            for move in sorted(others)[:3]:
                assert worth_of(position, move) < verdict.value
    for position in some_positions(rules, 2, begun + 3)[::3]:
        worths = values(position)
        assert list(worths) == [move for move in position.moves if move in worths]
        for move, worth in list(worths.items())[::4]:
            assert worth.value is worth_of(position, move)
            assert (worth.plies == 1) is position.play(move).is_over
    for position in some_positions(rules, 1, 12):
        value = solve(position).value
        expected = [move for move in position.moves if worth_of(position, move) is value]
        assert list(keeping_moves(position)) == expected


def worth_of(position: Position, move: int) -> Value:
    return -proved(position.play(move))


@cache
def proved(position: Position) -> Value:
    return prove(position, ENOUGH).value


def test_the_start_of_every_board_of_the_atlas_or_of_a_family_is_known_whoever_begins() -> None:
    for rules, first in product([each for each in boards() if each.size > 16], Mark):
        verdict = solve(rules.start(first), Limit(nodes=0))
        assert verdict.method == (RULES if rules.k == 1 else ATLAS), rules
        assert verdict.best, rules
        assert is_proved(rules), rules
        assert is_proved(Rules(rules.height, rules.width, rules.k)), rules
    for board, first in product(("20x15:4", "9x9:3", "26x26:26", "9x3:4"), Mark):
        value = Value.WIN if board in ("20x15:4", "9x9:3") else Value.DRAW
        position = Rules.parse(board).start(first)
        verdict = solve(position, Limit(nodes=0))
        assert (verdict.value, verdict.method) == (value, ATLAS), position
        worths = values(position, Limit(nodes=0))
        assert {worths[move].value for move in verdict.best} == {value}, position
        assert verdict.best_complete is (value is Value.DRAW), position


def test_a_line_of_best_play_keeps_the_value_to_the_end() -> None:
    for text in ("5x5:4", "6x5:4"):
        position = Rules.parse(text).start()
        value = solve(position).value
        for move in best_line(position):
            assert solve(position).value is value
            position, value = position.play(move), -value
        assert position.is_over


@pytest.mark.parametrize("ask", QUESTIONS)
def test_what_is_not_proved_within_the_limit_is_unsolved(ask: Callable[..., object]) -> None:
    with pytest.raises(Unsolved, match="raise the limit"):
        ask(Rules.parse("8x8:5").start(), Limit(nodes=10))
    with pytest.raises(Unsolved, match="15x15:5 is too large: on more than 128 squares"):
        ask(Rules.parse("15x15:5").start())
    with pytest.raises(Unsolved):
        ask(Rules.parse("7x6:4").start().play(0), Limit(seconds=0))
    with pytest.raises(WrongType):
        ask(Rules.parse("5x5:4").start(), 3)


def test_an_easy_win_and_one_by_force_are_known_on_a_board_of_any_size() -> None:
    position = Rules.parse("15x15:1").start()
    verdict = solve(position)
    assert (verdict.value, verdict.plies, verdict.method) == (Value.WIN, 1, RULES)
    assert verdict.best == position.moves
    assert verdict.best_complete
    position = Rules.parse("15x15:5").start()
    for name in ("h8", "a1", "i8", "o1", "j8", "a15"):
        position = position.play(name)
    verdict = solve(position)
    assert (verdict.value, verdict.plies, verdict.method) == (Value.WIN, None, SEARCH)
    assert not verdict.best_complete
    after = solve(position.play(verdict.best[0]).play("o15"))
    assert after.value is Value.WIN
    lost = solve(position.play(verdict.best[0]))
    assert lost.value is Value.LOSS
    assert lost.best_complete
