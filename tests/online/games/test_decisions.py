"""Every refusal by example; what is accepted at random is in test_random_commands.py."""

from __future__ import annotations

import pytest

from noughts import IllegalAction, IllegalMove
from noughts.online.errors import Refused, Stale
from noughts.online.games import (
    Ask,
    Command,
    Offer,
    Person,
    Play,
    Played,
    Resign,
    Resigned,
    Seat,
    TookBack,
    decide,
    evolve,
)
from tests.online.people import ANN, BEN, CAT, ENGINE, NOW, game

WON = (0, 3, 1, 4, 2)
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)


def test_whoever_is_to_move_takes_a_free_square() -> None:
    assert decide(game(), Play(ANN, 1, 4), NOW) == (Played(4, NOW),)
    assert decide(game(4), Play(BEN, 2, 0), NOW) == (Played(0, NOW),)


def test_a_computer_commands_like_anybody() -> None:
    shared = game(4, o=ENGINE)
    assert decide(shared, Play(ENGINE, 2, 0), NOW) == (Played(0, NOW),)


@pytest.mark.parametrize("version", [0, 1, 3, -1, 10**9])
@pytest.mark.parametrize("seat", [ANN, BEN, CAT])
def test_a_command_from_another_version_is_stale_whoever_gives_it(seat: Seat, version: int) -> None:
    commands: list[Command] = [Play(seat, version, 0), Ask(seat, version, Offer.TAKEBACK)]
    for command in [*commands, Resign(seat, version)]:
        with pytest.raises(Stale, match=r"^The game has moved on – take another look$"):
            decide(game(4), command, NOW)


@pytest.mark.parametrize("seat", [CAT, Person(""), ENGINE])
def test_nobody_commands_a_game_they_do_not_sit_at(seat: Seat) -> None:
    for command in (Play(seat, 2, 0), Ask(seat, 2, Offer.TAKEBACK), Resign(seat, 2)):
        with pytest.raises(Refused, match=r"^You're watching this game, not playing it$"):
            decide(game(4), command, NOW)


def test_nobody_moves_for_another() -> None:
    with pytest.raises(Refused, match=r"^It's not your turn$"):
        decide(game(), Play(BEN, 1, 4), NOW)
    with pytest.raises(Refused, match=r"^It's not your turn$"):
        decide(game(4, o=ENGINE), Play(ANN, 2, 0), NOW)


@pytest.mark.parametrize("square", [4, 9, -1, 10**6])
def test_a_square_that_is_taken_or_not_there_is_illegal(square: int) -> None:
    with pytest.raises(IllegalMove):
        decide(game(4), Play(BEN, 2, square), NOW)


@pytest.mark.parametrize("squares", [WON, DRAWN])
@pytest.mark.parametrize("seat", [ANN, BEN])
def test_a_game_that_is_over_takes_no_move_and_no_resignation(
    seat: Seat, squares: tuple[int, ...]
) -> None:
    shared = game(*squares)
    with pytest.raises(IllegalMove, match="over"):
        decide(shared, Play(seat, shared.version, 8), NOW)
    with pytest.raises(IllegalAction, match="is over"):
        decide(shared, Resign(seat, shared.version), NOW)


def test_a_game_that_was_given_up_takes_nothing_any_more() -> None:
    shared = evolve(game(4, 0), Resigned("o", NOW))
    with pytest.raises(IllegalMove, match="is over"):
        decide(shared, Play(ANN, 4, 8), NOW)
    for command in (Ask(ANN, 4, Offer.TAKEBACK), Resign(BEN, 4)):
        with pytest.raises(IllegalAction):
            decide(shared, command, NOW)


@pytest.mark.parametrize(
    ("squares", "seat", "plies"),
    [
        ((4,), ANN, 1),  # before the other has replied
        ((4, 0), ANN, 2),
        ((4, 0), BEN, 1),
        (WON, ANN, 1),  # a game that ended on the board goes on
        (WON, BEN, 2),
    ],
)
def test_one_takes_back_to_the_last_time_it_was_one_s_turn(
    squares: tuple[int, ...], seat: Seat, plies: int
) -> None:
    x, o = (ANN, ENGINE) if seat == ANN else (ENGINE, BEN)
    shared = game(*squares, x=x, o=o)
    assert decide(shared, Ask(seat, shared.version, Offer.TAKEBACK), NOW) == (TookBack(plies, NOW),)


def test_whoever_plays_both_sides_takes_back_one_move() -> None:
    shared = game(4, 0, o=ANN)
    assert decide(shared, Ask(ANN, 3, Offer.TAKEBACK), NOW) == (TookBack(1, NOW),)


@pytest.mark.parametrize("seat", [ANN, BEN])
def test_there_must_be_a_move_of_one_s_own_to_take_back(seat: Seat) -> None:
    squares = () if seat == ANN else (4,)
    shared = game(*squares)
    with pytest.raises(IllegalAction, match=r"^You have no move to undo$"):
        decide(shared, Ask(seat, shared.version, Offer.TAKEBACK), NOW)


def test_a_game_does_not_grow_without_end() -> None:
    shared = game(o=ANN)
    with pytest.raises(IllegalAction, match=r"^Too many moves were undone in this game"):  # noqa: PT012
        while shared.version < 10_000:
            for command in (
                Play(ANN, shared.version, 4),
                Ask(ANN, shared.version + 1, Offer.TAKEBACK),
            ):
                (event,) = decide(shared, command, NOW)
                shared = evolve(shared, event)
    (event,) = decide(shared, Play(ANN, shared.version, 0), NOW)  # it can be played to its end


def test_one_gives_up_for_oneself_whoever_is_to_move() -> None:
    assert decide(game(), Resign(ANN, 1), NOW) == (Resigned("x", NOW),)
    assert decide(game(), Resign(BEN, 1), NOW) == (Resigned("o", NOW),)


def test_whoever_plays_both_sides_gives_up_for_the_side_to_move() -> None:
    assert decide(game(o=ANN), Resign(ANN, 1), NOW) == (Resigned("x", NOW),)
    assert decide(game(4, o=ANN), Resign(ANN, 2), NOW) == (Resigned("o", NOW),)
