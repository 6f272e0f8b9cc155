"""What a lesson came to, counted again from the moves of its games."""

from __future__ import annotations

import csv
from collections import Counter

from noughts import Record
from tests.browser.rooms.class_of_30 import Lesson


def check_the_lesson(lesson: Lesson) -> None:
    """Nobody is there twice, all see the same podium, and the table adds up.

    Raises AssertionError.
    """
    members = [each["name"] for each in lesson.room["members"]]
    assert len({*lesson.names}) == len(lesson.names)
    assert {*lesson.names} <= {*members}
    assert len(members) - len(lesson.names) <= lesson.mishaps["die"]
    assert lesson.room["stage"] == "over"
    assert not [game for game in lesson.room["open"] if game["round"]]
    assert lesson.podiums[0]
    assert all(podium == lesson.podiums[0] for podium in lesson.podiums)
    lines = list(csv.DictReader(lesson.results.removeprefix("\ufeff").splitlines()))
    games = [line for line in lines if line["Game"]]
    records = map(Record.parse, lesson.records.splitlines())
    pairs = zip(games, records, strict=True)  # every game is there once
    check_the_table(lesson, [record for line, record in pairs if line["Round"]])
    check_the_rounds([line for line in lines if line["Round"]])


def check_the_table(lesson: Lesson, records: list[Record]) -> None:
    """Against an own recount of its games, each of which ended on its board or by its clock."""
    points: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for record in records:
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


def check_the_rounds(lines: list[dict[str, str]]) -> None:
    """Nobody has two games in a round, nor one and a point without one."""
    seats = [(line["Round"], line[side]) for line in lines for side in "XO"]
    had = [seat for seat in seats if seat[1] != "bye"]
    assert len({*had}) == len(had)


def check_that_nobody_missed_a_round(lesson: Lesson) -> None:
    """But for those who leave, and who miss only that one; raises AssertionError."""
    rounds = lesson.room["rounds"]
    left = sum(rounds - line["played"] - line["byes"] for line in lesson.room["table"])
    assert 0 <= left <= lesson.mishaps["leave"]
