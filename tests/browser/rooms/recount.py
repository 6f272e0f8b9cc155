"""What a lesson came to, counted again from the moves of its games."""

from __future__ import annotations

import csv
import json
from collections import Counter

from tests.browser.rooms.class_of_30 import Lesson

LINES = ("a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "c1b2a3")


def check_the_lesson(lesson: Lesson, rounds: int) -> None:
    """Nobody is there twice, all see the same podium, and the table adds up.

    Raises AssertionError.
    """
    assert len({*lesson.names}) == len(lesson.room["members"]) == len(lesson.names)
    assert (lesson.room["stage"], lesson.room["open"]) == ("over", [])
    assert lesson.podiums[0]
    assert all(podium == lesson.podiums[0] for podium in lesson.podiums)
    check_the_table(lesson, rounds)
    check_the_rounds(lesson)


def check_the_table(lesson: Lesson, rounds: int) -> None:
    """Against an own recount of the moves of all games."""
    points: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for record in map(json.loads, lesson.records.splitlines()):
        x, o = record["players"]["x"], record["players"]["o"]
        x_points = points_of_x(record["moves"])
        points.update({x: x_points, o: 2 - x_points})
        played.update((x, o))
    table = {line["name"]: line for line in lesson.room["table"]}
    for name in lesson.names:
        line = table[name]
        assert line["played"] == played[name]
        assert line["points"] == points[name] / 2 + line["byes"]
        assert line["played"] + line["byes"] <= rounds
    left = sum(rounds - line["played"] - line["byes"] for line in table.values())
    assert left <= lesson.mishaps["leave"]  # only who leaves misses a round, and only that one


def check_the_rounds(lesson: Lesson) -> None:
    """Every game is there once, and nobody has two in a round."""
    lines = list(csv.DictReader(lesson.results.removeprefix("\ufeff").splitlines()))
    assert len(lines) == len(lesson.records.splitlines())
    seats = [(line["Round"], line[side]) for line in lines for side in "XO"]
    assert len({*seats}) == len(seats)


def points_of_x(moves: list[str]) -> int:
    """2 for a win of X, 1 for a draw; every game was played to its end."""
    for first, won in ((0, 2), (1, 0)):
        own = {*moves[first::2]}
        if any({line[:2], line[2:4], line[4:]} <= own for line in LINES):
            return won
    assert len(moves) == 9
    return 1
