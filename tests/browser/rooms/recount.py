"""What a lesson came to, counted again from the moves of its games."""

from __future__ import annotations

import csv
from collections import Counter

from noughts import Record
from tests.browser.rooms.class_of_30 import Lesson


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
    """Against an own recount of all games, each of which ended on its board or by its clock."""
    points: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for record in map(Record.parse, lesson.records.splitlines()):
        ending = record.game.ending
        assert ending is not None
        for mark, name in record.players.items():
            points[name] += 1 if ending.winner is None else 2 * (ending.winner is mark)
            played[name] += 1
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
