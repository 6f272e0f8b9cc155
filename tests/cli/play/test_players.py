"""`noughts rules` and `noughts players`: how a game is played, and against whom; and `join`."""

from __future__ import annotations

import pytest

from noughts.players import PLAYERS, describe
from tests.cli.conftest import Noughts
from tests.cli.parsing import parser_of

LINK = "http://localhost:1/g/0123456789abcdef01234567"


def test_every_player_is_listed_with_what_it_does(noughts: Noughts) -> None:
    done = noughts("players")
    assert (done.code, done.complained) == (0, "")
    for name in PLAYERS:
        assert f"\n{name} " in done.said
        assert f" {describe(name)}\n" in done.said


@pytest.mark.parametrize(
    ("board", "best", "absent"),
    [("3x3:3", "perfect", []), ("5x6:4", "perfect", []), ("8x8:5", "strongest", ["perfect"])],
)
def test_only_where_values_are_proved_a_level_is_called_perfect(
    noughts: Noughts, board: str, best: str, absent: list[str]
) -> None:
    said = noughts("players", board).said.splitlines()
    assert said[0] == f"Levels on {board}: easy, medium (the default), hard, {best}."
    assert [line.split()[0] for line in said if line.endswith(f"(not on {board})")] == absent


def test_the_rules_are_those_of_the_board(noughts: Noughts) -> None:
    done = noughts("rules")
    assert (done.code, done.complained) == (0, "")
    assert "Noughts and crosses on 3x3: 3 in a row wins." in done.said
    assert "3 or more in a row" in done.said
    said = noughts("rules", "15x12:5").said
    assert "on 15x12" in said
    assert "5 or more in a row" in said


def test_a_series_to_join_has_up_to_a_thousand_games_which_need_not_be_named() -> None:
    for games in (1, 2, 1_000):
        assert parser_of("join").parse_args(["join", LINK, f"--games={games}"]).games == games
    arguments = parser_of("join").parse_args(["join", LINK])
    assert (arguments.games, arguments.player) == (None, None)
