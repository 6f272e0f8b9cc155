"""Positions of the largest board, the dearest there are to show."""

from __future__ import annotations

from random import Random

from noughts import Position, Rules


def big_position(seed: int, marks: int = 203) -> Position:
    """A position of 26x26 that goes on, by default 30 % full; most moves lose at once."""
    position = Rules(26, 26, 6).start()
    free = Random(seed).sample(position.moves, 26 * 26)
    while 26 * 26 - len(position.moves) < marks:
        following = position.play(free.pop())
        position = position if following.is_over else following
    return position
