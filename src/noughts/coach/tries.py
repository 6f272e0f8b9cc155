"""What comes of a learner's moves, in a lesson as in a puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noughts.core import Move, Position


@dataclass(frozen=True, slots=True)
class Try:
    """The outcome of the learner's last move, if there was one.

    `position` is where the learner goes on, or the end, and `line` what is played from `before`:
    the move, then the opponent's reply or, after a wrong move, how they make use of it.
    """

    before: Position
    line: tuple[Move, ...]
    position: Position
    moves: tuple[Move, ...] = ()  # the learner's right ones so far
    text: str = ""
    is_right: bool = False
    is_done: bool = False


def boards(before: Position, line: Sequence[Move]) -> Iterator[tuple[Position, Move]]:
    """Yield the positions of a line, each after the move that leads to it."""
    for move in line:
        before = before.play_unchecked(move)
        yield before, move
