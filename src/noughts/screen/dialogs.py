"""What lies over the board for a moment: a choice, or the keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key as KeyPress
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from noughts.core.rules import Rules
from noughts.core.text import instructions
from noughts.language import gettext as _
from noughts.language import pgettext
from noughts.screen.keys import Key

_FRAME = """
    align: center middle;
    & > Vertical {
        width: auto; min-width: 26; max-width: 90%; height: auto; max-height: 100%;
        padding: 0 1; background: $surface; border: round $primary; border-title-color: $primary;
    }
"""


class Choice(ModalScreen[str | None]):
    """Asks to choose one of several things; None if nothing is chosen."""

    DEFAULT_CSS = f"""
    Choice {{ {_FRAME}
        & OptionList {{
            width: 34; max-width: 100%; height: auto; max-height: 12; border: none; padding: 0;
            background: transparent; background-tint: transparent;
        }}
        & OptionList > .option-list--option-highlighted {{
            background: $primary; color: $background; text-style: bold;
        }}
    }}
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
        self._close(event.option.id)

    def on_key(self, event: KeyPress) -> None:
        if event.key in ("escape", "q"):
            event.stop()
            self._close(None)

    def on_click(self, event: object) -> None:
        if getattr(event, "widget", None) is self:  # beside the choices
            self._close(None)

    def _close(self, answer: str | None) -> None:
        if self.is_current:  # and not closed by the key before
            self.dismiss(answer)


class Help(ModalScreen[None]):
    """Says how to play and what the keys do; any key but those that scroll closes it."""

    DEFAULT_CSS = f"""
    Help {{ {_FRAME}
        & > Vertical {{ overflow-y: auto; scrollbar-size-vertical: 0; width: 60; }}
    }}
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
            self._close()

    def on_click(self) -> None:
        self._close()

    def _close(self) -> None:
        if self.is_current:
            self.dismiss(None)
