"""Values and verdicts."""

from __future__ import annotations

import pickle
from dataclasses import replace

from noughts.solver import Limit, Value, Verdict


def test_a_value_is_the_opposite_of_the_opponents() -> None:
    assert [-value for value in (Value.LOSS, Value.DRAW, Value.WIN)] == [
        Value.WIN,
        Value.DRAW,
        Value.LOSS,
    ]
    assert all(type(-value) is Value for value in Value)


def test_values_are_ordered_and_are_the_numbers_one_expects() -> None:
    assert sorted(Value) == [Value.LOSS, Value.DRAW, Value.WIN]
    assert list(map(int, sorted(Value))) == [-1, 0, 1]
    assert repr(Value.WIN) == "Value.WIN"


def test_a_verdict_is_a_value_and_a_limit_bounds_nothing_unless_told() -> None:
    verdict = Verdict(Value.WIN, 1, (4,), best_complete=True, method="search", nodes=1)
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert len({verdict, replace(verdict)}) == 1
    assert replace(verdict, value=Value.LOSS) != verdict
    assert Limit() == Limit(seconds=None, nodes=None)
