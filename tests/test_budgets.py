"""What the project costs is compared with what it may cost."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tools" / "budgets.py"

_spec = importlib.util.spec_from_file_location("budgets", SCRIPT)
assert _spec is not None
assert _spec.loader is not None
budgets = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(budgets)

GIVEN = {"counts": {"tests": 10}, "times": {"check, seconds": 60}}


@pytest.mark.parametrize(
    ("tests", "seconds", "is_within", "in_capitals"),
    [
        (10, 60, True, []),
        (11, 60, False, ["TESTS OVER BUDGET"]),
        (10, 61, True, ["CHECK, SECONDS OVER BUDGET"]),
    ],
)
def test_a_count_over_budget_fails_and_a_time_is_only_shouted(
    tests: int, seconds: int, is_within: bool, in_capitals: list[str]
) -> None:
    rows, within = budgets.compared({"tests": tests}, {"check, seconds": seconds}, GIVEN)
    assert within is is_within
    assert [re.split(r"\s{2,}", row)[0] for row in rows if "OVER" in row] == in_capitals


def test_what_is_measured_has_a_budget_and_the_other_way_round() -> None:
    with pytest.raises(SystemExit, match="differ: lines"):
        budgets.compared({"tests": 1, "lines": 1}, {"check, seconds": 1}, GIVEN)
    stages = re.findall(r"^stage (\S+)", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    times = tomllib.loads(budgets.BUDGETS.read_text("utf-8"))["times"]
    assert [f"{stage}, seconds" for stage in stages] == list(times)[: len(stages)]
