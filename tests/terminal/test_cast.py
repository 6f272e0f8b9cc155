"""Recordings of games for asciinema."""

from __future__ import annotations

import json
from typing import Any

import pytest

from noughts import Game, Mark, Rules
from noughts.core.record import Record
from noughts.terminal.cast import cast
from tests.terminal.screen import Screen

NAMES = {Mark.X: "human", Mark.O: "easy"}
WON = Game().play(0, 3, 1, 4, 2)


def parts(game: Game) -> tuple[dict[str, Any], list[tuple[float, str, str]]]:
    header, *events = map(json.loads, cast(Record(game, NAMES)).splitlines())
    return header, events


def played(game: Game) -> str:
    """What stands on a terminal of the recording's size at its end."""
    header, events = parts(game)
    screen = Screen(header["width"], header["height"])
    for _, _, text in events:
        screen.write(text)
    return screen.shown


def test_the_format_is_asciicast_2_with_a_line_for_each_move() -> None:
    header, events = parts(WON)
    assert header["version"] == 2
    assert isinstance(header["width"], int)
    assert isinstance(header["height"], int)
    assert header["title"] == "Noughts and crosses on 3x3: 3 in a row wins"
    times = [time for time, _, _ in events]
    assert {kind for _, kind, _ in events} == {"o"}
    assert times == sorted(times)
    assert times[0] == 0
    assert len(events) == 1 + len(WON.moves) + 2  # the start, the moves, the ending, the rest
    for _, _, text in events:  # whose lines end as a terminal wants them
        assert text.replace("\r\n", "").count("\n") == 0
    assert "\x1b[0m" in events[1][2]  # in colour


def test_at_the_end_one_board_stands_there_with_who_won() -> None:
    shown = played(WON)
    assert shown.startswith("Noughts and crosses on 3x3: 3 in a row wins.\nhuman (X) against ")
    assert shown.count("---+---+---") == 2
    assert "X wins! The winning line: 1, 2 and 3." in shown


@pytest.mark.parametrize("rules", [Rules(9, 9, 5), Rules(15, 15, 5), Rules(26, 26, 5)], ids=str)
def test_a_board_of_any_size_has_room_in_its_recording(rules: Rules) -> None:
    game = Game(rules.start()).play(0, 5, 1, 6)
    shown = played(game)
    assert shown.count("  a") == 1
    assert len(shown.split("\n")) <= parts(game)[0]["height"]


def test_a_long_game_takes_half_a_minute_and_a_rest() -> None:
    game = Game(Rules(15, 15, 15).start()).play(*range(150))
    assert parts(game)[1][-1][0] < 35
