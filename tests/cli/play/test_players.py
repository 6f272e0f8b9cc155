"""`noughts rules` and `noughts players`: how a game is played, and against whom."""

from __future__ import annotations

from noughts.players import PLAYERS, describe
from tests.cli.conftest import Noughts


def test_every_player_is_listed_with_what_it_does(noughts: Noughts) -> None:
    done = noughts("players")
    assert (done.code, done.complained) == (0, "")
    for name in PLAYERS:
        assert f"\n{name} " in done.said
        assert f" {describe(name)}\n" in done.said


def test_the_levels_of_the_common_board_reach_up_to_perfect(noughts: Noughts) -> None:
    first = noughts("players").said.splitlines()[0]
    assert first == "Levels on 3x3:3: easy, medium (the default), hard, perfect."


def test_so_do_those_of_a_board_in_the_atlas(noughts: Noughts) -> None:
    first = noughts("players", "5x6:4").said.splitlines()[0]
    assert first == "Levels on 5x6:4: easy, medium (the default), hard, perfect."


def test_elsewhere_nothing_is_called_perfect(noughts: Noughts) -> None:
    said = noughts("players", "8x8:5").said
    assert said.splitlines()[0] == "Levels on 8x8:5: easy, medium (the default), hard, strongest."
    absent = [line.split()[0] for line in said.splitlines() if line.endswith("(not on 8x8:5)")]
    assert absent == ["perfect"]


def test_the_rules_are_those_of_the_common_board(noughts: Noughts) -> None:
    done = noughts("rules")
    assert (done.code, done.complained) == (0, "")
    assert "Noughts and crosses on 3x3: 3 in a row wins." in done.said
    assert "3 or more in a row" in done.said


def test_the_rules_of_another_board_are_its_own(noughts: Noughts) -> None:
    said = noughts("rules", "15x12:5").said
    assert "on 15x12" in said
    assert "5 or more in a row" in said
