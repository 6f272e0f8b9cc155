"""`noughts rules`: how the game is played."""

from __future__ import annotations

from tests.cli.conftest import Noughts


def test_the_rules_are_those_of_the_common_board(noughts: Noughts) -> None:
    done = noughts("rules")
    assert (done.code, done.complained) == (0, "")
    assert "Noughts and crosses on 3x3: three in a row wins." in done.said
    assert "three or more of their own marks in a row" in done.said


def test_the_rules_of_another_board_are_its_own(noughts: Noughts) -> None:
    said = noughts("rules", "15x12:5").said
    assert "on 15x12" in said
    assert "five or more of their own marks in a row" in said
