"""What is around the board: the panel and the names of the keys; and what is asked over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key as KeyPress
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from noughts.core.mark import Mark
from noughts.core.rules import Rules
from noughts.wording.language import gettext as _
from noughts.wording.language import pgettext
from noughts.wording.text import instructions

T = TypeVar("T")

_LOW = 14  # rows in which the title is left out
_ROOMY = 60  # columns in which names of keys stand further apart


@dataclass(frozen=True, slots=True)
class Side:
    """One player as the panel shows it."""

    mark: Mark
    name: str
    points: int | None = None
    short: str = ""  # the name where there is little room, if that is another


@dataclass(frozen=True, slots=True)
class Report:
    """What the panel says."""

    title: str
    status: str
    sides: tuple[Side, ...] = ()
    turn: Mark | None = None
    draws: int | None = None
    coach: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    moves: tuple[str, ...] = ()
    current: int | None = None  # the number of the last move that is shown, if more follow
    advice: str = ""  # what to press, for somebody who has just begun
    notice: str = ""  # an answer to the last key, until the next


class SidePanel(VerticalScroll, can_focus=False):
    """Shows a report, and scrolls where there is little room."""

    DEFAULT_CSS = """
    SidePanel {
        width: 1fr; height: 1fr; padding: 0 1; background: $background;
        scrollbar-size-vertical: 0;
    }
    """

    def compose(self) -> ComposeResult:
        yield Static()

    def show(self, report: Report, width: int, height: int) -> None:
        """Show a report in so many columns and rows; the moves come last, where there is room."""
        parts = [(f"{report.title}\n\n", "bold")] if height > _LOW else []
        parts += [*_sides(report, width), (report.status, "bold")]
        below = (report.advice, ""), (report.notice, "$draw"), (report.coach, "")
        parts += [(f"\n\n{text}", style) for text, style in below if text]
        if report.facts:
            parts.append(("\n", ""))
        for name, text in report.facts:
            parts += [(f"\n{name}: ", "$soft"), (text, "")]
        if report.moves:
            heading = _("Moves")
            parts.append((f"\n\n{heading}\n", "$soft"))
        for number, move in enumerate(report.moves, 1):
            style = "reverse" if number == report.current else ""
            parts += [(f"{number}.", "$soft"), (move, style), (" ", "")]
        self.query_one(Static).update(Content.assemble(*parts))
        self.scroll_home(animate=False)


def _sides(report: Report, width: int) -> list[tuple[str, str]]:
    """The players with their points: texts and their styles."""
    parts = []
    for side in report.sides:
        points = "" if side.points is None else str(side.points)
        room = max(width - 4 - len(points) - 1, 4)
        name = side.name if len(side.name) <= room else side.short or side.name
        name = name if len(name) <= room else f"{name[: room - 1]}…"
        sign, style = ("▸ ", "bold") if side.mark is report.turn else ("  ", "")
        parts += [
            (sign, "bold"),
            (str(side.mark), f"bold ${side.mark.value}"),
            (f" {name:{room}} {points}\n", style),
        ]
    if report.draws is not None:
        label, points = _("Draws"), str(report.draws)
        parts.append((f"    {label:{max(width - 5 - len(points), 4)}} {points}\n", "$soft"))
    return [*parts, ("\n", "")] if parts else []


@dataclass(frozen=True, slots=True)
class Key:
    """A letter, what it does in a word or two, and the function that does it.

    `meaning` is what the help says, if that is more.
    """

    letter: str
    label: str
    run: Callable[[], object]
    meaning: str = ""


class KeyBar(Static):
    """Names the keys of a screen; each can be clicked."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; width: 100%; height: auto; background: $panel;
        link-style: none; link-color: $foreground; link-background: $panel; text-wrap: nowrap;
        link-style-hover: bold; link-color-hover: $panel; link-background-hover: $primary;
    }
    """

    def show(self, keys: Sequence[Key], width: int, most: int) -> int:
        """Show the names of these keys in `most` rows or fewer; returns the rows that they take."""
        gap = 2 if width >= _ROOMY else 1
        rows = [Content()]
        for key in keys:
            name = Content.from_markup(
                f"[@click=screen.press('{key.letter}')][bold $primary]{key.letter}[/] $label[/]",
                label=key.label,
            )
            if not rows[-1]:
                rows[-1] = name
            elif len(rows[-1]) + gap + len(name) <= width:
                rows[-1] = rows[-1] + " " * gap + name
            else:
                rows.append(name)
        self.update(Content("\n").join(rows[:most]))
        return len(rows[:most])


class Dialog(ModalScreen[T]):
    """A frame over the board."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: auto; min-width: 26; max-width: 90%; height: auto; max-height: 100%;
        padding: 0 1; background: $surface; border: round $primary; border-title-color: $primary;
    }
    """

    def close(self, answer: T | None = None) -> None:
        """Close it, unless the key before did."""
        if self.is_current:
            self.dismiss(answer)


class Choice(Dialog[str]):
    """Asks to choose one of several things; None if nothing is chosen."""

    DEFAULT_CSS = """
    Choice OptionList {
        width: 34; max-width: 100%; height: auto; max-height: 12; border: none; padding: 0;
        background: transparent; background-tint: transparent;
        & > .option-list--option-highlighted {
            background: $primary; color: $background; text-style: bold;
        }
    }
    """

    def __init__(self, title: str, options: Sequence[tuple[str, str]], chosen: str = "") -> None:
        super().__init__()
        self._title, self._options, self._chosen = title, options, chosen

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title = self._title
            frame.border_subtitle = _("Enter: choose · Esc: close")
            options = (Option(Content(text), id=name) for name, text in self._options)
            yield OptionList(*options, compact=True)

    def on_mount(self) -> None:
        names = [name for name, _text in self._options]
        choices = self.query_one(OptionList)
        choices.highlighted = names.index(self._chosen) if self._chosen in names else 0
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.close(event.option.id)

    def on_key(self, event: KeyPress) -> None:
        if event.key in ("escape", "q"):
            event.stop()
            self.close()

    def on_click(self, event: object) -> None:
        if getattr(event, "widget", None) is self:  # beside the choices
            self.close()


class Help(Dialog[None]):
    """Says how to play and what the keys do; any key but those that scroll closes it."""

    DEFAULT_CSS = """
    Help > Vertical { overflow-y: auto; scrollbar-size-vertical: 0; width: 60; }
    """

    def __init__(self, rules: Rules, keys: Sequence[Key]) -> None:
        super().__init__()
        self._rules, self._keys = rules, keys

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title, frame.border_subtitle = _("Keys"), "↑ ↓"  # which scroll it
            rows = [
                *([("1 … 9", _("take that square"))] if self._rules.is_common else []),
                ("← ↑ → ↓", _("move around the board")),
                (pgettext("key", "Enter"), _("take the square")),
                ("b2", _("typed, point at that square")),
                *((key.letter, key.meaning or key.label) for key in self._keys),
                ("Ctrl+T", _("light or dark")),
            ]
            width = max(len(name) for name, _text in rows) + 2
            parts = [
                part for name, text in rows for part in ((f"\n{name:{width}}", "bold"), (text, ""))
            ]
            yield Static(Content.assemble(instructions(self._rules), "\n", *parts))

    def on_key(self, event: KeyPress) -> None:
        event.stop()
        steps = {"down": 1, "up": -1, "pagedown": 8, "pageup": -8}
        if event.key in steps:
            self.query_one(Vertical).scroll_relative(y=steps[event.key], animate=False)
        else:
            self.close()

    def on_click(self) -> None:
        self.close()
