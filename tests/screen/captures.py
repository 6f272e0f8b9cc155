"""Captures of every screen at three sizes: the letters once, the colours for each theme.

As a program it writes them anew, into `tests/golden/screen`. As SVG they would be 4 MB.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, product
from pathlib import Path
from random import Random
from string import ascii_letters

from rich.console import Console
from rich.style import Style
from rich.text import Text

from noughts.client import game_at
from noughts.coach.lessons import Lesson
from noughts.core import Game, Mark, Rules
from noughts.core.record import Record
from noughts.screen.app import DARK, LIGHT
from noughts.screen.base import BoardScreen
from noughts.screen.friend import FriendScreen
from noughts.screen.learn import LessonScreen, PuzzleScreen, Wanted
from noughts.screen.replay import MatchScreen, ReplayScreen
from tests.screen.showing import Shown, game, press, settled_lines, show

FOLDER = Path(__file__).parents[1] / "golden" / "screen"
SIZES = ((80, 24), (60, 20), (200, 50), (40, 15))

_CONSOLE = Console()
_GAME = Game().play("b2", "b1", "a1", "c3", "a3", "a2", "c1")
_RECORD = Record(_GAME, {Mark.X: "Ada", Mark.O: "medium"})


class Friend(FriendScreen):
    """A game on a server that is not there; its messages are made up."""

    def __init__(self) -> None:
        super().__init__(game_at(f"http://localhost:1/g/{'0' * 24}"))

    async def _listen(self) -> None:
        """Hear nothing."""

    def on_mount(self) -> None:
        offer = {"kind": "draw", "side": "o"}
        state = {"version": 3, "moves": ["b2", "a1"], "ending": None, "offer": offer}
        seats = {side: {"is_you": side == "x", "is_free": False} for side in "xo"}
        game = {"start": Rules().start().notation, "seats": seats, "can_sit": False, "round": 1}
        score = {"x": 1, "o": 0, "drawn": 2}
        self.receive({"type": "view", "game": {**game, **state, "score": score}})


class Match(MatchScreen):
    """A match whose moves come when the test wants them."""

    seconds_a_move = 3_600

    def __init__(self) -> None:
        super().__init__(Rules(), tuple)
        self._latest = Record(_GAME, {Mark.X: "perfect", Mark.O: "easy"})
        self._figures = (("games", "2 of 100"), ("score", "2 won, 0 drawn, 0 lost"))

    def on_mount(self) -> None:
        self.next_game()
        for _ in range(4):
            self.step()

    def _run_match(self) -> None:
        """Play nothing."""


# Each with the keys that are pressed before the capture.
SCREENS: dict[str, tuple[Callable[[], BoardScreen], str]] = {
    "play-begun": (game, ""),
    "play-hint": (game, "5 h"),
    "play-values": (lambda: game("4x4:3", level=None), "enter v"),
    "play-won": (lambda: game(level=None), "1 4 2 5 3"),
    "play-large": (lambda: game("15x15:5", level=None), "h 8 enter i 9 enter"),
    "play-level": (game, "l"),
    "play-menu": (game, "m"),
    "play-keys": (game, "question_mark"),
    "puzzle": (lambda: PuzzleScreen(Wanted(), Random(3)), ""),
    "puzzle-wrong": (lambda: PuzzleScreen(Wanted(), Random(3)), "5"),
    "learn": (lambda: LessonScreen(Lesson.STOP, 7), ""),
    "learn-wrong": (lambda: LessonScreen(Lesson.FORK, 7), "8"),
    "learn-large": (lambda: LessonScreen(Lesson.FOUR, 7), ""),
    "replay": (lambda: ReplayScreen([_RECORD, _RECORD]), "right"),
    "review": (lambda: ReplayScreen([_RECORD], is_review=True), "right right"),
    "friend": (Friend, ""),
    "match": (Match, ""),
}


def captures(name: str) -> dict[tuple[int, int], str]:
    """Return the captures of a screen at each size, in both themes."""
    make, keys = SCREENS[name]
    texts: dict[tuple[int, int], str] = {}

    async def use(pilot: Shown, _screen: BoardScreen) -> None:
        await press(pilot, *keys.split())
        for theme, size in product((LIGHT, DARK), SIZES):
            pilot.app.theme = theme
            await pilot.resize_terminal(*size)
            lines = await settled_lines(pilot)
            rows = [Text.from_ansi(line, end="") for line in lines]
            letters = "\n".join(row.plain.rstrip() for row in rows)
            text = texts.setdefault(size, f"{letters}\n")
            assert text.startswith(letters)
            texts[size] = f"{text}\n{theme}\n{_colours(rows)}\n"

    show(make(), use, SIZES[0])
    return texts


def _colours(rows: list[Text]) -> str:
    """For each row the runs of one style, as `a12 b3`, and what the letters stand for."""
    styles: dict[str, str] = {}
    described = []
    for row in rows:
        cells = [(_look(segment.style), len(segment.text)) for segment in row.render(_CONSOLE)]
        runs = [
            f"{styles.setdefault(look, ascii_letters[len(styles)])}{sum(n for _, n in run)}"
            for look, run in groupby(cells, key=lambda cell: cell[0])
        ]
        described.append(" ".join(runs))
    legend = [f"{letter}: {look}" for look, letter in styles.items()]
    return "\n".join([*legend, *described])


def _look(style: Style | None) -> str:
    if style is None:
        return "plain"
    color = "" if style.color is None else style.color.name
    background = "" if style.bgcolor is None else style.bgcolor.name
    flags = [name for name in ("bold", "reverse", "underline", "dim") if getattr(style, name)]
    return " ".join([f"{color} on {background}", *flags])


def file_of(name: str, size: tuple[int, int]) -> Path:
    """Where a capture is kept."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.txt"


def main() -> None:
    """Write every capture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SCREENS:
        for size, text in captures(name).items():
            file_of(name, size).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
