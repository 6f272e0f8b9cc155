"""`noughts players`: who there is to play against."""

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


def test_elsewhere_nothing_is_called_perfect(noughts: Noughts) -> None:
    said = noughts("players", "5x5:4").said
    assert said.splitlines()[0] == "Levels on 5x5:4: easy, medium (the default), strongest."
    absent = [line.split()[0] for line in said.splitlines() if line.endswith("(not on 5x5:4)")]
    assert absent == ["perfect", "hard"]
