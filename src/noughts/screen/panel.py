"""The panel beside the board: who plays, the score, what goes on, the coach, the moves."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from noughts.core.mark import Mark
from noughts.language import gettext as _

Part = tuple[str, str]  # a text and its style

_LOW = 14  # rows in which the title is left out
_SIGNS = {Mark.X: "X", Mark.O: "O"}


@dataclass(frozen=True, slots=True)
class Side:
    """One player as the panel shows it."""

    mark: Mark
    name: str
    short: str  # where there is little room
    points: int | None = None
    is_to_move: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What the panel says."""

    title: str
    status: str
    sides: tuple[Side, ...] = ()
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
        heading = [(f"{report.title}\n\n", "bold")] if height > _LOW else []
        rest = *_status(report), *_coach(report), *_facts(report), *_moves(report)
        self.query_one(Static).update(Content.assemble(*heading, *_sides(report, width), *rest))
        self.scroll_home(animate=False)


def _sides(report: Report, width: int) -> list[Part]:
    parts: list[Part] = []
    for side in report.sides:
        points = "" if side.points is None else str(side.points)
        room = max(width - 4 - len(points) - 1, 4)
        name = side.name if len(side.name) <= room else side.short
        name = name if len(name) <= room else f"{name[: room - 1]}…"
        parts += [
            ("▸ " if side.is_to_move else "  ", "bold"),
            (_SIGNS[side.mark], f"bold ${side.mark.value}"),
            (f" {name:{room}} {points}\n", "bold" if side.is_to_move else ""),
        ]
    if report.draws is not None:
        label, points = _("Draws"), str(report.draws)
        parts.append((f"    {label:{max(width - 5 - len(points), 4)}} {points}\n", "$soft"))
    return [*parts, ("\n", "")] if parts else []


def _status(report: Report) -> list[Part]:
    parts = [(report.status, "bold")]
    if report.advice:
        parts.append((f"\n\n{report.advice}", ""))
    return [*parts, (f"\n\n{report.notice}", "$draw")] if report.notice else parts


def _coach(report: Report) -> list[Part]:
    return [(f"\n\n{report.coach}", "")] if report.coach else []


def _facts(report: Report) -> list[Part]:
    parts: list[Part] = [("\n", "")] if report.facts else []
    for name, text in report.facts:
        parts += [(f"\n{name}: ", "$soft"), (text, "")]
    return parts


def _moves(report: Report) -> list[Part]:
    if not report.moves:
        return []
    heading = _("Moves")
    parts: list[Part] = [(f"\n\n{heading}\n", "$soft")]
    for number, move in enumerate(report.moves, 1):
        is_current = number == report.current
        parts += [
            (f"{number}.", "$soft"),
            (move, "reverse" if is_current else ""),
            (" ", ""),
        ]
    return parts
