"""The rules: a board of any size, and how many in a row win."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from noughts.core.checks import whole
from noughts.core.errors import N_, InvalidRules
from noughts.core.lines import Lines, lines_of
from noughts.core.mark import Mark
from noughts.core.notation import read_rules

if TYPE_CHECKING:
    from noughts.core.position import Position

LONGEST_SIDE = 26  # columns are named by one letter
OFFERED = ("3x3:3", "4x4:3", "4x4:4", "5x5:4", "6x6:4", "15x15:5")  # where there is a choice


@dataclass(frozen=True, slots=True)
class Rules:
    """A board of `width` × `height` squares on which `k` or more in a row win.

    Raises InvalidRules unless the sides are 1 to 26 and k is 1 to the longer side, and WrongType.

    >>> Rules()
    Rules(width=3, height=3, k=3)
    >>> str(Rules.parse("15x15:5"))
    '15x15:5'
    """

    width: int = 3
    height: int = 3
    k: int = 3
    size: int = field(init=False, repr=False, compare=False)  # squares on the board
    full: int = field(init=False, repr=False, compare=False)  # the bit mask of all squares
    lines: Lines = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        width, height = whole(self.width, "the width"), whole(self.height, "the height")
        k = whole(self.k, "k")
        if not (1 <= width <= LONGEST_SIDE and 1 <= height <= LONGEST_SIDE):
            raise InvalidRules(
                N_("a board is 1 to {longest} squares wide and high, not {width}x{height}"),
                longest=LONGEST_SIDE,
                width=width,
                height=height,
            )
        if not 1 <= k <= max(width, height):
            raise InvalidRules(
                N_("{count} in a row can't be made on {width}x{height} – choose 1 to {longest}"),
                count=k,
                width=width,
                height=height,
                longest=max(width, height),
            )
        derive = object.__setattr__  # the class is frozen
        derive(self, "width", width)
        derive(self, "height", height)
        derive(self, "k", k)
        derive(self, "size", width * height)
        derive(self, "full", (1 << self.size) - 1)
        derive(self, "lines", lines_of(width, height, k))

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read `WIDTHxHEIGHT:K`; raises NotationError, InvalidRules or WrongType."""
        return cls(*read_rules(text))

    def __str__(self) -> str:
        return f"{self.width}x{self.height}:{self.k}"

    def __reduce__(self) -> tuple[type[Rules], tuple[int, int, int]]:
        return Rules, (self.width, self.height, self.k)

    def start(self, first: Mark = Mark.X) -> Position:
        """Return the empty board with `first` to move."""
        from noughts.core.position import Position  # it imports this module

        return Position(self, 0, 0, first)

    @property
    def is_common(self) -> bool:
        """True if the board is 3×3, on which people number the squares."""
        return self.width == self.height == 3

    @property
    def line_masks(self) -> tuple[int, ...]:
        """Every line of exactly k as a bit mask; built once per board."""
        return self.lines.masks
