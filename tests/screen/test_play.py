"""Games on the full screen, by keys and by mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest

from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.players.base import Choice, Deterministic
from noughts.screen.board import BoardView
from noughts.screen.dialogs import Choice as Dialog
from noughts.screen.dialogs import Help
from noughts.screen.play import PlayScreen, Settings
from noughts.solver import Limit
from tests.screen.showing import Shown, click, game, press, said, settle, show, text_of


def test_a_game_of_two_is_won_by_digits_and_counted() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, *"14253")
        shown = " ".join(text_of(pilot).split())
        assert "X wins! The winning line:" in shown
        assert screen.score == {Mark.X: 1}

    show(game(level=None), use)


def test_a_game_is_played_by_clicks() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        for square in ("a1", "b1", "a2", "b2", "a3"):
            await click(pilot, square)
        assert screen.game.move_names == ("a1", "b1", "a2", "b2", "a3")
        assert screen.game.ending is not None

    show(game(level=None), use)


def test_a_game_is_played_by_arrows_and_enter() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "up", "left", "enter", "right", "space")
        assert list(screen.game.move_names) == ["a1", "b1"]
        await press(pilot, "home", "down", "enter", "ctrl+end", "enter")
        assert screen.game.move_names[2:] == ("a2", "c3")

    show(game(level=None), use)


def test_on_a_larger_board_names_are_typed() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, *"a12", "enter", *"h8", "enter", *"n3", "enter")
        assert screen.game.move_names == ("a12", "h8", "n3")

    show(game("15x15:5", level=None), use)


def test_a_letter_that_is_also_a_key_waits_for_a_number() -> None:
    async def use(pilot: Shown, _screen: PlayScreen) -> None:
        await pilot.press("b")
        await pilot.pause()
        assert "b… and the number" in text_of(pilot)
        while not isinstance(pilot.app.screen, Dialog):
            await pilot.pause(0.1)

    show(game("15x15:5", level=None), use)


def test_a_taken_square_is_refused_in_a_sentence() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "5", "5")
        assert "taken" in text_of(pilot)
        assert len(screen.game.moves) == 1
        await press(pilot, "left")
        assert "taken" not in text_of(pilot)

    show(game(level=None), use)


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "perfect"])
def test_the_computer_answers_at_every_level(level: str) -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "5")
        assert len(screen.game.moves) == 2

    show(game(level=level), use)


def test_the_computer_begins_where_it_has_the_first_move() -> None:
    async def use(_pilot: Shown, screen: PlayScreen) -> None:
        assert len(screen.game.moves) == 1

    show(game(own=Mark.O), use)


def test_the_other_side_begins_the_next_game() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, *"14253", "n")
        assert screen.game.moves == ()
        assert screen.game.position.turn is Mark.O

    show(game(level=None), use)


def test_a_game_that_goes_on_is_only_given_up_on_purpose() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "5", "n", "enter")
        assert list(screen.game.moves) == [4]
        await press(pilot, "n", "down", "enter")
        assert not screen.game.moves

    show(game(level=None), use)


def test_undo_goes_back_to_the_last_turn_of_the_person() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "u")
        assert "You have no move to undo." in text_of(pilot)
        await press(pilot, "5", "u")
        assert screen.game.moves == ()

    show(game(), use)


def test_a_hint_points_at_a_square_and_says_why() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, *"142", "h")
        assert screen.board.cursor == 2
        assert "c1" in text_of(pilot)
        await press(pilot, "w")
        assert "b1" in text_of(pilot)

    show(game(level=None), use)


def test_values_are_words_in_the_squares_and_follow_the_game() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, *"14", "v")
        assert "loss" in text_of(pilot) or "draw" in text_of(pilot)
        assert "plies" not in said(screen)
        assert "You can win" in said(screen)
        assert len(screen.picture().notes) == 7
        await press(pilot, "2")
        assert len(screen.picture().notes) == 6
        await press(pilot, "v")
        assert screen.picture().notes == {}

    show(game(level=None), use)


def test_level_and_board_are_chosen_by_keys() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "l", "down", "enter")
        assert screen.settings.level == "hard"
        await press(pilot, "b", "down", "enter")
        assert str(screen.rules) == "4x4:3"
        await press(pilot, "l", "escape")
        assert screen.settings.level == "hard"

    show(game(), use)


def test_perfect_becomes_strongest_where_nothing_is_proved() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "b", *["down"] * 5, "enter")
        assert (str(screen.rules), screen.settings.level) == ("15x15:5", "strongest")

    show(game(level="perfect"), use)


def test_the_names_of_keys_can_be_clicked() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "5")
        row = text_of(pilot).splitlines()[-1]
        await pilot.click(offset=(row.index("Undo"), 23))
        await settle(pilot)
        assert screen.game.moves == ()

    show(game(level=None), use)


def test_help_names_every_key_and_any_key_closes_it() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "question_mark")
        assert any(isinstance(each, Help) for each in pilot.app.screen_stack)
        shown = text_of(pilot)
        for key in list(screen.keys()):
            assert key.letter in shown
        await press(pilot, "x")
        assert not any(isinstance(each, Help) for each in pilot.app.screen_stack)

    show(game(), use)


def test_finished_games_are_kept() -> None:
    kept = list[Record]()
    screen = game(level=None)
    screen.settings = replace(screen.settings, keep=kept.append)

    async def use(pilot: Shown, _screen: PlayScreen) -> None:
        await press(pilot, *"14253")

    show(screen, use)
    (record,) = kept
    assert record.game.move_names == ("a1", "a2", "b1", "b2", "c1")
    assert record.players == {Mark.X: "human", Mark.O: "human"}


class Slow(Deterministic):
    """Thinks until it is let go."""

    name = "slow"

    def __init__(self) -> None:
        self.goes_on, self.has_thought = Event(), Event()

    def move(self, position: Position) -> int:
        self.goes_on.wait(30)
        return position.moves[0]

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        choice = super().choose(position, limit)
        self.has_thought.set()
        return choice


def test_while_the_computer_thinks_keys_work_and_a_new_game_forgets_it() -> None:
    slow = Slow()
    settings = Settings(Position.parse(".../.../... x 3"), {Mark.X: None, Mark.O: slow})

    async def until(is_so: Callable[[], bool]) -> None:
        while not is_so():
            await asyncio.sleep(0.01)

    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await pilot.press("5")
        await until(lambda: len(screen.game.moves) == 1)
        await pilot.press("left")
        await pilot.press("u")
        await until(lambda: screen.game.moves == ())
        slow.goes_on.set()
        await until(slow.has_thought.is_set)
        await settle(pilot)
        assert screen.game.moves == ()

    show(PlayScreen(settings), use)


@pytest.mark.parametrize("board", ["3x3:3", "15x15:5", "26x26:5", "1x1:1", "26x1:3"])
def test_any_board_is_drawn_at_any_size(board: str) -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        for size in ((200, 60), (40, 15), (20, 8), (5, 2), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await press(pilot, "enter", "ctrl+end", "enter")
        assert 1 <= len(screen.game.moves) <= 2

    show(game(board, level=None), use)


def test_in_a_tiny_window_the_keys_leave_room_for_the_board() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        row, column = divmod(screen.board.cursor, 3)
        assert text_of(pilot).splitlines()[1].startswith(f"{row + 1}")
        assert "abc"[column] in text_of(pilot).splitlines()[0]

    show(game(), use, (10, 3))


def test_a_board_larger_than_the_window_pans_with_the_cursor_and_the_wheel() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "ctrl+home")
        assert " a  b " in text_of(pilot).splitlines()[0]
        await press(pilot, "ctrl+end")
        assert " n  o " in text_of(pilot).splitlines()[0]
        screen.query_one(BoardView).pan(-9, -9)
        await settle(pilot)
        assert " n  o " not in text_of(pilot).splitlines()[0]

    show(game("15x15:5", level=None), use, size=(40, 15))


def test_the_computer_s_move_comes_into_sight() -> None:
    last = Slow()
    last.goes_on.set()
    start = Position.parse("/".join(["." * 26] * 26) + " x 5")

    async def use(pilot: Shown, _screen: PlayScreen) -> None:
        await press(pilot, "ctrl+end", "enter")
        assert text_of(pilot).splitlines()[1].lstrip().startswith("1 ")

    show(PlayScreen(Settings(start, {Mark.X: None, Mark.O: last})), use)


def test_light_and_dark_change_by_a_key() -> None:
    async def use(pilot: Shown, _screen: PlayScreen) -> None:
        before = pilot.app.theme
        await press(pilot, "ctrl+t")
        assert {before, pilot.app.theme} == {"noughts-dark", "noughts-light"}

    show(game(), use)


class Failing(Deterministic):
    """Has no move, and says so."""

    name = "failing"

    def move(self, position: Position) -> int:
        raise Unsolved(f"nothing is proved of {position}")


def test_a_player_that_cannot_move_breaks_nothing() -> None:
    settings = Settings(Position.parse(".../.../... x 3"), {Mark.X: None, Mark.O: Failing()})

    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "5")
        assert "Nothing is proved" in said(screen)
        await press(pilot, "u", "4")
        assert len(screen.game.moves) == 1

    show(PlayScreen(settings), use)


def test_a_hint_where_no_search_reaches_is_an_answer_too() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "enter", "h")
        while screen.report().coach == "Thinking…":
            await pilot.pause(0.05)
        assert said(screen)

    show(game("12x12:12", level=None), use)
