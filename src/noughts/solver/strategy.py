"""What a proof says a side does: its answer to whatever the other side plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from noughts.core.bits import Move


@dataclass(frozen=True, slots=True)
class Play:
    """A move."""

    square: Move


@dataclass(frozen=True, slots=True)
class Fours:
    """The winner's moves when all replies are forced.

    Each threatens to complete a line on one square, which the other side takes; the last on two.
    """

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of empty squares: whoever takes one leaves the other, and no line is completed."""

    pairs: tuple[tuple[Move, Move], ...]


Answer: TypeAlias = Play | Fours | Pairs


class Strategy(Protocol):
    """How a side wins, or keeps the other from winning."""

    def answer(self, xs: int, os: int) -> Answer | None:
        """What it does in a position that it allows, in which nobody has won.

        With the side to move whose strategy it is: Play, or Fours if it wins by them. With the
        other side to move: Pairs, if they hold from there on, else None.
        """
