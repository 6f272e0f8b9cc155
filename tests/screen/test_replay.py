"""Walking through recorded games on the full screen."""

from __future__ import annotations

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.screen.replay import ReplayScreen
from tests.screen.showing import Shown, press, said, shown, text_of

GAME = Game().play("b2", "b1", "a1", "c3", "a3", "a2", "c1")
RECORD = Record(GAME, {Mark.X: "Ada", Mark.O: "Bo\x1b[2Jb"})
UNFINISHED = Record(Game().play("b2"), {Mark.X: "Ada", Mark.O: "Bob"})


@shown(lambda: ReplayScreen([RECORD, UNFINISHED]))
async def test_arrows_walk_through_a_game_and_letters_from_game_to_game(
    pilot: Shown, screen: ReplayScreen
) -> None:
    assert "Bo?[2Jb" in text_of(pilot)  # which cannot control the terminal
    await press(pilot, "left", "right", "right")
    assert screen.ply == 2
    assert "O takes b1." in text_of(pilot)
    await press(pilot, "end", "right")
    assert "X wins!" in text_of(pilot)
    await press(pilot, "home")
    assert screen.ply == 0
    await press(pilot, "n", "end")
    assert screen.record is UNFINISHED
    assert "The game wasn't finished." in said(screen)
    await press(pilot, "p")
    assert screen.record is RECORD


@shown(lambda: ReplayScreen([RECORD], is_review=True), (120, 40))
async def test_a_review_says_what_was_wrong_marks_what_was_right_and_ends_with_a_summary(
    pilot: Shown, screen: ReplayScreen
) -> None:
    assert screen.picture().notes == {}
    await press(pilot, "right", "right")
    assert "b1 loses" in said(screen)
    assert set(screen.picture().notes) == {0, 2, 6, 8}
    await press(pilot, "w")
    assert screen.picture().notes == {}
    await press(pilot, "w", "end")
    assert "The game turned on move 2" in said(screen)
