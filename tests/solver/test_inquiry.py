"""Who wins, as the prover finds out within a limit, against the tables of small boards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from noughts import Limit, Mark, Position, Rules, Value
from noughts.solver import solve
from noughts.solver.inquiry import EFFORT, Inquiry
from tests.core.strategies import positions


@pytest.mark.untraced
@settings(max_examples=150)
@given(positions(longest=4))
def test_what_it_answers_is_what_the_tables_say(position: Position) -> None:
    if position.rules.size > 16:
        return
    inquiry = Inquiry(position.rules)
    value = solve(position).value
    assert inquiry.wins(position, position.turn) in {None, value is Value.WIN}
    assert inquiry.wins(position, position.turn.other) in {None, value is Value.LOSS}
    for move in position.moves[:4]:
        after = position.play(move)
        after_value = solve(after).value
        assert inquiry.known(after, after.turn) in {None, after_value is Value.WIN}
        assert inquiry.wins(after, after.turn.other) in {None, after_value is Value.LOSS}


def test_an_answer_is_remembered() -> None:
    start = Rules.parse("4x4:4").start()
    inquiry = Inquiry(start.rules)
    assert inquiry.known(start, Mark.X) is None
    assert inquiry.wins(start, Mark.X) is False
    assert inquiry.known(start, Mark.X) is False
    nodes = inquiry.nodes
    assert inquiry.wins(start, Mark.X) is False
    assert inquiry.nodes == nodes


@pytest.mark.untraced
def test_it_spends_no_more_than_its_limit_and_then_knows_nothing_new() -> None:
    start = Rules.parse("7x7:5").start()
    inquiry = Inquiry(start.rules, Limit(nodes=100))
    assert inquiry.wins(start, Mark.X, share=0.5) is None
    assert inquiry.nodes == 50
    assert inquiry.wins(start, Mark.O, nodes=10) is None
    assert inquiry.nodes == 60
    assert inquiry.left == Limit(None, 40)
    assert inquiry.wins(start, Mark.X) is None
    assert inquiry.wins(start, Mark.X) is None
    assert inquiry.nodes == 100


def test_without_a_limit_it_spends_a_bounded_effort() -> None:
    start = Rules.parse("8x8:5").start()
    for limit in (None, Limit()):
        inquiry = Inquiry(start.rules, limit)
        assert inquiry.wins(start, Mark.X, share=0.01) is None
        assert EFFORT.nodes is not None
        assert inquiry.nodes == EFFORT.nodes // 100


def test_beyond_128_squares_only_finished_games_are_known() -> None:
    start = Rules.parse("12x11:1").start()
    inquiry = Inquiry(start.rules)
    assert inquiry.wins(start, Mark.X) is None
    assert inquiry.wins(start.play(0), Mark.X) is True
    assert inquiry.wins(start.play(0), Mark.O) is False
    assert inquiry.nodes == 0
