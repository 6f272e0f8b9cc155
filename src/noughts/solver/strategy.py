"""A side's answers to everything the other side can play."""

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
    """The winner's moves where every reply is forced.

    Each move threatens to complete a line on one square, which the other side must take. The last
    threatens two.
    """

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of empty squares: answering one with the other prevents every line."""

    pairs: tuple[tuple[Move, Move], ...]


Answer: TypeAlias = Play | Fours | Pairs


class Strategy(Protocol):
    """How a side wins, or keeps the other from winning."""

    def answer(self, xs: int, os: int) -> Answer | None:
        """The answer in a position the strategy can reach, in which nobody has won.

        If its own side is to move: Play, or Fours if those win. If the other side is to move:
        Pairs if they hold from there on, else None.
        """
