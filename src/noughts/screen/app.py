"""The program around the screens: themes, signals, what is printed, and what breaks."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import suppress
from typing import ClassVar

from rich.console import RenderableType
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Print
from textual.screen import Screen
from textual.theme import Theme

from noughts.core import Mark
from noughts.wording.language import gettext as _
from noughts.wording.pictures import palette

LIGHT, DARK = "noughts-light", "noughts-dark"
_COLOURS = {  # those of the pages, by day and by night
    "primary": (palette.MARKS[Mark.X], "#ffd257"),
    "foreground": (palette.INK, "#f6f0ff"),
    "background": (palette.PAPER, "#17122e"),
    "surface": (palette.RAISED, "#221b43"),
    "panel": (palette.SUNK, "#2a2252"),
    "x": (palette.MARKS[Mark.X], palette.DARK_MARKS[Mark.X]),
    "o": (palette.MARKS[Mark.O], palette.DARK_MARKS[Mark.O]),
    "board": (palette.BOARD, "#32276b"),
    "board-raised": ("#ffe39c", "#463893"),
    "lattice": (palette.LATTICE, "#9a8be0"),
    "label": ("#6f4a00", "#bcb2d6"),
    "soft": (palette.SOFT, "#bcb2d6"),
    "cursor": (palette.MARKS[Mark.X], "#ffd75e"),
    "win": ("#0f6339", "#7ee2ac"),
    "win-tint": ("#d3f2dd", "#153d33"),
    "draw": ("#6a5000", "#ffd75e"),
    "draw-tint": ("#fff0b8", "#42351a"),
    "loss": ("#a31540", "#ffa3b1"),
    "loss-tint": ("#ffdfe4", "#4d2038"),
}
_INTERRUPTED, _FAILED = 130, 1
_ENDING = ("SIGHUP", "SIGINT", "SIGTERM")  # not all are known everywhere


class FullScreen(App[None]):
    """The program, which shows one screen until the person leaves."""

    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+t", "other_theme", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, first: Screen[None]) -> None:
        super().__init__()
        self._first = first
        self.crash: BaseException | None = None
        self.left_with: int | None = None  # the exit code, once the person leaves
        self.printed: list[str] = []  # meanwhile, which the screen would hide
        for name in (LIGHT, DARK):
            self.register_theme(_theme(name))
        self.theme = theme_wanted(os.environ)
        if os.environ.get("NO_COLOR"):  # plain means still, too
            self.animation_level = "none"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return _theme(DARK).variables

    def get_default_screen(self) -> Screen[None]:
        return self._first

    def get_driver_class(self) -> type[Driver]:
        if sys.platform == "win32":
            return super().get_driver_class()
        from noughts.screen.driver import ForgivingDriver  # not for Windows

        return ForgivingDriver

    def on_load(self) -> None:
        """Listen to signals before the terminal is touched, so that it is always restored."""
        self.begin_capture_print(self)
        loop = asyncio.get_running_loop()
        for name in _ENDING:
            try:
                number = getattr(signal, name)
                loop.add_signal_handler(number, self.exit, None, 128 + number)
            except (AttributeError, NotImplementedError, RuntimeError, ValueError):
                return  # Windows, or another thread

    def on_print(self, event: Print) -> None:
        self.printed.append(event.text)

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        if self.left_with is None:
            self.left_with = return_code
        super().exit(result, return_code, message)

    def action_interrupt(self) -> None:
        """Leave as by Ctrl-C."""
        self.exit(return_code=_INTERRUPTED)

    def action_other_theme(self) -> None:
        """Change between the light and the dark theme."""
        self.theme = DARK if self.theme == LIGHT else LIGHT

    def _fatal_error(self) -> None:
        """Keep what happened, in place of Textual's page of code."""
        self.crash = sys.exception()
        self._close_messages_no_wait()


def run(first: Screen[None]) -> int:
    """Show a screen until the person leaves, then what was printed; returns the exit code."""
    app = FullScreen(first)
    app.run()
    with suppress(OSError):  # the terminal may have gone
        sys.stderr.write("".join(app.printed))
    if app.left_with is not None:  # then a screen may have been half built, or half gone
        return app.left_with
    if app.crash is not None:
        print(f"noughts: {_apology(app.crash)}", file=sys.stderr)
        return _FAILED
    return app.return_code or 0


def _apology(crash: BaseException) -> str:
    """Return what to do after a crash, and the file that says where it happened."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="noughts-", suffix=".txt", delete=False
        ) as file:
            file.writelines(traceback.format_exception(crash))
    except OSError:  # a full disk, perhaps
        return _("something broke, and that is our fault – play on with --plain")
    return _(
        "something broke, and that is our fault – play on with --plain; the details are in {file}",
        file=file.name,
    )


def _theme(name: str) -> Theme:
    colours = {key: pair[name == DARK] for key, pair in _COLOURS.items()}
    return Theme(
        name=name,
        dark=name == DARK,
        primary=colours.pop("primary"),
        foreground=colours.pop("foreground"),
        background=colours.pop("background"),
        surface=colours.pop("surface"),
        panel=colours.pop("panel"),
        variables=colours,
    )


def theme_wanted(environment: Mapping[str, str]) -> str:
    """Return the theme named by NOUGHTS_THEME, or the one that goes with the terminal's background.

    Some terminals say in COLORFGBG which of their sixteen colours that is; others get the dark one.

    >>> theme_wanted({"COLORFGBG": "0;15"}), theme_wanted({})
    ('noughts-light', 'noughts-dark')
    """
    chosen = environment.get("NOUGHTS_THEME", "")
    if chosen in ("light", "dark"):
        return LIGHT if chosen == "light" else DARK
    return LIGHT if environment.get("COLORFGBG", "").endswith((";15", ";7")) else DARK
