"""Watching a match, and walking through recorded games, on the full screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Event

from noughts.core import Game, Mark, Rules
from noughts.core.record import Record
from noughts.screen.replay import MatchScreen, ReplayScreen, Watched
from tests.screen.showing import Shown, press, said, settle, show, shown, text_of, until

GAME = Game().play("a1", "b1", "a2", "b2", "a3")
WATCHED = Record(GAME, {Mark.X: "perfect", Mark.O: "easy"}), [("games", "2 of 2")]


class Watching(MatchScreen):
    """A match whose moves come when the test wants them."""

    seconds_a_move = 3_600

    def __init__(self, play: Callable[[], Iterable[Watched]] = lambda: [WATCHED]) -> None:
        super().__init__(Rules(), play)


@shown(Watching)
async def test_a_game_is_shown_move_by_move_with_the_figures_but_for_a_pause(
    pilot: Shown, screen: Watching
) -> None:
    await until(pilot, lambda: screen.is_over)
    await press(pilot, "n", "p")
    screen.step()
    assert screen.picture().position.plies == 0
    await press(pilot, "p")
    for ply in range(1, 6):
        screen.step()
        assert screen.picture().position.plies == ply
    await settle(pilot)
    assert screen.picture().position == GAME.position
    for text in ("perfect", "2 of 2", "match is over"):
        assert text in text_of(pilot)


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

    async def use(_pilot: Shown, _screen: Watching) -> None:
        """Leave at once."""

    screen = show(Watching(play), use)
    left.set()
    assert ended.wait(30)
    assert screen.failure is None


def test_what_breaks_in_the_match_is_said_and_kept_for_the_command() -> None:
    def play() -> Iterator[Watched]:
        yield WATCHED
        raise ZeroDivisionError("on purpose")

    async def use(pilot: Shown, screen: Watching) -> None:
        await until(pilot, lambda: screen.is_over)
        screen.step()
        await settle(pilot)
        assert "on purpose" in text_of(pilot)

    assert isinstance(show(Watching(play), use).failure, ZeroDivisionError)


# --- recorded games

REVIEWED = Game().play("b2", "b1", "a1", "c3", "a3", "a2", "c1")
RECORD = Record(REVIEWED, {Mark.X: "Ada", Mark.O: "Bo\x1b[2Jb"})
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


NAMESAKES = Record(REVIEWED, {Mark.X: "X", Mark.O: "you"})


@shown(lambda: ReplayScreen([NAMESAKES]))
async def test_a_name_in_a_record_is_shown_even_if_it_is_that_of_the_mark(
    pilot: Shown, screen: ReplayScreen
) -> None:
    assert "▸ X X" in text_of(pilot)
    assert "O you" in text_of(pilot)
    await press(pilot, "right")
    assert "X takes b2." in text_of(pilot)
    await press(pilot, "end")
    assert "X wins!" in said(screen)


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
