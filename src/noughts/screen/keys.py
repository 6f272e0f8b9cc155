"""The keys of a screen, and the bar that names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widgets import Static

_ROOMY = 60  # columns


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
        rows = _rows(keys, 2 if width >= _ROOMY else 1, width)[:most]
        self.update(Content("\n").join(rows))
        return len(rows)


def _rows(keys: Sequence[Key], gap: int, width: int) -> list[Content]:
    """The names of the keys in rows of that width; a name is not broken."""
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
    return rows
