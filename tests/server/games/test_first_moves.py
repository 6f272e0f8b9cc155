"""Each side may have only so long for its first move: one that misses it has run out of time."""

from __future__ import annotations

import pytest

from noughts import Mark
from noughts.core import Ending, Termination
from noughts.server.games import types
from noughts.server.games.decide import decide
from noughts.server.games.views import game_view
from tests.server.games.people import ANN, BEN, FREE, after, at, game

LIMIT = 20
CLOCKS: list[types.Clock | None] = [
    None,
    types.Clock(types.Per.GAME, 60),
    types.Clock(types.Per.MOVE, 60),
]
ANY_CLOCK = pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: clock.per if clock else "no")


def begun(*squares: int, o: types.Seat = BEN, clock: types.Clock | None) -> types.SharedGame:
    return game(*squares, o=o, clock=clock, first_move=LIMIT)


def move(shared: types.SharedGame, square: int, seconds: float) -> types.SharedGame:
    seat = shared.seat(shared.game.position.turn)
    return after(shared, seat, types.Play(shared.version, square), at(seconds))


def check(shared: types.SharedGame, seconds: float) -> tuple[types.Event, ...]:
    return decide(shared, None, types.CheckClock(), at(seconds))


def lost(side: Mark, seconds: float) -> tuple[types.Event, ...]:
    return (types.RanOut(side, at(seconds)),)


@ANY_CLOCK
def test_each_side_has_so_long_for_its_own_first_move(clock: types.Clock | None) -> None:
    shared = begun(clock=clock)
    assert check(shared, 19.999) == ()
    assert check(shared, 20) == lost(Mark.X, 20)
    replied_to = move(shared, 4, 19)
    assert check(replied_to, 38.999) == ()
    assert check(replied_to, 39) == lost(Mark.O, 39)
    over = after(replied_to, None, types.CheckClock(), at(39))
    assert over.game.ending == Ending(Termination.TIME, Mark.X)
    assert (over.ended, over.score) == (at(39), types.SeriesScore(x=1))
    assert check(over, 1e6) == ()  # once


@ANY_CLOCK
def test_once_both_have_moved_only_the_clock_counts(clock: types.Clock | None) -> None:
    shared = move(move(begun(clock=clock), 4, 10), 0, 20)
    assert check(shared, 69) == ()
    assert check(shared, 1e6) == (() if clock is None else lost(Mark.X, 1e6))


@ANY_CLOCK
def test_it_counts_from_when_both_sit_to_the_end_of_the_game(clock: types.Clock | None) -> None:
    shared = begun(o=FREE, clock=clock)
    assert check(shared, 1e6) == ()
    seated = after(shared, BEN, types.Sit(), at(1_000))
    assert check(seated, 1_019) == ()
    assert check(seated, 1_020) == lost(Mark.X, 1_020)
    for command in (types.CallOff(), types.Resign(seated.version)):
        assert check(after(seated, ANN, command, at(1_001)), 1e6) == ()
    won_at_once = move(game(board="3x3:1", clock=clock, first_move=LIMIT), 4, 1)
    assert check(won_at_once, 1e6) == ()


@ANY_CLOCK
def test_any_command_that_comes_too_late_finds_it_missed(clock: types.Clock | None) -> None:
    shared = begun(clock=clock)
    for by, command in (
        (ANN, types.Play(1, 4)),
        (BEN, types.Play(1, 4)),
        (BEN, types.Claim(1)),
        (ANN, types.Resign(1)),
    ):
        assert decide(shared, by, command, at(20)) == lost(Mark.X, 20), command


@ANY_CLOCK
def test_an_undo_does_not_bring_it_back_nor_does_a_rematch(clock: types.Clock | None) -> None:
    asked = after(move(begun(clock=clock), 4, 10), ANN, types.Undo(2), at(11))
    assert check(asked, 30) == lost(Mark.O, 30)
    undone = after(asked, BEN, types.Undo(3), at(12))
    assert undone.game.moves == ()
    assert check(undone, 57) == ()
    assert check(move(undone, 4, 13), 58) == ()
    over = after(begun(clock=clock), BEN, types.Resign(1), at(1))
    asked = after(over, BEN, types.Rematch(2), at(2))
    assert check(after(asked, ANN, types.Rematch(3), at(3)), 50) == ()


@ANY_CLOCK
def test_the_time_while_the_server_was_down_does_not_count(clock: types.Clock | None) -> None:
    for shared, side in ((begun(clock=clock), Mark.X), (begun(4, clock=clock), Mark.O)):
        resumed = after(shared, None, types.ResumeClock(at(90)), at(95))
        assert check(resumed, 109) == ()
        assert check(resumed, 110) == lost(side, 110)
        assert decide(resumed, None, types.ResumeClock(at(90)), at(100)) == ()  # once a start
        assert decide(resumed, None, types.ResumeClock(at(80)), at(100)) == ()  # it was up
    for without in (game(), begun(o=FREE, clock=clock)):
        assert decide(without, None, types.ResumeClock(at(90)), at(95)) == ()


def test_the_clock_ends_the_game_before_that_if_it_has_less() -> None:
    shared = begun(clock=types.Clock(types.Per.GAME, 5))
    assert check(shared, 4.999) == ()
    assert check(shared, 5) == lost(Mark.X, 5)
    view = game_view("id", shared, "ann", at(1))
    assert view.clock is not None
    assert (view.clock.left["x"], view.first_move_in) == (4, 19)


def test_a_page_shows_the_clock_as_it_will_run_out_and_a_program_sees_the_limit() -> None:
    shared = begun(clock=types.Clock(types.Per.MOVE, 60))
    replied_to = move(shared, 4, 15)
    on = move(replied_to, 0, 30)
    missed = after(shared, None, types.CheckClock(), at(20))
    expected = [
        (shared, 5, {"x": 15, "o": 60}, "x", 15),
        (replied_to, 15, {"x": 60, "o": 20}, "o", 20),
        (on, 35, {"x": 55, "o": 60}, "x", None),
        (missed, 50, {"x": 0, "o": 60}, None, None),
    ]
    for each, seconds, left, running, first_move_in in expected:
        view = game_view("id", each, "ann", at(seconds))
        assert view.clock is not None
        assert (view.clock.left, view.clock.running) == (left, running)
        assert view.first_move_in == first_move_in
    without = game_view("id", begun(clock=None), "ann", at(5))
    assert (without.clock, without.first_move_in) == (None, 15)


def test_both_are_told_that_time_has_run_out() -> None:
    missed = after(begun(clock=None), None, types.CheckClock(), at(20))
    said = [game_view("id", missed, key, at(20)).status for key in ("ann", "ben")]
    assert said == [
        "Your opponent wins – you ran out of time",
        "You win! Your opponent ran out of time",
    ]
