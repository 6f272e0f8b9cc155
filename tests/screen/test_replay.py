"""Walking through recorded games on the full screen."""

from __future__ import annotations

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.screen.replay import ReplayScreen
from tests.screen.showing import Shown, press, said, show, text_of

GAME = Game().play("b2", "b1", "a1", "c3", "a3", "a2", "c1")
RECORD = Record(GAME, {Mark.X: "Ada", Mark.O: "Bo\x1b[2Jb"})
UNFINISHED = Record(Game().play("b2"), {Mark.X: "Ada", Mark.O: "Bob"})


def test_arrows_walk_through_a_game() -> None:
    async def use(pilot: Shown, screen: ReplayScreen) -> None:
        await press(pilot, "left", "right", "right")
        assert screen.ply == 2
        assert "O takes b1." in text_of(pilot)
        await press(pilot, "end", "right")
        assert "X wins!" in text_of(pilot)
        await press(pilot, "home")
        assert screen.ply == 0

    show(ReplayScreen([RECORD]), use)


def test_a_review_says_what_was_wrong_and_marks_what_was_right() -> None:
    async def use(pilot: Shown, screen: ReplayScreen) -> None:
        assert screen.picture().notes == {}
        await press(pilot, "right", "right")
        assert "b1 loses" in said(screen)
        assert set(screen.picture().notes) == {0, 2, 6, 8}
        await press(pilot, "w")
        assert screen.picture().notes == {}

    show(ReplayScreen([RECORD], is_review=True), use)


def test_the_summary_stands_at_the_end() -> None:
    async def use(pilot: Shown, screen: ReplayScreen) -> None:
        await press(pilot, "end")
        assert "The game turned on move 2" in said(screen)

    show(ReplayScreen([RECORD], is_review=True), use, size=(120, 40))


def test_several_games_are_turned_over() -> None:
    async def use(pilot: Shown, screen: ReplayScreen) -> None:
        await press(pilot, "n", "end")
        assert screen.record is UNFINISHED
        assert "The game wasn't finished." in said(screen)
        await press(pilot, "p")
        assert screen.record is RECORD

    show(ReplayScreen([RECORD, UNFINISHED]), use)


def test_names_cannot_control_the_terminal() -> None:
    async def use(pilot: Shown, _screen: ReplayScreen) -> None:
        assert "Bo?[2Jb" in text_of(pilot)

    show(ReplayScreen([RECORD]), use)
