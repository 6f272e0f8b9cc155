from __future__ import annotations

from dataclasses import astuple
from fractions import Fraction
from itertools import product

import pytest

from noughts.arena import Odds, certify, odds
from noughts.core.errors import UnsupportedRules
from noughts.core.mark import Mark
from noughts.core.rules import Rules
from noughts.players import PLAYERS, player


def test_what_one_loses_the_other_wins() -> None:
    rules = Rules(2, 3, 3)
    for one, two, first in product(PLAYERS, PLAYERS, Mark):
        ours = odds(player(one), player(two), rules, Mark.X, first)
        theirs = odds(player(two), player(one), rules, Mark.O, first)
        assert ours == Odds(theirs.win, theirs.draw, theirs.loss), (one, two, first)
        assert sum(astuple(ours)) == 1, (one, two, first)


def test_against_random_is_what_a_certification_says() -> None:
    for report in certify(player("hard")).sides:
        assert odds(player("hard"), player("random"), mark=report.mark) == report.against_random


def test_two_perfect_players_draw() -> None:
    for mark in Mark:
        found = odds(player("perfect"), player("perfect"), mark=mark)
        assert found == Odds(Fraction(0), Fraction(1), Fraction(0))


def test_a_board_with_too_many_games_is_refused() -> None:
    with pytest.raises(UnsupportedRules, match="at most"):
        odds(player("classic"), player("classic"), Rules(15, 15, 5))
