"""The colours of boards, the same on pages and in pictures."""

from __future__ import annotations

from typing import Final

from noughts.core import Mark

PAPER: Final = "#fff6e6"
INK: Final = "#2a1f45"
SOFT: Final = "#62567a"
RAISED: Final = "#fffdf8"
SUNK: Final = "#ffeccb"
BOARD: Final = "#ffd46b"
BOARD_EDGE: Final = "#eba927"
LATTICE: Final = "#9c6200"
MARKS: Final = {Mark.X: "#2b3ad6", Mark.O: "#cb163a"}
DARK_MARKS: Final = {Mark.X: "#74c7ff", Mark.O: "#ff9184"}
