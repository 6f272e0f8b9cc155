"""The examples do what they say, and are exactly as good as they claim."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

TABULAR = Path(__file__).parents[1] / "examples" / "tabular.py"


def lines_lost(*arguments: str) -> list[int]:
    """What the example says it loses, as X and as O."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(TABULAR), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [int(count) for count in re.findall(r"(?m)^as [XO]: (\d+) of \d+ lines", done.stdout)]


def test_a_table_learns_from_games() -> None:
    untrained, trained = lines_lost("--episodes", "1"), lines_lost("--episodes", "3000")
    assert len(untrained) == len(trained) == 2
    assert sum(trained) < sum(untrained) / 2


@pytest.mark.slow
def test_a_table_that_has_learned_enough_loses_no_line() -> None:
    assert lines_lost() == [0, 0]
