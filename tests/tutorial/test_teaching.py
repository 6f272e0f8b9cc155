"""The lesson for teachers: its times add up, and what it says is so."""

from __future__ import annotations

import re
from itertools import accumulate

import pytest

from noughts import Position, Rules, Unsolved, Value, solve
from noughts.atlas import keeping_moves
from noughts.coach.minimax import trace
from noughts.core.perft import perft
from noughts.pages.minimax import POSITIONS
from tests.docs.blocks import ROOT

PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")


def test_its_times_add_up_and_it_counts_as_the_stepper_does() -> None:
    planned = [int(minutes) for minutes in re.findall(r"(?m)^\| (\d+) \|", PAGE)]
    told = [int(minutes) for minutes in re.findall(r"(?m)^### .* \((\d+) minutes\)$", PAGE)]
    assert planned == told
    assert [*accumulate(planned)][4] == 45  # two lessons of five parts
    assert sum(planned) == 90
    position = Position.parse(POSITIONS[1])
    assert (len(position.moves), str(position.turn)) == (4, "O")
    counts = trace(position).visited, trace(position, prunes=True).visited
    found = re.search(r"looked at (\d+) positions", PAGE), re.search(r": (\d+) are enough", PAGE)
    assert counts == tuple(int(each[1]) for each in found if each)


def test_games_and_values_are_those_that_the_page_tells() -> None:
    assert f"{sum(ply.games for ply in perft(Rules().start())):,}" in PAGE
    # Every corner loses, and every edge keeps the draw.
    position = Position.parse("x../.o./..x o 3")
    assert f"/a/{position.url}" in PAGE
    assert keeping_moves(position) == (1, 3, 5, 7)
    assert solve(position).value is Value.DRAW
    assert solve(Rules().start()).value is Value.DRAW
    assert solve(Rules.parse("4x3:3").start()).value is Value.WIN
    with pytest.raises(Unsolved):
        solve(Rules.parse("15x15:5").start())
