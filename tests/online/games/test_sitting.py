"""A free seat is taken once, by a new player; until then nothing is played."""

from __future__ import annotations

import pytest

from noughts import Mark
from noughts.online.errors import Refused, Stale
from noughts.online.games import (
    Ask,
    ClaimWin,
    Command,
    Decline,
    Offer,
    Play,
    Played,
    Resign,
    SatDown,
    Seat,
    Sit,
    decide,
)
from tests.online.people import ANN, BEN, CAT, ENGINE, FREE, NOW, after, game


@pytest.mark.parametrize(("x", "o", "side"), [(ANN, FREE, "o"), (FREE, ANN, "x")])
def test_whoever_sits_down_has_the_free_side(x: Seat, o: Seat, side: str) -> None:
    shared = game(x=x, o=o)
    assert shared.free_seat is Mark(side)
    assert decide(shared, Sit(BEN, 1), NOW) == (SatDown(side, BEN, NOW),)
    taken = after(shared, Sit(BEN, 1))
    assert taken.free_seat is None
    assert (taken.seat(Mark(side)), taken.seat(Mark(side).other)) == (BEN, ANN)
    assert (taken.version, taken.changed) == (2, 1)


def test_a_game_with_a_free_seat_is_between_two() -> None:
    assert game(o=FREE).is_between_two
    assert game(o=FREE).people == (Mark.X,)
    assert not game(o=ANN).is_between_two
    assert not game(o=ENGINE).is_between_two


def test_nobody_sits_on_both_sides_of_a_friends_game() -> None:
    with pytest.raises(Refused, match=r"^You're already in this game$"):
        decide(game(o=FREE), Sit(ANN, 1), NOW)
    with pytest.raises(Refused, match=r"^You're already in this game$"):
        decide(after(game(o=FREE), Sit(BEN, 1)), Sit(BEN, 2), NOW)


@pytest.mark.parametrize("o", [ANN, BEN, ENGINE])
def test_a_seat_that_is_taken_is_not_free(o: Seat) -> None:
    with pytest.raises(Refused, match=r"^Somebody else was faster – you can watch the game$"):
        decide(game(4, o=o), Sit(CAT, 2), NOW)


def test_of_two_who_sit_down_at_once_the_first_has_the_seat() -> None:
    taken = after(game(o=FREE), Sit(BEN, 1))
    with pytest.raises(Refused, match="Somebody else was faster"):
        decide(taken, Sit(CAT, 1), NOW)
    assert taken.o == BEN


def test_sitting_down_at_a_version_to_come_is_stale() -> None:
    with pytest.raises(Stale):
        decide(game(o=FREE), Sit(BEN, 2), NOW)


@pytest.mark.parametrize(
    "command",
    [
        Play(ANN, 1, 4),
        *(Ask(ANN, 1, what) for what in Offer),
        Resign(ANN, 1),
        ClaimWin(ANN, 1, 1e6),
    ],
)
def test_nothing_is_played_or_asked_before_both_sit(command: Command) -> None:
    for shared in (game(o=FREE), game(x=FREE, o=ANN)):
        with pytest.raises(Refused, match=r"^Your friend isn't here yet – send them"):
            decide(shared, command, NOW)


def test_who_has_not_sat_down_plays_for_no_free_seat() -> None:
    commands: list[Command] = [Play(CAT, 1, 4), Resign(CAT, 1), Decline(CAT, 1)]
    for command in commands:
        with pytest.raises(Refused):
            decide(game(x=FREE, o=ANN), command, NOW)


def test_what_was_seen_before_somebody_sat_down_is_fresh_enough_to_play_from() -> None:
    taken = after(game(o=FREE), Sit(BEN, 1))
    assert decide(taken, Play(ANN, 1, 4), NOW) == (Played(4, NOW),)
