"""Random games and plain twins of what an environment reports, for the tests of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from noughts import Mark, Position, Rules

BOARDS = ("3x3:3", "4x3:3", "2x5:4", "1x6:3", "4x4:3", "9x8:5")


def random_games(rules: Rules, count: int, seed: int) -> Iterator[list[int]]:
    """Whole games, each a list of squares."""
    random = Random(seed)
    for _ in range(count):
        position, moves = rules.start(), list[int]()
        while not position.is_over:
            moves.append(random.choice(position.moves))
            position = position.play(moves[-1])
        yield moves


def planes(position: Position, mark: Mark) -> NDArray[np.int8]:
    """What a side should see, square by square."""
    rules = position.rules
    seen = np.zeros((rules.height, rules.width, 2), np.int8)
    for square in range(rules.size):
        there = position.mark_at(square)
        if there is not None:
            seen[square // rules.width, square % rules.width, int(there is not mark)] = 1
    return seen


def mask(position: Position) -> list[int]:
    """The legal moves as they should be reported."""
    return [int(position.is_legal(square)) for square in range(position.rules.size)]
