"""Games on the full screen, by keys and by mouse."""

from __future__ import annotations

import re
from functools import partial
from random import Random
from threading import Event
from unittest.mock import patch

import pytest
from textual import events

from noughts.coach.lessons import Lesson
from noughts.core import Game, Mark, Position, Rules
from noughts.core.errors import Unsolved
from noughts.core.record import Record
from noughts.players.base import Choice, Deterministic
from noughts.screen.app import FullScreen
from noughts.screen.base import BoardScreen
from noughts.screen.learn import LessonScreen, PuzzleScreen, Wanted
from noughts.screen.panel import Choice as Dialog
from noughts.screen.panel import Help
from noughts.screen.play import PlayScreen
from noughts.screen.replay import ReplayScreen
from noughts.solver import Limit
from tests.screen.captures import Friend, Match
from tests.screen.showing import (
    Shown,
    click,
    game,
    press,
    said,
    settle,
    show,
    shown,
    text_of,
    two,
    until,
)


def test_a_game_of_two_is_won_by_digits_counted_and_kept_and_the_other_side_begins() -> None:
    kept = list[Record]()
    screen = two()
    screen.keep = kept.append

    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, *"14253")
        assert "X wins! The winning line:" in " ".join(text_of(pilot).split())
        assert screen.score == {Mark.X: 1}
        assert "O's a2 lost the game" in said(screen)  # why it was won
        await press(pilot, "n")
        assert screen.game.moves == ()
        assert not screen.report().coach
        assert screen.game.position.turn is Mark.O

    show(screen, use)
    (record,) = kept
    assert record.game.move_names == ("a1", "a2", "b1", "b2", "c1")
    assert record.players == {Mark.X: "human", Mark.O: "human"}


@shown(two)
async def test_games_are_played_by_clicks_and_by_arrows(pilot: Shown, screen: PlayScreen) -> None:
    for square in ("a1", "b1", "a2", "b2", "a3"):
        await click(pilot, square)
    assert screen.game.move_names == ("a1", "b1", "a2", "b2", "a3")
    assert screen.game.ending is not None
    await press(pilot, "n", "ctrl+end", "up", "left")
    await press(pilot, "up", "left", "enter", "right", "space")
    await press(pilot, "home", "down", "enter", "ctrl+end", "enter")
    assert list(screen.game.move_names) == ["a1", "b1", "a2", "c3"]


@shown(partial(two, "15x15:5"))
async def test_on_a_larger_board_names_are_typed(pilot: Shown, screen: PlayScreen) -> None:
    with patch("noughts.screen.base._PATIENCE", 60):  # however busy the machine is
        await press(pilot, *"a12", "enter", *"h8", "enter", *"n3", "enter")
    assert screen.game.move_names == ("a12", "h8", "n3")
    await pilot.press("b")  # also a key
    await pilot.pause()
    assert "b… and the number" in text_of(pilot)
    while not isinstance(pilot.app.screen, Dialog):
        await pilot.pause(0.1)
    assert not screen.notice
    await press(pilot, "escape", "r", "down", "enter", "b")  # nothing can be taken any more
    assert isinstance(pilot.app.screen, Dialog)


@shown(two)
async def test_a_taken_square_is_refused_in_a_sentence(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "5", "5")
    assert "taken" in text_of(pilot)
    assert len(screen.game.moves) == 1
    await press(pilot, "left")
    assert "taken" not in text_of(pilot)


def test_the_computer_answers_at_every_level_and_begins_where_it_has_the_first_move() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        own = screen.people[0]
        assert len(screen.game.moves) == (own is Mark.O)
        square = screen.game.position.moves[-1]
        await press(pilot, str(square + 1))
        await until(pilot, lambda: screen.is_turn_of_person)
        assert len(screen.game.moves) == 2 + (own is Mark.O), (screen.level, own)

    for level in ("easy", "medium", "hard", "perfect"):
        show(game(level=level), use)
    show(game(own=Mark.O), use)


@shown(two)
async def test_a_game_is_only_given_up_on_purpose(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "5")
    for keys in ("n", "b enter", "f enter", "r"):  # those of the board one is on, too
        await press(pilot, *keys.split(), "enter")
        assert list(screen.game.moves) == [4], keys
        assert screen.game.ending is None, keys
    await press(pilot, "b", "enter", "down", "enter")
    assert not screen.game.moves


@shown(two)
async def test_a_game_is_only_left_on_purpose(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "5", "q", "enter")
    assert pilot.app.screen is screen
    assert screen.app.is_running
    await press(pilot, "q", "down", "enter")
    assert isinstance(screen.app, FullScreen)
    assert screen.app.left_with == 0


