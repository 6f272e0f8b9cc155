"""Players for boards too large to solve: one searches ahead, one goes by the look of squares.

A game on a small board does not load the search: they import it where they need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random

from noughts.core import Move, Position, Rules
from noughts.players.base import BasePlayer, Choice, Policy, Weighted, check_can_choose, uniform
from noughts.solver import Limit

_SHARPEST = 1_000_000  # the weight of the most promising move


class Searcher(BasePlayer):
    """Plays what the search finds.

    With a limit in seconds it thinks as long as that, and remembers what it found for the next
    move. Without one, or with a number of nodes of its own, it begins each search afresh, so that
    its moves depend on the position alone. It begins games anywhere about the centre.
    """

    def __init__(self, seed: int | None = None, nodes: int | None = None) -> None:
        self._random = Random(seed)
        self._nodes = nodes

    def supports(self, rules: Rules) -> bool:
        """True if the search takes the board."""
        from noughts.search import can_search

        return can_search(rules)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the best move found within the limit, without a verdict."""
        position = check_can_choose(self, position, limit)
        if not position.xs | position.os:
            return Choice(self._random.choice(centre(position.rules)))
        if self._nodes is not None or limit is None or limit.seconds is None:
            return Choice(self._afresh(position, limit))
        from noughts.search import engine_for

        return Choice(engine_for(position.rules).search(position, limit).move)

    def policy(self, position: Position) -> Policy:
        """Return the move of a search without a limit as certain; the first move is drawn."""
        position = check_can_choose(self, position)
        if not position.xs | position.os:
            return uniform(centre(position.rules))
        return uniform((self._afresh(position, None),))

    def _afresh(self, position: Position, limit: Limit | None) -> Move:
        from noughts.kernels.compilation import COMPILED
        from noughts.search import quick_engine_for

        nodes = self._nodes or (3_000 if COMPILED else 30)  # without a limit in seconds
        if limit is not None and limit.nodes is not None:
            nodes = limit.nodes if self._nodes is None else min(nodes, limit.nodes)
        return quick_engine_for(position.rules).search_afresh(position, nodes).move


class Instinct(Weighted):
    """Prefers squares that make threats or stop them, without looking ahead; near the fight.

    The weights are those by which the search orders its moves. `care` is the share in which it
    minds the threats of the other side, and `sharpness` how much better squares are preferred.
    """

    def __init__(self, seed: int | None = None, care: float = 1.0, sharpness: float = 1.0) -> None:
        super().__init__(seed)
        self._care = care
        self._sharpness = sharpness

    def supports(self, rules: Rules) -> bool:
        """True if the search takes the board."""
        from noughts.search import can_search

        return can_search(rules)

    def weights(self, position: Position) -> Mapping[Move, int]:
        """Return whole numbers, for an exact policy: none is below a millionth of the largest."""
        from noughts.search import promises

        if not position.xs | position.os:
            return dict.fromkeys(centre(position.rules), 1)
        promised = promises(position, self._care)
        most = max(promised.values())
        return {
            move: 1 + round(_SHARPEST * exp(self._sharpness * (promise - most)))
            for move, promise in promised.items()
        }


def centre(rules: Rules) -> tuple[Move, ...]:
    """Return the squares about the centre, on which a game may well begin; fewer on small boards.

    >>> [len(centre(Rules(side, side, 5))) for side in (5, 8, 15)]
    [1, 16, 25]
    """
    reach = max(0, min(2, (min(rules.width, rules.height) - 5) // 2))
    rows, columns = (  # the middle one or two, and those within reach of it
        range(max((length - 1) // 2 - reach, 0), min(length // 2 + reach, length - 1) + 1)
        for length in (rules.height, rules.width)
    )
    return tuple(row * rules.width + column for row in rows for column in columns)
