"""Screens without a terminal: shown in memory, with keys pressed and squares clicked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from itertools import product
from typing import Any, TypeVar
from unittest.mock import patch

import pytest

pytest.importorskip("textual")

from rich.console import Console
from textual.pilot import Pilot

from noughts.core import Mark, Rules
from noughts.players import player
from noughts.screen.app import DARK, FullScreen
from noughts.screen.base import BoardScreen
from noughts.screen.board import BoardView
from noughts.screen.play import PlayScreen

# Textual looks every 20 ms whether anything still goes on, twice a key; that was two thirds of the
# time that these tests took. A version without these names only takes longer again.
with suppress(ImportError):
    waiting: Any = import_module("textual._wait")
    waiting.SLEEP_GRANULARITY, waiting.SLEEP_IDLE = 0.005, 0.001

Shown = Pilot[None]
S = TypeVar("S", bound=BoardScreen)


def show(
    screen: S,
    use: Callable[[Shown, S], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    theme: str = DARK,
) -> S:
    """Show a screen, use it, and return it; raises what happens in it."""

    async def run() -> None:
        app = FullScreen(screen)
        app.theme, app.animation_level = theme, "none"
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await use(pilot, screen)

    asyncio.run(run())
    return screen


def shown(
    make: Callable[[], S], size: tuple[int, int] = (80, 24)
) -> Callable[[Callable[[Shown, S], Awaitable[None]]], Callable[[], None]]:
    """Make a test of what is done at a screen, which is made and shown for it."""

    def test_of(use: Callable[[Shown, S], Awaitable[None]]) -> Callable[[], None]:
        def test() -> None:
            show(make(), use, size)

        return test

    return test_of


async def settle(pilot: Shown) -> None:
    """Wait until nothing more happens by itself."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def settle_behind(pilot: Shown) -> None:
    """Wait for the screens behind a dialog too, which a pilot does not."""
    for screen in pilot.app.screen_stack:
        is_drawn = asyncio.Event()
        screen.call_after_refresh(is_drawn.set)
        await is_drawn.wait()


async def settled_lines(pilot: Shown) -> list[str]:
    """Draw the screen, with its styles, once two drawings are the same: one may lead to another."""
    before: list[str] = []
    while True:
        await settle(pilot)
        await settle_behind(pilot)
        if (lines := lines_of(pilot, styles=True)) == before:
            return lines
        before = lines


async def until(pilot: Shown, is_so: Callable[[], bool]) -> None:
    """Wait for something that happens in another thread or process."""
    while not is_so():
        await pilot.pause(0.01)
    await settle(pilot)


async def press(pilot: Shown, *keys: str) -> None:
    """Press keys one after another, and wait for what each brings about."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def click(pilot: Shown, square: str) -> None:
    """Click in a square, which must be in sight."""
    board = pilot.app.screen.query_one(BoardView)
    move = board.rules.start().square(square)
    places = product(range(board.size.width), range(board.size.height))
    place = next(place for place in places if board.square_at(*place) == move)
    await pilot.click(BoardView, offset=place)
    await settle(pilot)


def text_of(pilot: Shown) -> str:
    """The letters on the screen, row by row."""
    return "\n".join(line.rstrip() for line in lines_of(pilot))


def lines_of(pilot: Shown, *, styles: bool = False) -> list[str]:
    """The rows of the screen, on request with the escape codes of their colours.

    It is Textual's picture of the screen, taken as text: as SVG it would take five times as long.
    """

    def as_text(console: Console, **_: object) -> str:
        return console.export_text(styles=styles)

    with patch.object(Console, "export_svg", as_text):
        return pilot.app.export_screenshot().removesuffix("\n").split("\n")


def said(screen: BoardScreen) -> str:
    """The sentences in the panel, in one line."""
    report = screen.report()
    return " ".join([report.status, report.advice, report.notice, report.coach])


def two(board: str = "3x3:3") -> PlayScreen:
    """A game of two people."""
    return game(board, level=None)


def game(
    board: str = "3x3:3", level: str | None = "medium", own: Mark = Mark.X, seed: int = 1
) -> PlayScreen:
    """A game against a computer player, or of two people if that is None."""
    other = None if level is None else player(level, seed)
    start = Rules.parse(board).start()
    return PlayScreen(start, {own: None, own.other: other})
