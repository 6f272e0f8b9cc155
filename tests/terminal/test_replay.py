"""Recorded games, shown move by move."""

from __future__ import annotations

import io

import pytest

from noughts import Ending, Game, Mark, Position, Rules, Termination
from noughts.core.record import Record
from noughts.terminal.console import Console
from noughts.terminal.replay import show_record
from tests.typed_session import boards

NAMES = {Mark.X: "Ada", Mark.O: "medium"}
WON = Game().play(0, 3, 1, 4, 2)
DRAWN = Game().play(4, 0, 2, 6, 3, 5, 1, 7, 8)
BEGUN = Game().play(4)
ENDINGS = [
    (WON, "X wins! The winning line: 1, 2 and 3."),
    (DRAWN, "It's a draw."),
    (BEGUN.resign(), "X wins – O resigned."),
    (BEGUN.resign(Mark.X), "O wins – X resigned."),
    (BEGUN.end(Ending(Termination.AGREEMENT)), "It's a draw – you both agreed."),
    (BEGUN.end(Ending(Termination.TIME, Mark.X)), "X wins – O ran out of time."),
    (BEGUN.end(Ending(Termination.ABANDONED, Mark.O)), "O wins – X left the game."),
    (BEGUN.end(Ending(Termination.ABANDONED)), "The game was left unfinished – it doesn't count."),
    (BEGUN, "The game wasn't finished."),
]


def shown(record: Record, *, colour: bool = False) -> str:
    said = io.StringIO()
    show_record(Console(io.BytesIO(), said, colour=colour), record)
    return said.getvalue()


@pytest.mark.parametrize("game", [Game(), BEGUN, WON, DRAWN, BEGUN.resign()])
def test_every_position_of_the_game_is_shown(game: Game) -> None:
    assert list(boards(shown(Record(game, NAMES)))) == list(game.positions())


def test_every_move_is_numbered_and_named() -> None:
    said = shown(Record(WON, NAMES))
    told = [line for line in said.splitlines() if " takes " in line]
    assert told == [
        "1. X takes square 1.",
        "2. O takes square 4.",
        "3. X takes square 2.",
        "4. O takes square 5.",
        "5. X takes square 3.",
    ]


def test_when_o_began_the_moves_are_its_own() -> None:
    said = shown(Record(Game(Rules().start(Mark.O)).play(4, 0), NAMES))
    assert "1. O takes square 5." in said
    assert "2. X takes square 1." in said


def test_a_game_from_a_position_is_shown_from_there() -> None:
    start = Position.parse("x../.o./... x 3")
    assert list(boards(shown(Record(Game(start), NAMES)))) == [start]


def test_a_larger_board_is_shown_by_names() -> None:
    said = shown(Record(Game(Rules(15, 15, 5).start()).play(112), NAMES))
    assert "1. X takes h8." in said
    assert "Noughts and crosses on 15x15: 5 in a row wins." in said


def test_the_heading_names_the_players_and_the_time() -> None:
    assert "Ada (X) against medium (O).\n" in shown(Record(WON, NAMES))
    said = shown(Record(WON, NAMES, "2024-02-29T12:00:00+00:00"))
    assert "Ada (X) against medium (O), 2024-02-29T12:00:00+00:00.\n" in said


@pytest.mark.parametrize(("game", "sentence"), ENDINGS)
def test_the_ending_is_told_last(game: Game, sentence: str) -> None:
    assert shown(Record(game, NAMES)).splitlines()[-1] == sentence


def test_every_way_to_end_a_game_is_told_above() -> None:
    assert {game.ending.termination for game, _ in ENDINGS if game.ending} == set(Termination)


@pytest.mark.parametrize(
    "name", ["\x1b[2J", "\x1b]0;title\x07", "a\nb", "\u202eadA", "\r", "\0", "\x9b31m", "\ud800"]
)
def test_no_players_name_commands_the_terminal(name: str) -> None:
    record = Record(WON, {Mark.X: name, Mark.O: name}, f"2024-02-29{name[:1]}12:00:00")
    for line in shown(record).split("\n"):
        assert line.isprintable()


def test_a_long_name_is_cut_short() -> None:
    said = shown(Record(WON, {Mark.X: "n" * 200, Mark.O: "O"}))
    assert max(map(len, said.splitlines())) < 120


def test_colour_is_shown_only_where_the_console_has_it() -> None:
    assert "\x1b[" in shown(Record(WON, NAMES), colour=True)
    assert "\x1b[" not in shown(Record(WON, NAMES))
