"""Clocks run for the side to move once both sit; a side that runs out of time loses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Mark
from noughts.core import Ending, Termination
from noughts.server.games import types
from noughts.server.games.decide import decide
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

PER_GAME = types.Clock(types.Per.GAME, 60)
CLOCKS = pytest.mark.parametrize(
    "clock", [PER_GAME, types.Clock(types.Per.MOVE, 60)], ids=lambda clock: clock.per
)


def left(shared: types.SharedGame, now: str) -> tuple[float, float]:
    """The time X and O have left."""
    assert shared.clocks is not None
    turn = shared.game.position.turn
    return shared.clocks.left(Mark.X, turn, now), shared.clocks.left(Mark.O, turn, now)


def move(shared: types.SharedGame, square: int, seconds: float) -> types.SharedGame:
    seat = shared.seat(shared.game.position.turn)
    return after(shared, seat, types.Play(shared.version, square), at(seconds))


def test_a_game_without_a_clock_has_no_time_to_run_out() -> None:
    assert game().clocks is None
    assert decide(game(), None, types.CheckClock(), at(1e6)) == ()
    assert decide(game(), ANN, types.Play(1, 4), at(1e6)) == (types.Played(4, at(1e6)),)


@CLOCKS
def test_the_time_while_the_server_was_down_does_not_count(clock: types.Clock) -> None:
    shared = after(game(clock=clock), None, types.ResumeClock(at(90)), at(95))
    assert left(shared, at(100)) == (50, 60)
    assert decide(shared, None, types.ResumeClock(at(90)), at(100)) == ()  # once a start
    assert decide(shared, None, types.ResumeClock(at(80)), at(100)) == ()  # it was up
    shared = after(shared, ANN, types.Play(1, 4), at(100))  # a move made before it went down
    assert shared.game.moves == (4,)
    for without in (game(), game(o=FREE, clock=clock)):
        assert decide(without, None, types.ResumeClock(at(90)), at(95)) == ()


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
    clocks = types.Clocks.full(PER_GAME).run(NOW)  # a machine whose time is set back
    assert [clocks.left(mark, Mark.X, at(-30)) for mark in Mark] == [60, 60]
    assert left(move(game(clock=PER_GAME), 4, -30), at(-30)) == (60, 60)


def test_time_for_a_move_is_full_at_each() -> None:
    shared = move(game(clock=types.Clock(types.Per.MOVE, 60)), 4, 59)
    assert left(shared, at(59)) == (60, 60)
    assert left(shared, at(100)) == (60, 19)
    shared = move(shared, 0, 118)
    assert left(shared, at(118)) == (60, 60)


@CLOCKS
def test_a_side_without_time_has_lost_once_somebody_looks(clock: types.Clock) -> None:
    shared = move(game(clock=clock), 4, 10)
    assert decide(shared, None, types.CheckClock(), at(69.999)) == ()
    assert decide(shared, None, types.CheckClock(), at(70)) == (types.RanOut(Mark.O, at(70)),)
    over = after(shared, None, types.CheckClock(), at(70))
    assert over.game.ending == Ending(Termination.TIME, Mark.X)
    assert over.score == types.SeriesScore(x=1)
    assert decide(over, None, types.CheckClock(), at(1_000)) == ()  # once


def test_any_command_of_a_player_that_comes_too_late_finds_the_time_run_out() -> None:
    shared = move(game(clock=PER_GAME), 4, 10)
    commands: list[tuple[types.Seat, types.Command]] = [
        (BEN, types.Play(2, 0)),
        (ANN, types.Play(2, 0)),
        (BEN, types.Play(2, 4)),  # taken
        (BEN, types.Draw(2)),
        (ANN, types.Undo(2)),
        (ANN, types.Resign(2)),  # has won, all the same
        (BEN, types.Resign(2)),
        (ANN, types.Claim(2)),
    ]
    for command in commands:
        assert decide(shared, *command, at(70)) == (types.RanOut(Mark.O, at(70)),), command
    assert refusal(shared, CAT, types.Play(2, 0), at(70)) == WATCHING
    assert refusal(shared, ANN, types.Play(1, 0), at(70)) == STALE


@CLOCKS
def test_no_time_runs_until_both_sit_and_after_the_end(clock: types.Clock) -> None:
    shared = game(o=FREE, clock=clock)
    assert left(shared, at(1_000)) == (60, 60)
    assert decide(shared, None, types.CheckClock(), at(1_000)) == ()
    seated = after(shared, BEN, types.Sit(), at(1_000))
    assert left(seated, at(1_010)) == (50, 60)
    shared = game(clock=clock)
    for ply, square in enumerate((0, 3, 1, 4, 2), 1):
        shared = move(shared, square, 10 * ply)
    given_up = after(game(clock=clock), BEN, types.Resign(1), at(25))
    run_out = after(game(clock=clock), None, types.CheckClock(), at(61))
    won = (30, 40) if clock == PER_GAME else (60, 60)
    for over, expected in ((shared, won), (given_up, (35, 60)), (run_out, (0, 60))):
        assert over.game.ending is not None
        assert left(over, at(1e6)) == expected
        assert decide(over, None, types.CheckClock(), at(1e6)) == ()


@CLOCKS
def test_an_offer_stops_no_clock_and_may_be_declined_when_time_is_up(clock: types.Clock) -> None:
    shared = after(game(4, clock=clock), ANN, types.Undo(2), at(20))
    assert left(shared, at(30)) == (60, 30)
    declined = after(shared, BEN, types.Decline(3), at(30))
    assert left(declined, at(40)) == (60, 20)
    assert decide(shared, BEN, types.Undo(3), at(60)) == (types.RanOut(Mark.O, at(60)),)
    assert decide(shared, BEN, types.Decline(3), at(1_000)) == (types.Declined(at(1_000), Mark.O),)


@CLOCKS
def test_after_an_undo_the_time_of_the_turn_begins_anew_and_in_a_rematch_that_of_both(
    clock: types.Clock,
) -> None:
    shared = after(game(4, 0, clock=clock), BEN, types.Undo(3), at(10))
    taken = after(shared, ANN, types.Undo(4), at(20))
    assert taken.game.moves == (4,)
    assert left(taken, at(25))[1] == 55
    assert decide(taken, None, types.CheckClock(), at(80)) == (types.RanOut(Mark.O, at(80)),)
    shared = move(game(clock=clock), 4, 30)
    shared = after(shared, BEN, types.Resign(2), at(50))
    shared = after(shared, BEN, types.Rematch(3), at(60))
    shared = after(shared, ANN, types.Rematch(4), at(100))
    assert left(shared, at(100)) == (60, 60)
    assert left(shared, at(110)) == (50, 60)
    assert decide(shared, None, types.CheckClock(), at(160)) == (types.RanOut(Mark.X, at(160)),)


TURNS = st.tuples(st.integers(0, 5), st.sampled_from(["play", "play", "undo"]))


@given(turns=st.lists(TURNS, max_size=60))
def test_an_undo_sets_both_clocks_to_what_they_showed_once_the_undone_move_was_made(
    turns: list[tuple[int, str]],
) -> None:
    """So the time that move took stays spent, and no time after it counts, as on lichess."""
    shown: list[tuple[float, float]] = []
    shared, seconds = game(board="19x19:5", clock=types.Clock(types.Per.GAME, 600)), 0
    for wait, what in turns:
        seconds += wait
        if what == "play":
            shared = move(shared, shared.game.position.moves[0], seconds)
            shown.append(left(shared, at(seconds)))
        elif len(shown) > 1:
            for by in (ANN, BEN):  # she asks, he agrees
                shared = after(shared, by, types.Undo(shared.version), at(seconds))
            del shown[len(shared.game.moves) + 1 :]
            assert left(shared, at(seconds)) == shown.pop()
            assert left(shared, at(seconds + 1)) != left(shared, at(seconds))
