"""What the coach says of random positions of a board, each within a limit of its own, as JSON.

A process of its own has seen no position before, and can run the kernels as plain Python.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.conftest import PlainKernels

BOARDS = (
    *("3x3:3", "4x3:3", "5x3:3", "4x4:4", "5x4:4"),
    *("5x5:4", "6x5:4", "6x6:5", "7x7:5", "9x9:6"),
)
# Seconds; the long ones seldom, since they take as long.
_LIMITS = (0, 0.001, 0.002, 0.005, 0.01, 0.02) * 8 + (0.05, 0.1, 0.2) * 2 + (1,)


def said(board: str, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield as many positions with what is said of each and of one of its moves."""
    # Imported here, once the kernels are chosen.
    from noughts.coach.explanation import advise, explain
    from noughts.coach.text import explanation_text
    from noughts.players import player
    from noughts.solver import Limit
    from noughts.views import analysis
    from tests.search.positions import STYLES, positions

    random, hinting = Random(f"{board} {seed}"), player("classic")
    for number in range(count):
        games = positions(board, STYLES[number % len(STYLES)], random)
        position = random.choice(list(_game(games)))
        limit, move = Limit(seconds=random.choice(_LIMITS)), random.choice(position.moves)
        views = {name: getattr(analysis, name)(position, limit) for name in ("evaluate", "compare")}
        yield {
            "position": position.notation,
            "seconds": limit.seconds,
            "texts": {name: view.text for name, view in views.items()},
            "values": {
                name: {move.name: move.value for move in view.moves} for name, view in views.items()
            },
            "reasons": [
                explanation_text(explain(position, move, limit)),
                explanation_text(advise(position, hinting, limit)),
            ],
        }


def _game(positions: Iterator[Any]) -> Iterator[Any]:
    """The positions of the first game only."""
    first = next(positions)
    yield first
    for position in positions:
        if not position.occupied:
            return
        yield position


if __name__ == "__main__":
    kernels, board, count, seed = sys.argv[1:]
    if kernels == "plain":
        sys.meta_path.insert(0, PlainKernels())
    for each in said(board, int(count), int(seed)):
        print(json.dumps(each))
