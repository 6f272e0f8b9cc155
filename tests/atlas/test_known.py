"""The conclusions for large boards, drawn on small ones, where the tables know the truth."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from noughts import Limit, Mark, Position, Rules, Value, solve
from noughts.atlas.known import Known, certified, learn, verdict_of
from noughts.solver.inquiry import Inquiry
from tests.core.strategies import positions


def assert_true(position: Position, known: Known) -> None:
    """All that is said to be known of a position is what the tables say."""
    value = solve(position).value
    assert known.wins in {None, value is Value.WIN}
    assert known.loses in {None, value is Value.LOSS}
    assert known.value in {None, value}
    least = Value.WIN if known.wins else Value.DRAW
    for move in known.keeping:
        assert -solve(position.play(move)).value >= least
    for move in known.dropping:
        assert -solve(position.play(move)).value < least


def unfinished(rules: Rules, first: Mark) -> list[Position]:
    """Every unfinished position that games begun by this side can reach."""
    seen = {rules.start(first): None}
    for position in (queue := list(seen)):
        for move in position.moves:
            after = position.play(move)
            if after not in seen and not after.is_over:
                seen[after] = None
                queue.append(after)
    return list(seen)


@pytest.mark.parametrize("first", Mark)
@pytest.mark.parametrize("text", ["3x3:3", "4x2:3", "3x3:2"])
def test_every_position_of_a_little_board_is_known_as_it_is(text: str, first: Mark) -> None:
    rules = Rules.parse(text)
    every = unfinished(rules, first)
    certain = 0
    for position in every:
        assert_true(position, certified(position))
    for position in every[:: max(1, len(every) // 300)]:
        known = learn(position, Inquiry(rules))
        assert_true(position, known)
        verdict = verdict_of(position, known)
        certain += verdict is not None
        if verdict is not None and verdict.plies is None and verdict.best_complete:
            keeping = [m for m in position.moves if -solve(position.play(m)).value is known.value]
            assert list(verdict.best) == keeping
    assert certain


@settings(max_examples=150)
@given(positions(longest=4))
def test_whatever_the_limit_all_that_is_known_is_true(position: Position) -> None:
    if position.is_over or position.rules.size > 16:
        return
    assert_true(position, certified(position))
    for nodes in (0, 3, 40):
        assert_true(position, learn(position, Inquiry(position.rules, Limit(nodes=nodes))))
