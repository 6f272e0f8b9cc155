"""The report of what the project costs compares, and only a heavy page fails."""

from __future__ import annotations

import json
import re

from noughts import Rules
from noughts.core.perft import perft
from tools import costs, yardstick

BEFORE: costs.Costs = {
    "lines of source": {"core": 100, "server": 900},
    "sizes": {costs.PAGE: 50_000},
    "seconds": {"yardstick": 1.0, "test": 60},
}


def rows(now: costs.Costs) -> list[list[str]]:
    return [row.split() for row in costs.report(now, BEFORE)]


def test_what_grew_is_told_by_package() -> None:
    told = rows({**BEFORE, "lines of source": {"core": 100, "server": 850, "site": 75}})
    assert ["server", "850", "900", "-50"] in told
    assert ["site", "75", "0", "+75"] in told
    assert ["together", "1,025", "1,000", "+25"] in told
    assert "core" not in {row[0] for row in told if row}


def test_twice_the_time_on_a_machine_of_half_the_speed_is_no_change() -> None:
    seconds = {"yardstick": 2.0, "test": 120.0, "check": 4.0}
    told = rows({**BEFORE, "seconds": seconds})
    assert ["test", "120.00", "60.00", "60.00", "1.00"] in told
    assert ["check", "4.00", "2.00"] in told  # there was none before


def test_a_page_that_is_too_heavy_is_told() -> None:
    heavy = {costs.PAGE: costs.HEAVIEST_PAGE + 1.0}
    assert "HEAVY:" not in {word for row in rows(BEFORE) for word in row}
    assert "HEAVY:" in {word for row in rows({**BEFORE, "sizes": heavy}) for word in row}


def test_files_belong_to_the_package_that_one_can_see() -> None:
    assert costs.package("src/noughts/server/games/api.py") == "server"
    assert costs.package("tests/server/games/test_api.py") == "server"
    assert costs.package("docs/rl.md") == "docs"
    assert costs.package("tests/test_seeds.py") == costs.package("src/noughts/__init__.py")


def test_the_yardstick_counts_the_games_that_there_are() -> None:
    position = Rules().start().play("b2").play("a1")
    counted = yardstick.games(list("o   x    "), "x", "o")
    assert counted == sum(ply.games for ply in perft(position))


def test_the_record_is_of_the_form_that_the_report_reads() -> None:
    recorded = json.loads(costs.RECORD.read_text("utf-8"))
    unchanged = {row.split()[0] for row in costs.report(recorded, recorded) if "1.00" in row}
    run = (costs.ROOT / ".ci" / "run").read_text("utf-8")
    assert set(re.findall(r"^stage (\S+)", run, re.MULTILINE)) <= unchanged
