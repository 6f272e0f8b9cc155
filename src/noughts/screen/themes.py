"""A light and a dark theme with the colours of the pages."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

from noughts.core.mark import Mark
from noughts.core.pictures import palette

LIGHT, DARK = "noughts-light", "noughts-dark"


def light() -> Theme:
    """The colours of the pages by day."""
    return Theme(
        name=LIGHT,
        dark=False,
        primary=palette.MARKS[Mark.X],
        foreground=palette.INK,
        background=palette.PAPER,
        surface=palette.RAISED,
        panel=palette.SUNK,
        variables={
            "x": palette.MARKS[Mark.X],
            "o": palette.MARKS[Mark.O],
            "board": palette.BOARD,
            "board-raised": "#ffe39c",
            "lattice": palette.LATTICE,
            "label": "#6f4a00",
            "soft": palette.SOFT,
            "cursor": palette.MARKS[Mark.X],
            "win": "#0f6339",
            "win-tint": "#d3f2dd",
            "draw": "#6a5000",
            "draw-tint": "#fff0b8",
            "loss": "#a31540",
            "loss-tint": "#ffdfe4",
        },
    )


def dark() -> Theme:
    """The colours of the pages by night."""
    return Theme(
        name=DARK,
        dark=True,
        primary="#ffd257",
        foreground="#f6f0ff",
        background="#17122e",
        surface="#221b43",
        panel="#2a2252",
        variables={
            "x": palette.DARK_MARKS[Mark.X],
            "o": palette.DARK_MARKS[Mark.O],
            "board": "#32276b",
            "board-raised": "#463893",
            "lattice": "#9a8be0",
            "label": "#bcb2d6",
            "soft": "#bcb2d6",
            "cursor": "#ffd75e",
            "win": "#7ee2ac",
            "win-tint": "#153d33",
            "draw": "#ffd75e",
            "draw-tint": "#42351a",
            "loss": "#ffa3b1",
            "loss-tint": "#4d2038",
        },
    )


def theme_wanted(environment: Mapping[str, str]) -> str:
    """The theme named by NOUGHTS_THEME, or the one that goes with the terminal's background.

    Some terminals say in COLORFGBG which of their sixteen colours that is; others get the dark one.

    >>> theme_wanted({"COLORFGBG": "0;15"}), theme_wanted({})
    ('noughts-light', 'noughts-dark')
    """
    chosen = environment.get("NOUGHTS_THEME", "")
    if chosen in ("light", "dark"):
        return LIGHT if chosen == "light" else DARK
    return LIGHT if environment.get("COLORFGBG", "").endswith((";15", ";7")) else DARK
