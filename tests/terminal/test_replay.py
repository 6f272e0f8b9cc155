"""Recorded games, shown move by move, and as recordings for asciinema."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from noughts import Ending, Game, Mark, Position, Rules, Termination
from noughts.core.record import Record
from noughts.terminal.console import Console
from noughts.terminal.replay import cast, show_record
from tests.terminal.screen import Screen
from tests.typed_session import boards

NAMES = {Mark.X: "Ada", Mark.O: "medium"}
WON = Game().play(0, 3, 1, 4, 2)
DRAWN = Game().play(4, 0, 2, 6, 3, 5, 1, 7, 8)
BEGUN = Game().play(4)
FROM_A_POSITION = Game(Position.parse("x../.o./... x 3"))
ENDINGS = [
    (WON, "X wins! The winning line: a1, b1 and c1."),
    (DRAWN, "It's a draw."),
    (BEGUN.resign(), "X wins – O resigned."),
    (BEGUN.resign(Mark.X), "O wins – X resigned."),
    (BEGUN.end(Ending(Termination.AGREEMENT)), "It's a draw – you both agreed."),
    (BEGUN.end(Ending(Termination.TIME, Mark.X)), "X wins – O ran out of time."),
    (BEGUN.end(Ending(Termination.ABANDONED, Mark.O)), "O wins – X left the game."),
    (BEGUN.end(Ending(Termination.ABANDONED)), "The game was left unfinished – it doesn't count."),
    (BEGUN, "The game wasn't finished."),
    (Game(), "The game wasn't finished."),
    (FROM_A_POSITION, "The game wasn't finished."),
]


def shown(game: Game, names: dict[Mark, str] = NAMES, date: str | None = None) -> str:
    said = io.StringIO()
    show_record(Console(io.BytesIO(), said), Record(game, names, date))
    return said.getvalue()


def test_every_position_is_shown_and_the_ending_told_last() -> None:
    for game, sentence in ENDINGS:
        assert list(boards(shown(game))) == list(game.positions()), sentence
        assert shown(game).splitlines()[-1] == sentence
    assert {game.ending.termination for game, _ in ENDINGS if game.ending} == set(Termination)


@pytest.mark.parametrize("name", ["you", "O", "the computer", "your opponent"])
def test_a_name_in_a_record_changes_no_sentence_about_its_game(name: str) -> None:
    text = shown(WON, {Mark.X: name, Mark.O: "X"})
    assert f"{name} (X) against X (O)." in text
    assert text.partition(").\n")[2] == shown(WON).partition(").\n")[2]


def test_the_heading_names_players_and_time_and_every_move_is_numbered_and_named() -> None:
    assert [line for line in shown(WON).splitlines() if " takes " in line] == [
        "1. X takes a1.",
        "2. O takes a2.",
        "3. X takes b1.",
        "4. O takes b2.",
        "5. X takes c1.",
    ]
    begun_by_o = shown(Game(Rules().start(Mark.O)).play(4, 0))
    assert "1. O takes b2." in begun_by_o
    assert "2. X takes a1." in begun_by_o
    large = shown(Game(Rules(15, 15, 5).start()).play(112))
    assert "1. X takes h8." in large
    assert "Noughts and crosses on 15x15: 5 in a row wins." in large
    assert "Ada (X) against medium (O).\n" in shown(WON)
    said = shown(WON, date="2024-02-29T12:00:00+00:00")
    assert "Ada (X) against medium (O), 2024-02-29T12:00:00+00:00.\n" in said
    said = shown(WON, {Mark.X: "n" * 200, Mark.O: "O"})
    assert max(map(len, said.splitlines())) < 120


@pytest.mark.parametrize(
    "name", ["\x1b[2J", "\x1b]0;title\x07", "a\nb", "\u202eadA", "\r", "\0", "\x9b31m", "\ud800"]
)
def test_no_players_name_commands_the_terminal(name: str) -> None:
    said = shown(WON, {Mark.X: name, Mark.O: name}, f"2024-02-29{name[:1]}12:00:00")
    assert all(line.isprintable() for line in said.split("\n"))


# --- for asciinema


def parts(game: Game) -> tuple[dict[str, Any], list[tuple[float, str, str]]]:
    header, *events = map(json.loads, cast(Record(game, NAMES)).splitlines())
    return header, events


def played(game: Game) -> str:
    """Return the last screen of a recording, at its own size."""
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


def test_at_the_end_one_board_stands_there_after_half_a_minute_at_most() -> None:
    shown = played(WON)
    assert shown.startswith("Noughts and crosses on 3x3: 3 in a row wins.\nAda (X) against ")
    assert shown.count("---+---+---") == 2
    assert "X wins! The winning line: a1, b1 and c1." in shown
    game = Game(Rules(15, 15, 15).start()).play(*range(150))
    assert parts(game)[1][-1][0] < 35


@pytest.mark.parametrize("rules", [Rules(9, 9, 5), Rules(15, 15, 5), Rules(26, 26, 5)], ids=str)
def test_a_board_of_any_size_has_room_in_its_recording(rules: Rules) -> None:
    game = Game(rules.start()).play(0, 5, 1, 6)
    shown = played(game)
    assert shown.count("  a") == 1
    assert len(shown.split("\n")) <= parts(game)[0]["height"]