def test_the_score_is_told_in_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    for games, told in ((0, ""), (1, "Score: X 1, O 0, draws 0.\n")):
        screen = two()
        screen.score[Mark.X] = games
        with patch.object(BoardScreen, "run", return_value=0):
            assert screen.run() == 0
        assert capsys.readouterr().out == told


@shown(game)
async def test_a_resigned_game_counts_and_is_reviewed(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "5", "m", "r", "down", "enter")
    assert "The computer wins – you resigned." in said(screen)
    assert screen.score == {Mark.O: 1}
    await press(pilot, "w")
    assert "keeps the draw" in said(screen)
    await press(pilot, "r")
    assert isinstance(pilot.app.screen, ReplayScreen)
    assert "Your opponent's accuracy" in said(pilot.app.screen)
    await pilot.resize_terminal(60, 20)
    await press(pilot, "q")
    assert pilot.app.screen_stack == [screen]
    assert "resigned" in text_of(pilot)
    assert len(text_of(pilot).splitlines()) == 20


@shown(game)
async def test_undo_goes_back_to_the_last_own_turn(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "u")
    assert "You have no move to undo." in text_of(pilot)
    await press(pilot, "5", "u")
    assert screen.game.moves == ()


@shown(two)
async def test_a_hint_points_at_a_square_and_says_why(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, *"142", "h")
    assert screen.board.cursor == 2
    assert "c1" in text_of(pilot)
    await press(pilot, "w")
    assert "b1" in text_of(pilot)


@shown(two)
async def test_values_are_words_and_follow_the_game(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, *"14", "v")
    assert "loss" in text_of(pilot) or "draw" in text_of(pilot)
    assert "plies" not in said(screen)
    assert "You can win" in said(screen)
    for key, notes in (("", 7), ("2", 6), ("v", 0)):
        await press(pilot, *key)
        assert len(screen.picture().notes) == notes


@shown(partial(game, level="perfect"))
async def test_level_board_and_theme_are_chosen_by_keys(pilot: Shown, screen: PlayScreen) -> None:
    before = screen.app.theme
    await press(pilot, "ctrl+t")
    assert {before, screen.app.theme} == {"noughts-dark", "noughts-light"}
    await press(pilot, "l")
    assert "● Perfect" in text_of(pilot)
    await press(pilot, "up", "enter")
    assert screen.level == "hard"
    await press(pilot, "l", "up", "escape")
    assert screen.level == "hard"
    await press(pilot, "l", "down", "enter", "b", *["down"] * 5, "enter")
    assert (str(screen.rules), screen.level) == ("15x15:5", "strongest")  # not proved


@shown(game)
async def test_side_beginner_and_any_board_are_chosen_by_keys_and_points_go_along(
    pilot: Shown, screen: PlayScreen
) -> None:
    screen.score[Mark.X] = 3
    await press(pilot, "s", "down", "enter")
    assert screen.people == (Mark.O,)
    assert screen.score[Mark.O] == 3
    await press(pilot, "f", "down", "enter", "down", "enter")
    assert screen.start.turn is Mark.O
    for text, board in (("", "3x3:3"), ("nonsense", "3x3:3"), ("7x6:4", "7x6:4")):
        assert ("WIDTHxHEIGHT:K" in said(screen)) == (text == "7x6:4")
        await press(pilot, "b", "end", "enter", *text, "enter")
        assert str(screen.rules) == board


@shown(game)
async def test_what_is_typed_ahead_of_a_dialog_is_ignored(pilot: Shown, screen: PlayScreen) -> None:
    for key in ("l", "end", "enter"):
        pilot.app.post_message(events.Key(key, None if len(key) > 1 else key))
    await settle(pilot)
    assert screen.game.moves == ()


@shown(two)
async def test_the_names_of_keys_can_be_clicked(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "5")
    row = text_of(pilot).splitlines()[-2]
    await pilot.click(offset=(row.index("Undo"), 22))
    await settle(pilot)
    assert screen.game.moves == ()


