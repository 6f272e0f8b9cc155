"""The sentences about a game that pages and the full screen share."""

from __future__ import annotations

import pytest

from noughts import Game, Mark, Rules
from noughts.core.ending import Ending, Termination
from noughts.core.game_text import board_text, computer_name, offer_text, status_text, turn_text
from noughts.core.text import ending_text, level_name, printable

GAME = Game(Rules().start())
WON = GAME.play("a1", "a2", "b1", "b2", "c1")


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("you", "Your turn – you're X"),
        ("the computer", "The computer is thinking…"),
        ("your opponent", "Your opponent's turn"),
        ("Mighty Crow", "Mighty Crow's turn"),
        ("X", "X to move"),
    ],
)
def test_whose_turn_it_is(subject: str, said: str) -> None:
    subjects = {Mark.X: subject, Mark.O: "O"}
    assert turn_text(subjects, Mark.X) == status_text(subjects, GAME) == said


def test_the_status_of_a_game_that_is_over_is_how_it_ended() -> None:
    subjects = {Mark.X: "you", Mark.O: "the computer"}
    assert WON.ending is not None
    assert status_text(subjects, WON) == ending_text(subjects, WON.ending) == "You win!"


def test_spectators_are_told_who_beat_whom_by_name() -> None:
    ending = Ending(Termination.LINE, Mark.X)
    assert ending_text({Mark.X: "Ann", Mark.O: "Ben"}, ending) == "Ann beat Ben"


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "perfect", "strongest", "classic"])
def test_every_level_has_a_name(level: str) -> None:
    assert level_name(level) == level.capitalize()
    assert computer_name(level) == f"Computer · {level.capitalize()}"


def test_a_board_is_described_by_its_size_and_its_row() -> None:
    assert board_text(Rules(7, 6, 4)) == "7×6, 4 in a row"


@pytest.mark.parametrize(
    ("kind", "own", "others"),
    [
        ("takeback", "You asked to undo", "Ben asks to undo"),
        ("draw", "You offered a draw", "Ben offers a draw"),
        ("rematch", "You asked for a rematch", "Ben wants a rematch"),
    ],
)
def test_an_offer_is_said_to_either_side(kind: str, own: str, others: str) -> None:
    subjects = {Mark.X: "you", Mark.O: "Ben"}
    assert offer_text(subjects, kind, Mark.X) == own
    assert offer_text(subjects, kind, Mark.O) == others


def test_text_that_can_be_printed_stays_as_it_is_up_to_its_length() -> None:
    assert printable("Grüße") == "Grüße"
    assert printable("abcdef", 3) == "abc..."
