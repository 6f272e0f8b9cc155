"""Values and verdicts."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from noughts.core.errors import IllegalAction, WrongType
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


def test_a_value_shows_its_name_however_it_is_shown() -> None:
    assert repr(Value.WIN) == "Value.WIN"
    assert (str(Value.LOSS), f"{Value.DRAW}", f"{Value.WIN:>5}") == ("LOSS", "DRAW", "  WIN")


def shown(verdict: Verdict) -> dict[str, str]:
    """The table that a notebook shows, by its heads."""
    rows = ElementTree.fromstring(verdict._repr_html_()).findall("tr")
    return {row.findtext("th", ""): row.findtext("td", "") for row in rows}


def test_a_notebook_shows_a_verdict_as_a_table() -> None:
    assert shown(Verdict(Value.WIN, 5, (3, 4), True, "search", 1234)) == {
        "value": "WIN",
        "plies to the end": "5",
        "best moves": "3, 4",
        "found by": "search, 1,234 nodes",
    }
    part = shown(Verdict(Value.DRAW, None, (3,), False, "<b>&", 1))
    assert part["plies to the end"] == "not proved"
    assert part["best moves"] == "3, and perhaps others"
    assert part["found by"] == "<b>&, 1 node"
    assert shown(Verdict(Value.LOSS, 0, (), True, "rules", 0))["best moves"] == "none"


def test_a_verdict_is_a_value_and_a_limit_bounds_nothing_unless_told() -> None:
    verdict = Verdict(Value.WIN, 1, (4,), best_complete=True, method="search", nodes=1)
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert len({verdict, replace(verdict)}) == 1
    assert replace(verdict, value=Value.LOSS) != verdict
    assert Limit() == Limit(seconds=None, nodes=None)


@pytest.mark.parametrize("seconds", [0, 0.5, math.inf, 10**9])
def test_a_limit_may_be_any_number_from_0(seconds: float) -> None:
    assert Limit(seconds=seconds).seconds == seconds
    assert type(Limit(nodes=np.int64(3)).nodes) is int  # type: ignore[arg-type]


@pytest.mark.parametrize("bounds", [{"seconds": -1}, {"seconds": math.nan}, {"nodes": -1}])
def test_a_limit_is_not_less_than_0(bounds: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match=f"^the {next(iter(bounds))} are 0 or more, not "):
        Limit(**bounds)


@pytest.mark.parametrize("wrong", ["a", "3", True, False, [], 1j])
@pytest.mark.parametrize("name", ["seconds", "nodes"])
def test_a_limit_is_a_number(name: str, wrong: object) -> None:
    with pytest.raises(WrongType, match=f"{name} .*, not of type {type(wrong).__name__}$"):
        Limit(**{name: wrong})  # type: ignore[arg-type]


def test_nodes_are_counted_whole() -> None:
    with pytest.raises(WrongType, match=r"^the number of nodes is an integer, not of type float$"):
        Limit(nodes=1.5)  # type: ignore[arg-type]


def test_a_value_is_formatted_as_a_name_or_where_asked_for_as_a_number() -> None:
    assert f"{Value.WIN} {Value.LOSS:>5}" == "WIN  LOSS"
    assert f"{Value.WIN:+} {Value.LOSS:d}" == "+1 -1"
