"""What all screens with a board have in common: its place, the cursor, the keys, the panel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer

from noughts.core.bits import Move
from noughts.core.errors import NoughtsError
from noughts.core.grammar import sentence, worded
from noughts.core.rules import Rules
from noughts.core.text import paragraph
from noughts.language import gettext as _
from noughts.screen.board import BoardView, Picture
from noughts.screen.keys import Key, KeyBar
from noughts.screen.layout import plan_for
from noughts.screen.panel import Report, SidePanel
from noughts.screen.typed_square import TypedSquare

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
        & > #table { layout: horizontal; height: 1fr; width: 100%; }
        & > #table.stacked { layout: vertical; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.notice = ""
        self._typed = TypedSquare()
        self._size = Size()
        self._pending: Timer | None = None

    def compose(self) -> ComposeResult:
        self._size = self.app.size  # so that the first frame is right
        with Container(id="table"):
            yield BoardView(self.picture())
            yield SidePanel()
        yield KeyBar()

    # --- what subclasses say

    def picture(self) -> Picture:
        """The board as it is now."""
        raise NotImplementedError

    def report(self) -> Report:
        """What the panel says now."""
        raise NotImplementedError

    def keys(self) -> list[Key]:
        """The keys there are now, the most important first."""
        raise NotImplementedError

    def take(self, move: Move) -> None:
        """Do what choosing a square means; raises NoughtsError where it can't be done."""

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
            self._arrange()

    def _arrange(self) -> None:
        """Share out the room, of which the names of the keys take what they need, up to half."""
        width, height = self._size
        most = max(height // 2, 1)
        height = max(height - self.query_one(KeyBar).show(self._all_keys(), width, most), 1)
        plan = plan_for(self.rules, width, height)
        self.query_one("#table").set_class(plan.is_stacked, "stacked")
        self.board.use(plan.frame)
        used = plan.frame.size
        room = (width, height - used[1]) if plan.is_stacked else (width - used[0], height)
        self.query_one(SidePanel).show(self.report(), room[0] - 2, room[1])

    def on_mount(self) -> None:
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self._size = event.size
        self.show()

    def say(self, notice: str) -> None:
        """Answer the last key."""
        self.notice = notice
        self.show()

    # --- keys and clicks

    def _all_keys(self) -> list[Key]:
        return [
            *self.keys(),
            Key("?", _("Keys"), self.show_help, _("these keys")),
            Key("q", _("Quit"), self.leave, _("leave")),
        ]

    def action_press(self, letter: str) -> None:
        """Do what a key does, as when its name is clicked."""
        self._run(letter)

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        self._take(event.move)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        pending = self._stop_waiting()
        if self.notice:
            self.say("")
        if event.key in _STEPS or event.key in ("home", "end", "ctrl+home", "ctrl+end"):
            self._point(event.key)
        elif event.key in ("enter", "space"):
            self._typed = TypedSquare()
            self._take(self.board.cursor)
        elif event.key == "pagedown":
            self.query_one(SidePanel).scroll_page_down()
        elif event.key == "pageup":
            self.query_one(SidePanel).scroll_page_up()
        elif event.character is not None and event.is_printable:
            self._letter(event.character.lower(), is_waiting=pending)

    def _letter(self, letter: str, *, is_waiting: bool) -> None:
        rules = self.rules
        if rules.is_common:
            if letter in "123456789":
                self._take(int(letter) - 1)
            else:
                self._run(letter)
            return
        typed = self._typed.with_letter(rules, letter)
        is_key = any(key.letter == letter for key in self._all_keys())
        if typed is None:
            self._typed = TypedSquare()
            self._run(letter)
        elif is_key and not is_waiting:
            self._wait_for_number(typed, letter)
        else:
            self._type(typed)

    def _type(self, typed: TypedSquare) -> None:
        """Point at the square that is typed so far."""
        self._typed = typed
        square = typed.square(self.rules)
        if square is not None:
            self.board.point_at(square)
            self.say(_("{square}: press Enter to take it", square=typed.text))
        else:
            self.say(_("{letter}… and the number of the row?", letter=typed.text))

    def _wait_for_number(self, typed: TypedSquare, letter: str) -> None:
        """Tell `h` from `h8`: what the key does waits a moment for a number."""
        self._type(typed)

        def run() -> None:
            self._pending = None
            self._typed = TypedSquare()
            self.notice = ""
            self._run(letter)

        self._pending = self.set_timer(_PATIENCE, run)

    def _stop_waiting(self) -> bool:
        if self._pending is None:
            return False
        self._pending.stop()
        self._pending = None
        return True

    def _point(self, key: str) -> None:
        """Move the cursor as on the page: by a square, to the end of the row, or of the board."""
        width, height = self.rules.width, self.rules.height
        row, column = divmod(self.board.cursor, width)
        if key in _STEPS:
            down, right = _STEPS[key]
            row = min(max(row + down, 0), height - 1)
            column = min(max(column + right, 0), width - 1)
        else:
            column = 0 if key.endswith("home") else width - 1
            row = {"ctrl+home": 0, "ctrl+end": height - 1}.get(key, row)
        self.board.point_at(row * width + column)

    def _take(self, move: Move) -> None:
        self._try(lambda: self.take(move))

    def _run(self, letter: str) -> None:
        for key in self._all_keys():
            if key.letter == letter:
                self._try(key.run)

    def _try(self, action: Callable[[], object]) -> None:
        """Do something, and say why if it can't be done."""
        try:
            action()
        except NoughtsError as error:
            self.say(_sentence(error))

    def ask(
        self,
        title: str,
        options: Sequence[tuple[str, str]],
        chosen: str,
        answered: Callable[[str], object],
    ) -> None:
        """Let somebody choose; `answered` is called with the choice, unless there was none."""
        from noughts.screen.dialogs import Choice  # noqa: PLC0415 - not needed to begin

        def done(answer: str | None) -> None:
            if answer is not None:
                self._try(lambda: answered(answer))

        self.app.push_screen(Choice(title, options, chosen), done)

    def work(self, job: Job, *, is_alone: bool = False) -> None:
        """Begin a job, with `is_alone` in place of all others, and say why if it can't be done.

        It is cancelled when the screen closes.
        """

        async def guarded() -> None:
            try:
                await job()
            except NoughtsError as error:
                self.say(_sentence(error))

        to_run: Job = guarded
        self.run_worker(to_run, exclusive=is_alone)

    async def pause(self, seconds: float) -> None:
        """Wait a moment so that what happened is seen, unless animations are off."""
        if self.app.animation_level != "none":
            await asyncio.sleep(seconds)

    def _typed_nothing(self) -> None:
        self._typed, self.notice = TypedSquare(), ""

    def show_help(self) -> None:
        """Say how to play, and what the keys do."""
        from noughts.screen.dialogs import Help  # noqa: PLC0415 - not needed to begin

        self.app.push_screen(Help(self.rules, self._all_keys()))

    def leave(self) -> None:
        """End the program."""
        self.app.exit(return_code=0)


def _sentence(error: NoughtsError) -> str:
    return paragraph(sentence(worded(error)))


def how_to_take(rules: Rules) -> str:
    """What to press to take a square, for somebody who has just begun."""
    if rules.is_common:
        return _("Press 1 to 9, click a square, or go there with the arrows and press Enter.")
    return _("Click a square, or go there with the arrows and press Enter.")
