"""Seats, and how sentences call those who sit in them."""

from __future__ import annotations

import pytest

from noughts import Mark, Rules
from noughts.players import Player, player
from noughts.terminal.styles import STYLES
from noughts.terminal.table import Table, seats_for

COMPUTER = player("classic")


@pytest.mark.parametrize(
    ("x", "o", "subjects", "names"),
    [
        (None, None, ("X", "O"), ("human", "human")),
        (None, COMPUTER, ("you", "the computer"), ("human", "classic")),
        (COMPUTER, None, ("the computer", "you"), ("classic", "human")),
        (COMPUTER, COMPUTER, ("X", "O"), ("classic", "classic")),
    ],
)
def test_only_a_single_person_is_called_you(
    x: Player | None, o: Player | None, subjects: tuple[str, str], names: tuple[str, str]
) -> None:
    seats = seats_for({Mark.X: x, Mark.O: o})
    assert tuple(seats[mark].subject for mark in Mark) == subjects
    assert tuple(seats[mark].name for mark in Mark) == names


@pytest.mark.parametrize(
    ("x", "o", "people"),
    [(None, None, (Mark.X, Mark.O)), (COMPUTER, None, (Mark.O,)), (COMPUTER, COMPUTER, ())],
)
def test_the_people_are_those_whom_no_player_plays(
    x: Player | None, o: Player | None, people: tuple[Mark, ...]
) -> None:
    rules = Rules()
    seats = seats_for({Mark.X: x, Mark.O: o})
    assert Table(rules.start(), seats, STYLES["auto"](rules), COMPUTER).people == people
