"""Every screen: how it looks, and that random keys, clicks and sizes break nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from unittest.mock import patch

import pytest
from textual.errors import NoWidget
from textual.events import Key

from noughts.coach.lessons import Lesson
from noughts.core import Game
from noughts.screen.base import BoardScreen
from noughts.screen.learn import LessonScreen, PuzzleScreen, Wanted
from noughts.screen.play import PlayScreen
from tests.screen import captures
from tests.screen.captures import Friend, Match, file_of
from tests.screen.showing import Shown, game, settle, show, two

KEYS = (
    *"0123456789abcdefghijklmnopqrstuvwxyz!éß五",
    *("up", "down", "left", "right", "home", "end", "ctrl+home", "ctrl+end", "pageup", "pagedown"),
    *("question_mark", "enter", "space", "escape", "tab", "shift+tab", "backspace"),
    *("ctrl+t", "ctrl+p", "f1"),
)
SIZES = ((80, 24), (120, 40), (40, 15), (20, 8), (3, 2))
SCREENS: dict[str, Callable[[], BoardScreen]] = {
    "3x3": partial(game, level="easy"),
    "two": two,
    "15x15": partial(two, "15x15:5"),
    "puzzle": lambda: PuzzleScreen(Wanted(), Random(1)),
    "learn": lambda: LessonScreen(Lesson.HOLD, 7),
    "friend": Friend,
    "match": Match,
}


@pytest.mark.parametrize("name", captures.SCREENS)
def test_a_screen_looks_as_it_did_at_every_size_in_both_themes(name: str) -> None:
    for size, text in captures.captures(name).items():
        assert text == file_of(name, size).read_text(encoding="utf-8")


def test_no_capture_is_left_behind() -> None:
    kept = {file_of(name, size) for name in captures.SCREENS for size in captures.SIZES}
    assert set(captures.FOLDER.iterdir()) == kept


# --- random events: the board is always one that play leads to


async def do_something(pilot: Shown, rng: Random) -> int:
    """Do something and wait until it has had its effect; returns how many events that was."""
    width, height = pilot.app.size
    place = rng.randrange(width), rng.randrange(height)
    match rng.randrange(20):
        case 0:
            await pilot.resize_terminal(*rng.choice(SIZES))
        case 1 | 2:
            with suppress(NoWidget):  # that the pilot found where a dialog is about to be
                await pilot.hover(offset=place)
        case 3 | 4 | 5:
            with suppress(NoWidget):
                await pilot.click(offset=place, times=rng.choice((1, 1, 2, 3)))
        case _:  # faster than a person could
            keys = rng.choices(KEYS, k=rng.choice((1, 4, 16)))
            for key in keys:
                pilot.app.post_message(Key(key, key if len(key) == 1 else None))
            await pilot.pause()
            return len(keys)
    return 1


def check(screen: BoardScreen) -> None:
    """The board follows from its game, and the game from its moves, which are all legal."""
    position = screen.picture().position
    assert 0 <= screen.board.cursor < position.rules.size
    if isinstance(screen, PlayScreen):
        game = screen.game
        assert Game(game.start, game.moves, game.ending) == game  # it may have been resigned
        assert position == screen.game.position


def use_at_random(make: Callable[[], BoardScreen], events: int, seed: int) -> None:
    rng = Random(seed)

    async def use(pilot: Shown, screen: BoardScreen) -> None:
        done = 0
        with patch.object(screen, "leave"):  # which random keys and clicks soon do
            while done < events:
                done += await do_something(pilot, rng)
                check(screen)
                assert pilot.app.return_code is None  # it still runs
            await settle(pilot)

    show(make(), use)


@pytest.mark.parametrize("name", SCREENS)
def test_a_few_random_events_break_nothing(name: str) -> None:
    use_at_random(SCREENS[name], 40, seed=7)


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("name", SCREENS)
def test_five_thousand_random_events_break_nothing(name: str) -> None:
    share = 1_000 if name in ("3x3", "two", "15x15", "puzzle", "learn") else 500
    use_at_random(SCREENS[name], share, seed=2026)
