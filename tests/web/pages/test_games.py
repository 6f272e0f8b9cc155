"""The forms of games without script."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.client import Client

ADDED = {"added": "by an extension"}


def sent(visitor: Client, path: str, form: dict[str, Any]) -> str:
    """Where a form leads."""
    answer = visitor.http.post(path, data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


@pytest.mark.parametrize(("opponent", "version"), [("two", 2), ("friend", 1)])
def test_a_game_begins_with_the_pressed_square_if_that_can_be_taken(
    visitor: Client, opponent: str, version: int
) -> None:
    address = sent(visitor, "/play", {"opponent": opponent, "square": 4})
    game = visitor.get(f"games/{address.removeprefix('/g/')}")
    assert game["version"] == version


def test_fields_that_nobody_asked_for_are_ignored(visitor: Client) -> None:
    game = f"/g/{visitor.begin(opponent=None)['id']}"
    assert sent(visitor, f"{game}/move", {"square": 4, "version": 1, **ADDED}) == game
    assert sent(visitor, f"{game}/resign", {"version": 2, **ADDED}) == game
    puzzle = visitor.get("puzzles/today")["id"]
    assert visitor.http.post(f"/puzzles/{puzzle}", data={"square": 0, **ADDED}).is_success
    room = sent(visitor, "/rooms", {"way": "free", **ADDED})
    assert sent(visitor, f"{room}/join", ADDED) == room
    assert sent(visitor, f"{room}/look", ADDED) == room
