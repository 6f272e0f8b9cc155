"""Certifications and odds: every number agrees with walking every game."""

from __future__ import annotations

from dataclasses import astuple, replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from noughts.arena import Certification, Odds, SideReport, certify, odds
from noughts.core import Mark, Rules
from noughts.core.errors import UnsupportedRules
from noughts.players import PLAYERS, player, players_of
from noughts.solver import Value
from tests.arena.naive import lines, lowered, met, worst_loss

SMALL_BOARDS = tuple(map(Rules.parse, ("1x1:1", "2x2:2", "3x2:2", "2x3:3", "6x1:3", "1x7:2")))


@cache
def certified(name: str) -> Certification:
    return certify(player(name))


def check_against_every_game(report: SideReport, name: str, rules: Rules) -> None:
    someone, mark = player(name), report.mark
    played = list(lines(someone, rules.start(), mark))
    odds = report.against_random
    for result, count, chance in [
        (-1, report.lines_lost, odds.loss),
        (0, report.lines_drawn, odds.draw),
        (1, report.lines_won, odds.win),
    ]:
        found = [line.against_random for line in played if line.result == result]
        assert count == len(found)
        assert chance == sum(found)
    assert report.worst_loss == worst_loss(someone, rules.start(), mark)
    lost = [line.game for line in played if line.result == -1]
    shortest_then_lowest = min(lost, key=lambda game: (len(game.moves), game.moves), default=None)
    assert report.refutation == shortest_then_lowest
    positions = met(played, mark)
    thrown = {position: lowered(position, someone.policy(position)) for position in positions}
    assert report.positions == len(positions)
    assert report.thrown_away == sum(map(len, thrown.values()))
    assert report.wins_missed == sum(
        any(before is Value.WIN for before, _ in moves) for moves in thrown.values()
    )


@pytest.mark.parametrize("name", PLAYERS)
def test_every_number_agrees_with_walking_every_game(name: str) -> None:
    boards = [Rules()] if name in ("classic", "perfect", "hard") else []
    for rules in (*boards, *SMALL_BOARDS):
        certification = certified(name) if rules == Rules() else certify(player(name), rules)
        assert (certification.player, certification.rules) == (name, rules)
        assert [report.mark for report in certification.sides] == [Mark.X, Mark.O]
        for report in certification.sides:
            check_against_every_game(report, name, rules)


def test_classic_loses_twelve_lines_as_o_and_none_as_x() -> None:
    certification = certified("classic")
    assert (certification.as_x.lines_lost, certification.as_o.lines_lost) == (0, 12)
    assert certification.as_x.refutation is None
    assert certification.as_o.worst_loss == 1
    refutation = certification.as_o.refutation
    assert refutation is not None
    assert refutation.moves == (0, 4, 7, 2, 6, 3, 8)
    assert refutation.ending is not None
    assert refutation.ending.winner is Mark.X


@pytest.mark.parametrize("first", Mark)
def test_perfect_loses_no_line_and_misses_no_win(first: Mark) -> None:
    for report in certify(player("perfect"), first=first).sides:
        assert (report.lines_lost, report.wins_missed, report.thrown_away) == (0, 0, 0)
        assert report.refutation is None
        assert report.worst_loss == report.against_random.loss == 0


@pytest.mark.slow
def test_random_meets_every_position_and_plays_every_game() -> None:
    as_x, as_o = certified("random").sides
    assert (as_x.lines_won, as_x.lines_lost, as_x.lines_drawn) == (131_184, 77_904, 46_080)
    assert (as_o.lines_won, as_o.lines_lost, as_o.lines_drawn) == (77_904, 131_184, 46_080)
    assert as_x.lines == as_o.lines == 255_168
    assert as_x.positions + as_o.positions == 4520
    assert as_x.against_random == Odds(Fraction(121, 420), Fraction(8, 63), Fraction(737, 1260))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic", "perfect", "hard", "medium"])
def test_which_mark_begins_changes_only_the_names_of_the_sides(name: str) -> None:
    x_first, o_first = certified(name), certify(player(name), first=Mark.O)
    assert o_first.first is Mark.O
    for one, two in [(x_first.as_x, o_first.as_o), (x_first.as_o, o_first.as_x)]:
        assert one.mark is two.mark.other
        moves = [report.refutation and report.refutation.moves for report in (one, two)]
        assert moves[0] == moves[1]
        assert replace(one, refutation=None) == replace(two, mark=one.mark, refutation=None)


def test_a_board_with_too_many_games_is_refused() -> None:
    assert "classic" in players_of(Rules(4, 3, 3))
    with pytest.raises(UnsupportedRules, match=r"4x3:3 .* at most 9 squares"):
        certify(player("classic"), Rules(4, 3, 3))
    with pytest.raises(UnsupportedRules, match="at most"):
        odds(player("classic"), player("classic"), Rules(15, 15, 5))


def test_what_one_loses_the_other_wins_and_two_perfect_players_draw() -> None:
    rules = Rules(2, 3, 3)
    for number, (one, two) in enumerate(product(PLAYERS, PLAYERS)):
        first = tuple(Mark)[number % 2]
        ours = odds(player(one), player(two), rules, Mark.X, first)
        theirs = odds(player(two), player(one), rules, Mark.O, first)
        assert ours == Odds(theirs.win, theirs.draw, theirs.loss), (one, two, first)
        assert sum(astuple(ours)) == 1, (one, two, first)
    for mark in Mark:
        found = odds(player("perfect"), player("perfect"), mark=mark)
        assert found == Odds(Fraction(0), Fraction(1), Fraction(0))


def test_against_random_is_what_a_certification_says() -> None:
    for report in certify(player("hard")).sides:
        assert odds(player("hard"), player("random"), mark=report.mark) == report.against_random
