"""The panel beside the board, the names of the keys below it, and the dialogs over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key as KeyPress
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from noughts.core import Mark
from noughts.wording.language import gettext as _
from noughts.wording.text import Subject, label_of

if TYPE_CHECKING:
    from textual.widgets import Input

T = TypeVar("T")

_LOW = 14  # rows in which the title is left out
_LOWEST = 9  # rows in which the players stand in one row
_WIDEST, _WIDEST_SIDES = 64, 36  # columns of sentences, and of the names with their points
_IN_USE = " ", "●"  # before the other choices, and before what is in use
_ESSENTIAL = 3  # the last keys: for the menu with all others, for help, and to leave


@dataclass(frozen=True, slots=True)
class Side:
    """One row of the score: a player, or the draws, which have no mark.

    The name is empty for a player who is called by their mark.
    """

    mark: Mark | None
    name: str
    points: int | None = None
    short: str = ""  # the name where there is little space, if that is another

    @classmethod
    def of(cls, mark: Mark, subject: Subject, points: int | None) -> Side:
        """Return the row of a side, as sentences call it."""
        return cls(mark, "" if isinstance(subject, Mark) else label_of(subject), points)


@dataclass(frozen=True, slots=True)
class Report:
    """The contents of the panel."""

    title: str
    status: str
    sides: tuple[Side, ...] = ()
    turn: Mark | None = None
    draws: int | None = None
    coach: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    moves: tuple[str, ...] = ()
    current: int | None = None  # the number of the last move that is shown, if more follow
    advice: str = ""  # what to press, for a beginner
    notice: str = ""  # an answer to the last key, until the next


class SidePanel(VerticalScroll, can_focus=False):
    """A report; where there is little space, with a bar, and with what was said last."""

    DEFAULT_CSS = """
    SidePanel {
        height: 1fr; padding: 0 0 0 1; background: $background; scrollbar-gutter: stable;
        scrollbar-size-vertical: 1; scrollbar-color: $soft; scrollbar-background: $panel;
        & > #said, & > #moves { margin-top: 1; }
    }
    """

    def compose(self) -> ComposeResult:
        yield from (Static(id="game"), Static(id="said"), Static(id="moves"))

    def show(self, report: Report, legend: str, width: int, height: int) -> None:
        """Show a report in a width and a height; the moves come last, where there is space."""
        self.styles.width = min(width, _WIDEST)
        game = [(f"{report.title}\n\n", "bold")] if height > _LOW else []
        game += [*_sides(report, width - 2, is_low=height < _LOWEST), (report.status, "bold")]
        below = (report.advice, ""), (report.notice, "$draw"), (report.coach, ""), (legend, "$soft")
        texts = [part for text, style in below if text for part in ((text, style), ("\n\n", ""))]
        rest = []
        for name, text in report.facts:
            rest += [(f"{name}: ", "$soft"), (f"{text}\n", "")]
        if report.moves:
            gap, heading = "\n" if rest else "", _("Moves")
            rest.append((f"{gap}{heading}\n", "$soft"))
        for number, move in enumerate(report.moves, 1):
            style = "reverse" if number == report.current else ""
            rest += [(f"{number}.", "$soft"), (move, style), (" ", "")]
        for static, parts in zip(self.query(Static), (game, texts[:-1], rest), strict=True):
            static.update(Content.assemble(*parts))
            static.display = bool(parts)
        self.call_after_refresh(self._scroll_to_last, height)

    def _scroll_to_last(self, height: int) -> None:
        """Bring what was said last into sight, from its beginning if it is longer than that."""
        widget = self.query_one("#said")
        top, rows = widget.virtual_region.y, widget.virtual_region.height * widget.display
        self.scroll_to(y=max(min(top, top + rows - height), 0), animate=False)


def _sides(report: Report, width: int, *, is_low: bool) -> list[tuple[str, str]]:
    """Return the players with their points, one a row or, if `is_low`, side by side if it fits."""
    sides = [*report.sides]
    if report.draws is not None:
        sides.append(Side(None, _("Draws"), report.draws))
    if is_low:
        row = [part for side in sides for part in _side(side, 0, report.turn)]
        if sum(len(text) for text, _style in row) <= width:
            return [*row, ("\n", "")]
    rows = (_side(side, min(width, _WIDEST_SIDES), report.turn) for side in sides)
    parts = [part for row in rows for part in (*row, ("\n", ""))]
    return [*parts, ("\n", "")] if parts else []


def _side(side: Side, width: int, turn: Mark | None) -> list[tuple[str, str]]:
    """Return a player in `width` columns, or for 0 in as few as that takes."""
    points = "" if side.points is None else str(side.points)
    space = max(width - 5 - len(points), 4) if width else 0
    name = side.name if len(side.name) <= space else side.short or side.name
    if len(name) > space > 0:
        name = f"{name[: space - 1]}…"
    is_turn = side.mark is not None and side.mark is turn
    return [
        ("▸ " if is_turn else "  ", "bold"),
        (" ", "") if side.mark is None else (str(side.mark), f"bold ${side.mark.value}"),
        (
            f" {name:{space}} {points}" if space else f" {name} {points}".replace("  ", " "),
            "$soft" if side.mark is None else "bold" if is_turn else "",
        ),
    ]


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
    """The keys of a screen; each can be clicked."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; width: 100%; height: auto; background: $panel;
        link-style: none; link-color: $foreground; link-background: $panel; text-wrap: nowrap;
        link-style-hover: bold; link-color-hover: $panel; link-background-hover: $primary;
    }
    """

    def show(self, keys: Sequence[Key], width: int, most: int) -> int:
        """Show the names of these keys in `most` rows or fewer; returns the rows that they take.

        Those for which there is no space are only in the menu.
        """
        names = [
            Content.from_markup(
                f"[@click=screen.press('{key.letter}')][bold $primary]{key.letter}[/] $label[/]",
                label=key.label,
            )
            for key in keys
        ]
        gap = 2
        while len(rows := _rows(names, width, gap)) > most and len(names) > _ESSENTIAL:
            if gap == 1:
                del names[-_ESSENTIAL - 1]
            gap = 1
        self.update(Content("\n").join(rows[:most]))
        return len(rows[:most])


def _rows(names: Sequence[Content], width: int, gap: int) -> list[Content]:
    """Return names one after another, in as many rows as they need."""
    rows = [Content()]
    for name in names:
        if not rows[-1]:
            rows[-1] = name
        elif len(rows[-1]) + gap + len(name) <= width:
            rows[-1] = rows[-1] + " " * gap + name
        else:
            rows.append(name)
    return rows


class Dialog(ModalScreen[T]):
    """A frame over the board, with one thing in it."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: auto; min-width: 26; max-width: 90%; height: auto; max-height: 100%;
        padding: 0 1; background: $surface; border: round $primary; border-title-color: $primary;
    }
    """

    def __init__(self, title: str, content: Widget, subtitle: str = "") -> None:
        super().__init__()
        self._title, self._content = title, content
        self._subtitle = subtitle or _("Enter: choose · Esc: close")

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title, frame.border_subtitle = self._title, self._subtitle
            yield self._content

    def close(self, answer: T | None = None) -> None:
        """Close it, unless the key before did."""
        if self.is_current:
            self.dismiss(answer)

    def on_key(self, event: KeyPress) -> None:
        if event.key == "escape":
            event.stop()
            self.close()


class Choice(Dialog[str]):
    """The choice of one of several things; None if nothing is chosen.

    The cursor stands on `chosen`, which is marked as what is in use now unless it is only likely.
    One whose name is a letter is also chosen by that.
    """

    DEFAULT_CSS = """
    Choice OptionList {
        width: 34; max-width: 100%; height: auto; max-height: 12; border: none; padding: 0;
        background: transparent; background-tint: transparent;
        & > .option-list--option-highlighted {
            background: $primary; color: $background; text-style: bold;
        }
    }
    """

    def __init__(
        self,
        title: str,
        options: Sequence[tuple[str, str]],
        chosen: str = "",
        *,
        is_in_use: bool = True,
    ) -> None:
        if is_in_use and chosen in dict(options):
            options = [(name, f"{_IN_USE[name == chosen]} {text}") for name, text in options]
        listed = (Option(Content(text), id=name) for name, text in options)
        super().__init__(title, OptionList(*listed, compact=True))
        self._names, self._chosen = [name for name, _text in options], chosen

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        chosen_is_there = self._chosen in self._names
        choices.highlighted = self._names.index(self._chosen) if chosen_is_there else 0
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.close(event.option.id)

    def on_key(self, event: KeyPress) -> None:
        is_chosen = event.character in self._names
        if is_chosen or event.key == "q":
            event.stop()
            self.close(event.character if is_chosen else None)

    def on_click(self, event: object) -> None:
        if getattr(event, "widget", None) is self:  # beside the choices
            self.close()


class Entry(Dialog[str]):
    """A field to type something; None if nothing is."""

    DEFAULT_CSS = "Entry Input { width: 34; max-width: 100%; }"

    def __init__(self, title: str, example: str) -> None:
        from textual.widgets import Input

        super().__init__(title, Input(placeholder=example, compact=True))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.close(event.value.strip() or None)


class Help(Dialog[None]):
    """What a screen is for and what its keys do; any key but those that scroll closes it."""

    DEFAULT_CSS = """
    Help > Vertical { overflow-y: auto; scrollbar-size-vertical: 0; width: 60; }
    """

    def __init__(
        self, purpose: str, others: Sequence[tuple[str, str]], keys: Sequence[Key]
    ) -> None:
        rows = [
            *others,
            *((key.letter, key.meaning or key.label) for key in keys),
            ("PgUp PgDn", _("scroll the text")),
            ("Ctrl+T", _("light or dark")),
        ]
        width = max(len(name) for name, _text in rows) + 2
        parts = [
            part for name, text in rows for part in ((f"\n{name:{width}}", "bold"), (text, ""))
        ]
        text = Content.assemble(purpose, "\n", *parts)
        super().__init__(_("Keys"), Static(text), "↑ ↓")  # which scroll it

    def on_key(self, event: KeyPress) -> None:
        event.stop()
        steps = {"down": 1, "up": -1, "pagedown": 8, "pageup": -8}
        if event.key in steps:
            self.query_one(Vertical).scroll_relative(y=steps[event.key], animate=False)
        else:
            self.close()

    def on_click(self) -> None:
        self.close()
