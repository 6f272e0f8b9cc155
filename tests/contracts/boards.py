"""Positions of many shapes that every player is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from noughts.core import Mark, Position, Rules

SHAPES = ("3x3:3", "1x1:1", "9x1:3", "2x3:2", "3x2:3", "4x3:3", "5x5:4", "15x15:5", "26x26:6")
BOARDS = tuple(map(Rules.parse, SHAPES))


@cache
def sample(rules: Rules) -> tuple[Position, ...]:
    """Some positions, spread over the games below."""
    found = tuple(positions(rules))
    wanted = 30 if rules.size <= 25 else 8  # a large board's policy takes milliseconds
    return found[:: max(1, len(found) // wanted)]


def positions(rules: Rules, games: int = 6) -> Iterator[Position]:
    """Every position of a few random games, the finished ones left out; both marks begin."""
    random = Random(str(rules))
    for number in range(games):
        position = rules.start(Mark.O if number % 2 else Mark.X)
        while not position.is_over:
            yield position
            position = position.play(random.choice(position.moves))


def finished(rules: Rules) -> Position:
    """The end of a random game."""
    random = Random(0)
    position = rules.start()
    while not position.is_over:
        position = position.play(random.choice(position.moves))
    return position


def swapped(position: Position) -> Position:
    """The same position with X and O exchanged."""
    return Position(position.rules, position.os, position.xs, position.turn.other)
