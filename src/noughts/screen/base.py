"""The base of all screens with a board: its place, the cursor, the keys, the panel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from threading import Thread
from typing import TypeAlias, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer

from noughts.core import Move, Rules
from noughts.core.errors import NotationError, NoughtsError
from noughts.core.notation import column_name, read_square, square_name
from noughts.screen.app import run
from noughts.screen.board import BoardView, Picture, legend, plan_for
from noughts.screen.panel import Choice, Dialog, Help, Key, KeyBar, Report, SidePanel
from noughts.wording.grammar import sentence, worded
from noughts.wording.language import gettext as _
from noughts.wording.language import pgettext
from noughts.wording.text import instructions, paragraph

T = TypeVar("T")
Job: TypeAlias = Callable[[], Coroutine[object, object, None]]

_STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_PATIENCE = 0.8  # seconds for the number after a letter that is a key as well


class BoardScreen(Screen[None]):
    """A board with a panel beside or below it and the names of the keys at the bottom.

    Subclasses say what is shown (`picture`, `report`), which keys there are, and what taking a
    square means; after each change they call `show`.
    """

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    BoardScreen {
        background: $background; color: $foreground;
        & > #table { layout: horizontal; height: 1fr; width: 100%; align-horizontal: center; }
        & > #table.stacked { layout: vertical; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.notice = ""
        self._typed = ""  # of the name of a square
        self._pending: Timer | None = None

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            yield BoardView(self.picture())
            yield SidePanel()
        yield KeyBar()

    def run(self) -> int:
        """Show it until the person leaves; returns the exit code."""
        return run(self)

    # --- what subclasses say

    def picture(self) -> Picture:
        """Return the board as it is now."""
        raise NotImplementedError

    def report(self) -> Report:
        """Return what the panel says now."""
        raise NotImplementedError

    def keys(self) -> list[Key]:
        """Return the keys there are now, the most important first."""
        raise NotImplementedError

    def purpose(self) -> str:
        """Return what this screen is for, or how to play: the beginning of its help."""
        return instructions(self.rules)

    def take(self, move: Move) -> None:
        """Do what choosing a square means; raises NoughtsError where it can't be done."""

    def other_keys(self) -> list[tuple[str, str]]:
        """Return the keys without a name at the bottom, which take squares, and what they do."""
        rules = self.rules
        return [
            ("1 … 9", _("take a square, counted from the top left"))
            if rules.is_common
            else ("b2", _("typed, point at that square")),
            ("← ↑ → ↓", _("move around the board")),
            ("Home End", _("the ends of the row; with Ctrl, of the board")),
            (pgettext("key", "Enter"), _("take the square")),
        ]

    # --- showing

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one(BoardView)

    @property
    def rules(self) -> Rules:
        """The board that is shown."""
        return self.picture().position.rules

    def show(self) -> None:
        """Show everything as it is now."""
        if self.query(BoardView):
            self.board.show(self.picture())
            width, height = self.app.size
            most = max(height // 8, 1)  # rows of the names of the keys
            height = max(height - self.query_one(KeyBar).show(self._all_keys(), width, most), 1)
            frame, is_stacked = plan_for(self.rules, width, height)
            self.query_one("#table").set_class(is_stacked, "stacked")
            self.board.use(frame)
            across, down = frame.size
            space = (width, height - down) if is_stacked else (width - across, height)
            signs = legend(self.picture().notes, frame)
            self.query_one(SidePanel).show(self.report(), signs, *space)

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.show()

    def on_screen_resume(self) -> None:
        """Follow what was changed while another screen lay over this one, such as the size."""
        self.show()

    def say(self, notice: str) -> None:
        """Answer the last key."""
        self.notice = notice
        self.show()

    # --- keys and clicks

    def _all_keys(self) -> list[Key]:
        is_first = self is self.app.screen_stack[0]
        return [
            *self.keys(),
            Key("m", _("Menu"), self.open_menu, _("all of this, to choose from")),
            Key("?", _("Keys"), self.show_help, _("these keys")),
            Key("q", _("Quit"), self.leave, _("leave"))
            if is_first
            else Key("q", _("Back to the game"), self.leave),
        ]

    def action_press(self, letter: str) -> None:
        """Do what a key does, as when its name is clicked."""
        for key in self._all_keys():
            if key.letter == letter:
                with self._saying_why_not():
                    key.run()

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        self._take(event.move)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if self.app.screen is not self:
            return  # typed ahead of a dialog, for which it was meant
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.stop()
        if self.notice:
            self.say("")
        if event.key in _STEPS or event.key in ("home", "end", "ctrl+home", "ctrl+end"):
            width, height = self.rules.width, self.rules.height
            row, column = divmod(self.board.cursor, width)
            if event.key in _STEPS:
                down, right = _STEPS[event.key]
                row = min(max(row + down, 0), height - 1)
                column = min(max(column + right, 0), width - 1)
            else:
                column = 0 if event.key.endswith("home") else width - 1
                row = {"ctrl+home": 0, "ctrl+end": height - 1}.get(event.key, row)
            self.board.point_at(row * width + column)
        elif event.key in ("enter", "space"):
            self._typed = ""
            self._take(self.board.cursor)
        elif event.key == "pagedown":
            self.query_one(SidePanel).scroll_page_down()
        elif event.key == "pageup":
            self.query_one(SidePanel).scroll_page_up()
        elif event.character is not None and event.is_printable:
            self._letter(event.character.lower(), is_waiting=pending is not None)

    def _letter(self, letter: str, *, is_waiting: bool) -> None:
        rules = self.rules
        if rules.is_common and letter in "123456789":
            self._take(int(letter) - 1)
            return
        has_names = self.picture().has_cursor and not rules.is_common
        typed = _typed_on(rules, self._typed, letter) if has_names else None
        if typed is None:
            self._typed = ""
            self.action_press(letter)
            return
        self._typed, square = typed, _square_called(rules, typed)
        if square is not None:
            self.board.point_at(square)
            self.say(_("{square}: press Enter to take it", square=typed))
        else:
            self.say(_("{letter}… and the number of the row?", letter=typed))
        if not is_waiting and any(key.letter == letter for key in self._all_keys()):
            self._pending = self.set_timer(_PATIENCE, partial(self._stop_typing, letter))

    def _stop_typing(self, letter: str) -> None:
        """Do what `h` does, since no number came that would make it `h8`."""
        self._pending = None
        self._typed = ""
        self.say("")
        self.action_press(letter)

    def _take(self, move: Move) -> None:
        with self._saying_why_not():
            self.take(move)

    @contextmanager
    def _saying_why_not(self) -> Iterator[None]:
        """Say why, if something can't be done."""
        try:
            yield
        except NoughtsError as error:
            self.say(paragraph(sentence(worded(error))))

    def ask(self, dialog: Dialog[str], answered: Callable[[str], object]) -> None:
        """Open a dialog; `answered` is called with what is chosen or typed, unless nothing is."""

        def done(answer: str | None) -> None:
            if answer is not None:
                with self._saying_why_not():
                    answered(answer)

        self.app.push_screen(dialog, done)

    def open_menu(self) -> None:
        """Offer everything that there is a key for."""
        options = [(key.letter, f"{key.letter}  {key.label}") for key in self._all_keys()]
        options = [(letter, label) for letter, label in options if letter != "m"]
        self.ask(Choice(_("Menu"), options), self.action_press)

    def confirm(self, title: str, yes: str, action: Callable[[], object]) -> None:
        """Do something that ends the game, if that is meant."""
        options = [("no", _("Go on with this game")), ("yes", yes)]
        dialog = Choice(title, options, "no", is_in_use=False)
        self.ask(dialog, lambda answer: action() if answer == "yes" else None)

    def confirm_resigning(self, action: Callable[[], object]) -> None:
        """Resign by the action, if that is meant."""
        self.confirm(_("Resign"), _("Yes, resign"), action)

    def work(self, job: Job, *, is_alone: bool = False) -> None:
        """Begin a job, with `is_alone` in place of all others, and say why if it can't be done.

        It is cancelled when the screen closes.
        """

        async def guarded() -> None:
            with self._saying_why_not():
                await job()

        to_run: Job = guarded
        self.run_worker(to_run, exclusive=is_alone)

    def show_help(self) -> None:
        """Say how to play, and what the keys do."""
        self.app.push_screen(Help(self.purpose(), self.other_keys(), self._all_keys()))

    def leave(self) -> None:
        """End the program, or go back to the screen below."""
        if self is self.app.screen_stack[0]:
            self.app.exit(return_code=0)
        elif self.app.screen is self:
            self.app.pop_screen()


def how_to_take(rules: Rules) -> str:
    """Return what to press to take a square, for a beginner."""
    if rules.is_common:
        return _("Click a square, or go there with the arrows and press Enter.")
    square = square_name(rules.width, rules.height // 2 * rules.width + rules.width // 2)
    return _(
        "Click a square, or type its name, such as {square}, or go there with the arrows; "
        "then press Enter.",
        square=square,
    )


def _typed_on(rules: Rules, typed: str, letter: str) -> str | None:
    """Return the typed part of a square's name with one more letter; None if no square has it.

    >>> _typed_on(Rules(15, 15, 5), "h", "8")
    'h8'
    """
    if letter.isalpha():
        return letter if letter in map(column_name, range(rules.width)) else None
    return None if _square_called(rules, typed + letter) is None else typed + letter


def _square_called(rules: Rules, name: str) -> Move | None:
    with suppress(NotationError):
        return read_square(rules.width, rules.height, name)
    return None


async def in_background(work: Callable[[], T]) -> T:
    """Return the result of some work, done in a thread of its own; raises what it raises.

    A caller that was cancelled meanwhile, as by a new game, is never told the result.
    """
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # it can no longer be cancelled, only be ignored
    context = copy_context()  # the language is in it

    def run() -> None:
        try:
            future.set_result(context.run(work))
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True, name="noughts").start()
    return await asyncio.wrap_future(future)
