from __future__ import annotations

import pytest

from noughts.atlas import solve
from noughts.core.errors import NoughtsError, Unsolved
from noughts.core.rules import Rules
from noughts.players import (
    DEFAULT_LEVEL,
    LEVELS,
    PLAYERS,
    UnknownPlayer,
    describe,
    levels,
    player,
    players_of,
)
from tests.contracts.boards import BOARDS


def test_the_table_lists_the_players_and_then_the_levels() -> None:
    assert list(PLAYERS) == [
        *("random", "alert", "classic", "perfect"),
        *("easy", "medium", "hard", "strongest"),
    ]


def test_levels_are_players_and_medium_is_the_default() -> None:
    assert LEVELS == ("easy", "medium", "hard", "perfect")
    assert set(LEVELS) <= set(PLAYERS)
    assert DEFAULT_LEVEL == "medium"


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_every_level_offered_on_a_board_plays_it(rules: Rules) -> None:
    assert set(levels(rules)) <= set(players_of(rules))
    assert DEFAULT_LEVEL in levels(rules)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_a_level_is_called_perfect_exactly_where_the_value_is_proved(rules: Rules) -> None:
    try:
        solve(rules.start())
    except Unsolved:
        assert levels(rules) == ("easy", "medium", "hard", "strongest")
    else:
        assert levels(rules) == LEVELS


def test_an_unknown_player_is_refused_with_the_known_ones() -> None:
    for ask in (player, describe):
        with pytest.raises(UnknownPlayer) as caught:
            ask("grandmaster\n")
        assert str(caught.value) == (
            "there's no player 'grandmaster\\n' – there are random, alert, classic, perfect,"
            " easy, medium, hard, strongest"
        )
        assert isinstance(caught.value, NoughtsError)


def test_the_names_of_those_who_play_a_board_are_in_the_order_of_the_table() -> None:
    assert players_of(Rules()) == tuple(PLAYERS)
    assert players_of(Rules(15, 15, 5)) == tuple(name for name in PLAYERS if name != "perfect")
