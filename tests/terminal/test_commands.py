"""The words that stand in the place of a square."""

from __future__ import annotations

import pytest

from noughts import Rules
from noughts.terminal.commands import Command, near_miss, read_command
from noughts.terminal.styles import STYLES


@pytest.mark.parametrize("command", Command)
def test_every_command_is_called_by_its_name_in_any_case(command: Command) -> None:
    name = command.name
    assert [read_command(text) for text in (name.lower(), name, name.title())] == [command] * 3


@pytest.mark.parametrize(
    ("short", "command"),
    [
        ("u", Command.UNDO),
        ("h", Command.HINT),
        ("n", Command.NEW),
        ("?", Command.HELP),
        ("q", Command.QUIT),
        ("exit", Command.QUIT),
    ],
)
def test_the_usual_short_forms_work(short: str, command: Command) -> None:
    assert read_command(short) is command


@pytest.mark.parametrize("text", ["", "undo 1", "un do", "quitt", "r", "5", "a1"])
def test_other_texts_are_no_commands(text: str) -> None:
    assert read_command(text) is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hnt", "hint"),
        ("udno", "undo"),
        ("Quti", "quit"),
        ("resing", "resign"),
        ("boards", "board"),
    ],
)
def test_a_near_miss_is_recognised(typed: str, meant: str) -> None:
    assert near_miss(typed) is Command(meant)


@pytest.mark.parametrize("typed", ["", "hello", "a1", "j10", "5", "2 3", "x" * 1_000])
def test_what_is_like_no_command_is_none(typed: str) -> None:
    assert near_miss(typed) is None


@pytest.mark.parametrize("style", STYLES)
def test_no_square_is_spelt_like_a_command(style: str) -> None:
    rules = Rules(26, 26, 5)
    spell = STYLES[style](rules).spell
    assert not [square for square in range(rules.size) if read_command(spell(square))]
    assert not [square for square in range(rules.size) if near_miss(spell(square))]
