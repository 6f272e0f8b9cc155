"""The pages must say what `certify` says, and its example must be a player."""

from __future__ import annotations

import re
from doctest import DocTestParser
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from noughts.arena import odds
from noughts.core import Mark, Rules
from noughts.core.notation import square_name
from noughts.players import LEVELS, PLAYERS, player
from tests.arena.test_certifier import certified
from tests.contracts.boards import BOARDS, sample

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "players.md").read_text(encoding="utf-8")
TABLES = PAGE + (DOCS / "reference" / "players.md").read_text(encoding="utf-8")


def between(name: str) -> list[str]:
    """The lines of the page between a pair of comments, the head of a table left out."""
    (found,) = re.findall(f"<!-- {name}: begin -->\n(.*)<!-- {name}: end -->", TABLES, re.DOTALL)
    lines: list[str] = found.splitlines()
    return lines[2:] if lines[0].startswith("|") else lines


def probability(exact: Fraction) -> str:
    return str(exact) if exact.denominator == 1 else f"{float(exact):.4f} = {exact}"


def row(cells: list[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def certified_rows() -> list[str]:
    return [
        row(
            [
                *(name, side.mark, f"{side.positions:,}", f"{side.lines:,}"),
                *(f"{side.lines_lost:,}", f"{side.wins_missed:,}", f"{side.thrown_away:,}"),
                *(probability(side.against_random.loss), probability(side.worst_loss)),
            ]
        )
        for name in PLAYERS
        for side in certified(name).sides
    ]


def refutations() -> list[str]:
    lines = []
    for name in PLAYERS:
        for side in certified(name).sides:
            if side.refutation is not None:
                squares = " ".join(square_name(3, move) for move in side.refutation.moves)
                lines.append(f"- {name} as {side.mark}: {squares}")
    return lines


def odds_rows() -> list[str]:
    rows = []
    for level in LEVELS:
        as_x, as_o = (odds(player("alert"), player(level), mark=mark) for mark in Mark)
        chances = (as_x.win, as_x.draw, as_x.loss, as_o.win, as_o.draw, as_o.loss)
        rows.append(row([level, *(f"{float(chance):.3f}" for chance in chances)]))
    return rows


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "expected"),
    [("certify", certified_rows), ("refutations", refutations), ("odds", odds_rows)],
)
def test_the_page_says_what_is_computed(name: str, expected: Any) -> None:
    lines = expected()
    assert between(name) == lines, "the page should say:\n" + "\n".join(lines)


def test_the_page_says_what_each_player_does() -> None:
    for name in PLAYERS:
        assert re.search(rf"^- \*\*{name}\*\*", PAGE, re.MULTILINE), name


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_the_example_is_a_player(rules: Rules) -> None:
    names: dict[str, Any] = {}
    for example in DocTestParser().get_examples(PAGE):
        if example.source.startswith(("from noughts.players import", "class ")):
            exec(example.source, names)
    for position in sample(rules):
        assert names["Reader"]().policy(position) == {position.moves[0]: 1}
        assert list(names["Edgy"]().policy(position)) == list(position.moves)
