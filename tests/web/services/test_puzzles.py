"""Puzzles over the API: everyone gets the same today, and one square alone is right."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from noughts.coach.puzzle import LEVELS
from noughts.coach.puzzle_choice import puzzle_at, puzzle_of
from tests.web.client import Client, free
from tests.web.conftest import NewVisitor


def test_today_s_is_the_same_for_everyone(new_visitor: NewVisitor) -> None:
    before = datetime.now(UTC).date()
    seen = [new_visitor().get("puzzles/today") for _ in range(3)]
    after = datetime.now(UTC).date()
    assert seen[0]["id"] in {puzzle_of(day).position.url for day in (before, after)}
    if before == after:
        assert seen[0] == seen[1] == seen[2]
        assert seen[0]["is_daily"]
        assert seen[0]["title"] == f"The puzzle of {before.day} {before:%B %Y}"


@pytest.mark.parametrize("level", LEVELS)
def test_a_puzzle_is_answered_right_by_one_square_alone(visitor: Client, level: str) -> None:
    puzzle = visitor.get("puzzles/random", level=level)
    assert puzzle["level"] == level
    assert visitor.get(f"puzzles/{puzzle['id']}")["board"] == puzzle["board"]
    found = []
    for square in free(puzzle):
        result = visitor.post(f"puzzles/{puzzle['id']}", {"square": square})
        assert result["after"]["marks"][square] == puzzle["board"]["turn"]
        assert result["text"].startswith("Right!") == result["is_right"]
        if result["is_right"]:
            found.append(square)
    assert found == [puzzle_at(puzzle["id"]).answer]


def test_a_puzzle_does_not_give_its_answer_away(visitor: Client) -> None:
    puzzle = visitor.get("puzzles/random", level="hard")
    assert set(puzzle) == {"id", "board", "task", "level", "is_daily", "title"}
