"""Clocks run for the side to move once both sit; a side that runs out of time loses."""

from __future__ import annotations

import pytest

from noughts import Mark
from noughts.core.ending import Ending, Termination
from noughts.server.games.decide import decide
from noughts.server.games.types import (
    Ask,
    CheckClock,
    ClaimWin,
    Clock,
    Clocks,
    Command,
    Decline,
    Declined,
    Offer,
    Play,
    Played,
    RanOut,
    Resign,
    ResumeClock,
    Score,
    SharedGame,
    Sit,
)
from tests.server.games.people import (
    ANN,
    BEN,
    CAT,
    FREE,
    NOW,
    STALE,
    WATCHING,
    after,
    at,
    game,
    refusal,
)

PER_GAME = Clock("game", 60)
CLOCKS = pytest.mark.parametrize(
    "clock", [PER_GAME, Clock("move", 60)], ids=lambda clock: clock.per
)


def left(shared: SharedGame, now: str) -> tuple[float, float]:
    """The time X and O have left."""
    assert shared.clocks is not None
    turn = shared.game.position.turn
    return shared.clocks.left(Mark.X, turn, now), shared.clocks.left(Mark.O, turn, now)


def move(shared: SharedGame, square: int, seconds: float) -> SharedGame:
    seat = shared.seat(shared.game.position.turn)
    return after(shared, Play(seat, shared.version, square), at(seconds))


def test_a_game_without_a_clock_has_no_time_to_run_out() -> None:
    assert game().clocks is None
    assert decide(game(), CheckClock(1), at(1e6)) == ()
    assert decide(game(), Play(ANN, 1, 4), at(1e6)) == (Played(4, at(1e6)),)


@CLOCKS
def test_the_time_while_the_server_was_down_does_not_count(clock: Clock) -> None:
    shared = after(game(clock=clock), ResumeClock(1, at(90)), at(95))
    assert left(shared, at(100)) == (50, 60)
    assert decide(shared, ResumeClock(2, at(90)), at(100)) == ()  # once a start
    assert decide(shared, ResumeClock(2, at(80)), at(100)) == ()  # it was up
    shared = after(shared, Play(ANN, 1, 4), at(100))  # a move made before it went down
    assert shared.game.moves == (4,)
    for without in (game(), game(o=FREE, clock=clock)):
        assert decide(without, ResumeClock(1, at(90)), at(95)) == ()


def test_time_for_a_game_is_used_up_move_by_move() -> None:
    shared = game(clock=PER_GAME)
    assert left(shared, at(0)) == (60, 60)
    assert left(shared, at(10)) == (50, 60)
    shared = move(shared, 4, 10)
    assert left(shared, at(10)) == (50, 60)
    assert left(shared, at(35)) == (50, 35)
    shared = move(shared, 0, 35)
    assert left(shared, at(35)) == (50, 35)
    assert left(shared, at(84)) == (1, 35)
    assert left(shared, at(1e6)) == (0, 35)


def test_time_for_a_move_is_full_at_each() -> None:
    shared = move(game(clock=Clock("move", 60)), 4, 59)
    assert left(shared, at(59)) == (60, 60)
    assert left(shared, at(100)) == (60, 19)
    shared = move(shared, 0, 118)
    assert left(shared, at(118)) == (60, 60)


@CLOCKS
def test_a_side_without_time_has_lost_once_somebody_looks_from_any_version(clock: Clock) -> None:
    shared = move(game(clock=clock), 4, 10)
    assert decide(shared, CheckClock(2), at(69.999)) == ()
    for version in (0, 1, 2):
        assert decide(shared, CheckClock(version), at(70)) == (RanOut("o", at(70)),)
    assert refusal(shared, CheckClock(3), at(70)) == STALE
    over = after(shared, CheckClock(2), at(70))
    assert over.game.ending == Ending(Termination.TIME, Mark.X)
    assert over.score == Score(x=1)
    assert decide(over, CheckClock(3), at(1_000)) == ()  # once