def test_help_names_the_keys_of_a_screen_and_any_key_closes_it() -> None:
    async def use(pilot: Shown, screen: BoardScreen) -> None:
        await press(pilot, "question_mark")
        assert any(isinstance(each, Help) for each in pilot.app.screen_stack)
        assert screen.purpose()[:20] in text_of(pilot)
        for key in list(screen.keys()):
            assert key.letter in text_of(pilot)
        takes = not isinstance(screen, ReplayScreen | Match)
        for text, is_common in (("counted from", True), ("typed, point", False)):
            assert (text in text_of(pilot)) == (takes and screen.rules.is_common is is_common)
        await press(pilot, "x")
        assert not any(isinstance(each, Help) for each in pilot.app.screen_stack)

    record = Record(Game().play("a1"), dict.fromkeys(Mark, "Ada"))
    screens = [game(), two("4x4:3"), ReplayScreen([record]), Match(), Friend()]
    screens += [PuzzleScreen(Wanted(), Random(3)), LessonScreen(Lesson.STOP, 7)]
    for screen in screens:
        show(screen, use, (80, 40))
    assert len({screen.purpose() for screen in screens}) == 6  # two with the same rules


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


class Failing(Deterministic):
    """Has no move, and says so."""

    name = "failing"

    def move(self, position: Position) -> int:
        raise Unsolved(f"nothing is proved of {position.notation}")


def against(player: Deterministic, board: str = "3x3:3") -> PlayScreen:
    return PlayScreen(Rules.parse(board).start(), {Mark.X: None, Mark.O: player})


def test_while_the_computer_thinks_keys_work_and_a_new_game_forgets_it() -> None:
    slow = Slow()

    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await pilot.press("5")
        while len(screen.game.moves) != 1:
            await pilot.pause(0.01)
        await pilot.press("left")
        await pilot.press("u")
        while screen.game.moves:
            await pilot.pause(0.01)
        slow.goes_on.set()
        await until(pilot, slow.has_thought.is_set)
        assert screen.game.moves == ()

    show(against(slow), use)


@shown(lambda: against(Failing()))
async def test_a_player_that_cannot_move_breaks_nothing(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "5")
    assert "Nothing is proved" in said(screen)
    await press(pilot, "u", "4")
    assert len(screen.game.moves) == 1


def test_any_board_is_drawn_at_any_size() -> None:
    async def use(pilot: Shown, screen: PlayScreen) -> None:
        for size in ((200, 60), (40, 15), (20, 8), (5, 2), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await press(pilot, "enter", "ctrl+end", "enter")
        assert 1 <= len(screen.game.moves) <= 2, screen.rules

    for board in ("3x3:3", "15x15:5", "26x26:5", "1x1:1", "26x1:3"):
        show(two(board), use)


@shown(game, (10, 3))
async def test_in_a_tiny_window_the_board_has_room(pilot: Shown, screen: PlayScreen) -> None:
    row, column = divmod(screen.board.cursor, 3)
    assert text_of(pilot).splitlines()[1].startswith(f"{row + 1}")
    assert "abc"[column] in text_of(pilot).splitlines()[0]


@shown(partial(two, "15x15:5"), (60, 20))
async def test_what_is_said_last_is_in_sight(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "enter", "w")
    assert screen.report().coach.split()[-1] in text_of(pilot)
    await press(pilot, "a")
    assert "a… and the number" in text_of(pilot)


@shown(partial(two, "15x15:5"), (40, 15))
async def test_a_board_larger_than_the_window_pans(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "ctrl+home")
    assert " a  b " in text_of(pilot).splitlines()[0]
    await press(pilot, "ctrl+end")
    assert " n  o " in text_of(pilot).splitlines()[0]
    for turn in ("Up j2", "Up i2 shift", "Left h2", "Down h3", "Down i3 shift", "Right j3"):
        way, seen, *shift = turn.split()
        wheel: type[events.MouseEvent] = getattr(events, f"MouseScroll{way}")
        screen.app.post_message(wheel(None, 9, 5, 0, 0, 0, bool(shift), meta=False, ctrl=False))
        await settle(pilot)
        assert re.match(rf"\W*{seen[0]}\b.*\n\W*{seen[1]}\b", text_of(pilot)), turn


def test_the_computers_move_comes_into_sight() -> None:
    last = Slow()
    last.goes_on.set()

    async def use(pilot: Shown, screen: PlayScreen) -> None:
        await press(pilot, "ctrl+end", "enter")
        await until(pilot, lambda: len(screen.game.moves) == 2)
        assert text_of(pilot).splitlines()[1].lstrip().startswith("1 ")

    show(against(last, "26x26:5"), use)


@shown(partial(two, "12x12:12"))
async def test_where_no_search_reaches_there_are_answers(pilot: Shown, screen: PlayScreen) -> None:
    await press(pilot, "enter", "h")
    await until(pilot, lambda: screen.report().coach != "Thinking…")
    assert said(screen)
    await press(pilot, "v")
    await until(pilot, lambda: screen.report().coach != "Thinking…")
    assert "Neither side has a forced win in sight; nothing is proved." in said(screen)
