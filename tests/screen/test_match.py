"""Watching a match on the full screen."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.rules import Rules
from noughts.screen.match import MatchScreen, Watched
from tests.screen.showing import Shown, press, settle, show, text_of

GAME = Game().play("a1", "b1", "a2", "b2", "a3")
WATCHED = Watched(GAME, {Mark.X: "perfect", Mark.O: "easy"}, (("games", "2 of 2"),))


class Watching(MatchScreen):
    """A match whose moves come when the test wants them."""

    seconds_a_move = 3_600


async def until_over(pilot: Shown, screen: MatchScreen) -> None:
    while not screen.is_over:
        await pilot.pause(0.01)
    await settle(pilot)


def test_a_game_is_shown_move_by_move_with_the_figures() -> None:
    async def use(pilot: Shown, screen: MatchScreen) -> None:
        await until_over(pilot, screen)
        await press(pilot, "n")
        for _ in GAME.moves:
            screen.step()
        await settle(pilot)
        assert screen.picture().position == GAME.position
        shown = text_of(pilot)
        assert "perfect" in shown
        assert "2 of 2" in shown
        assert "match is over" in shown

    show(Watching(Rules(), lambda: [WATCHED]), use)


def test_a_pause_stops_the_moves_and_not_the_match() -> None:
    async def use(pilot: Shown, screen: MatchScreen) -> None:
        await until_over(pilot, screen)
        await press(pilot, "n", "p")
        screen.step()
        assert screen.picture().position.plies == 0
        await press(pilot, "p")
        screen.step()
        assert screen.picture().position.plies == 1

    show(Watching(Rules(), lambda: [WATCHED]), use)


def test_who_leaves_stops_the_match() -> None:
    left, ended = Event(), Event()

    def play() -> Iterator[Watched]:
        try:
            yield WATCHED
            left.wait(30)
            yield WATCHED
            raise AssertionError("it goes on")
        finally:
            ended.set()

    async def use(_pilot: Shown, _screen: MatchScreen) -> None:
        """Leave at once."""

    screen = show(Watching(Rules(), play), use)
    left.set()
    assert ended.wait(30)
    assert screen.failure is None


def test_what_breaks_in_the_match_is_said_and_kept_for_the_command() -> None:
    def play() -> Iterator[Watched]:
        yield WATCHED
        raise ZeroDivisionError("on purpose")

    async def use(pilot: Shown, screen: MatchScreen) -> None:
        await until_over(pilot, screen)
        screen.step()
        await settle(pilot)
        assert "on purpose" in text_of(pilot)

    assert isinstance(show(Watching(Rules(), play), use).failure, ZeroDivisionError)