def test_any_command_of_a_player_that_comes_too_late_finds_the_time_run_out() -> None:
    shared = move(game(clock=PER_GAME), 4, 10)
    commands: list[Command] = [
        Play(BEN, 2, 0),
        Play(ANN, 2, 0),
        Play(BEN, 2, 4),  # taken
        Ask(BEN, 2, Offer.DRAW),
        Ask(ANN, 2, Offer.TAKEBACK),
        Resign(ANN, 2),  # has won, all the same
        Resign(BEN, 2),
        ClaimWin(ANN, 2, 0),
    ]
    for command in commands:
        assert decide(shared, command, at(70)) == (RanOut("o", at(70)),), command
    assert refusal(shared, Play(CAT, 2, 0), at(70)) == WATCHING
    assert refusal(shared, Play(ANN, 1, 0), at(70)) == STALE


@CLOCKS
def test_no_time_runs_until_both_sit(clock: Clock) -> None:
    shared = game(o=FREE, clock=clock)
    assert left(shared, at(1_000)) == (60, 60)
    assert decide(shared, CheckClock(1), at(1_000)) == ()
    seated = after(shared, Sit(BEN, 1), at(1_000))
    assert left(seated, at(1_010)) == (50, 60)


@CLOCKS
def test_no_time_runs_after_the_end(clock: Clock) -> None:
    shared = game(clock=clock)
    for ply, square in enumerate((0, 3, 1, 4, 2), 1):
        shared = move(shared, square, 10 * ply)
    given_up = after(game(clock=clock), Resign(BEN, 1), at(25))
    run_out = after(game(clock=clock), CheckClock(1), at(61))
    won = (30, 40) if clock == PER_GAME else (60, 60)
    for over, expected in ((shared, won), (given_up, (35, 60)), (run_out, (0, 60))):
        assert over.game.ending is not None
        assert left(over, at(1e6)) == expected
        assert decide(over, CheckClock(over.version), at(1e6)) == ()


@CLOCKS
def test_an_offer_stops_no_clock_and_may_be_declined_when_the_time_is_up(clock: Clock) -> None:
    shared = after(game(4, clock=clock), Ask(ANN, 2, Offer.TAKEBACK), at(20))
    assert left(shared, at(30)) == (60, 30)
    declined = after(shared, Decline(BEN, 3), at(30))
    assert left(declined, at(40)) == (60, 20)
    assert decide(shared, Ask(BEN, 3, Offer.TAKEBACK), at(60)) == (RanOut("o", at(60)),)
    assert decide(shared, Decline(BEN, 3), at(1_000)) == (Declined(at(1_000)),)


@CLOCKS
def test_after_a_takeback_the_time_of_the_turn_begins_anew(clock: Clock) -> None:
    shared = after(game(4, 0, clock=clock), Ask(BEN, 3, Offer.TAKEBACK), at(10))
    taken = after(shared, Ask(ANN, 4, Offer.TAKEBACK), at(20))
    assert taken.game.moves == (4,)
    assert left(taken, at(25))[1] == 55
    assert decide(taken, CheckClock(taken.version), at(80)) == (RanOut("o", at(80)),)


@CLOCKS
def test_both_have_all_their_time_again_in_a_rematch(clock: Clock) -> None:
    shared = move(game(clock=clock), 4, 30)
    shared = after(shared, Resign(BEN, 2), at(50))
    shared = after(shared, Ask(BEN, 3, Offer.REMATCH), at(60))
    shared = after(shared, Ask(ANN, 4, Offer.REMATCH), at(100))
    assert left(shared, at(100)) == (60, 60)
    assert left(shared, at(110)) == (50, 60)
    assert decide(shared, CheckClock(5), at(160)) == (RanOut("x", at(160)),)


def test_a_machine_whose_time_is_set_back_gives_nobody_more_time() -> None:
    clocks = Clocks.full(PER_GAME).run(NOW)
    assert clocks.left(Mark.X, Mark.X, at(-30)) == 60
    assert clocks.left(Mark.O, Mark.X, at(-30)) == 60
    assert left(move(game(clock=PER_GAME), 4, -30), at(-30)) == (60, 60)
