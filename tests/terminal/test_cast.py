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


def test_the_header_is_that_of_the_format() -> None:
    header, _ = parts(WON)
    assert header["version"] == 2
    assert isinstance(header["width"], int)
    assert isinstance(header["height"], int)
    assert header["title"] == "Noughts and crosses on 3x3: 3 in a row wins"


def test_each_event_is_output_at_its_time_and_times_do_not_go_back() -> None:
    _, events = parts(WON)
    times = [time for time, _, _ in events]
    assert {kind for _, kind, _ in events} == {"o"}
    assert times == sorted(times)
    assert times[0] == 0
    assert len(events) == 1 + len(WON.moves) + 2  # the start, the moves, the ending, the rest


def test_lines_end_as_a_terminal_wants_them() -> None:
    _, events = parts(WON)
    for _, _, text in events:
        assert text.replace("\r\n", "").count("\n") == 0


def test_at_the_end_one_board_stands_there_with_who_won() -> None:
    shown = played(WON)
    assert shown.startswith("Noughts and crosses on 3x3: 3 in a row wins.\nhuman (X) against ")
    assert shown.count("---+---+---") == 2
    assert "X wins! The winning line: 1, 2 and 3." in shown


@pytest.mark.parametrize("rules", [Rules(9, 9, 5), Rules(15, 15, 5), Rules(26, 26, 5)], ids=str)
def test_a_board_of_any_size_has_room_in_its_recording(rules: Rules) -> None:
    game = Game(rules.start()).play(0, 5, 1, 6)
    header, _ = parts(game)
    shown = played(game)
    assert shown.count("  a") == 1
    assert len(shown.split("\n")) <= header["height"]


def test_a_long_game_takes_half_a_minute_and_a_rest() -> None:
    game = Game(Rules(15, 15, 15).start()).play(*range(150))
    _, events = parts(game)
    assert events[-1][0] < 35
