"""Values and verdicts."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from noughts import Rules, solve
from noughts.core.errors import IllegalAction
from noughts.solver import Limit, Value, Verdict

RULES = Rules()


def test_a_value_is_an_ordered_number_shown_as_a_name() -> None:
    assert sorted(Value) == [Value.LOSS, Value.DRAW, Value.WIN] == [-1, 0, 1]
    for value in Value:
        assert -value == -int(value)
        assert type(-value) is Value
    assert repr(Value.WIN) == "Value.WIN"
    assert (str(Value.LOSS), f"{Value.DRAW}", f"{Value.WIN:>5}") == ("LOSS", "DRAW", "  WIN")
    assert f"{Value.WIN:+} {Value.LOSS:d}" == "+1 -1"


def shown(verdict: Verdict) -> dict[str, str]:
    """The table that a notebook shows, by its heads."""
    rows = ElementTree.fromstring(verdict._repr_html_()).findall("tr")
    return {row.findtext("th", ""): row.findtext("td", "") for row in rows}


def test_a_notebook_shows_a_verdict_as_a_table() -> None:
    assert shown(Verdict(Value.WIN, 5, (3, 4), True, "search", 1234, RULES)) == {
        "value": "WIN",
        "plies to the end": "5",
        "best moves": "a2, b2",
        "found by": "search, 1,234 nodes",
    }
    part = shown(Verdict(Value.DRAW, None, (3,), False, "<b>&", 1, RULES))
    assert part["plies to the end"] == "not proved"
    assert part["best moves"] == "a2, and perhaps others"
    assert part["found by"] == "<b>&, 1 node"
    assert shown(Verdict(Value.LOSS, 0, (), True, "rules", 0, RULES))["best moves"] == "none"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("xo./.../... x 3", "win in 5 plies: a2, b2, a3"),
        ("xx./oo./... x 3", "win in 1 ply: c1"),
        ("xxx/oo./... o 3", "loss, the game is over"),
        ("5x6:4", "win: c3, c4, and perhaps others"),
    ],
)
def test_a_verdict_is_printed_with_the_names_of_squares(text: str, printed: str) -> None:
    verdict = solve(text)
    assert str(verdict) == printed
    assert all(name in printed for name in verdict.best_names)


def test_a_verdict_is_a_value_and_a_limit_any_number_from_0() -> None:
    verdict = Verdict(Value.WIN, 1, (4,), True, "search", 1, RULES)
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert len({verdict, replace(verdict)}) == 1
    assert replace(verdict, value=Value.LOSS) != verdict
    assert Limit() == Limit(seconds=None, nodes=None)
    for seconds in (0, 0.5, math.inf, 10**9):
        assert Limit(seconds=seconds).seconds == seconds
    whole: Any = np.int64(3)
    assert type(Limit(nodes=whole).nodes) is int
    negative: tuple[dict[str, Any], ...] = ({"seconds": -1}, {"seconds": math.nan}, {"nodes": -1})
    for bounds in negative:
        with pytest.raises(IllegalAction, match=f"{next(iter(bounds))} (are|is) 0 "):
            Limit(**bounds)
