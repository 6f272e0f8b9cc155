"""The pairs of a round: perfect matchings of least cost, which rustworkx finds.

The aims of a matching are in order: one decides only between matchings that are equal in all before
it. Each puts a cost, a whole number, on every pair that could play; the least sum is best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from operator import neg

import rustworkx
from msgspec import Struct

from noughts.server.rooms.types import Number, Sides


class Entrant(Struct, frozen=True):
    """A member who is free for a game, and what they have played in games that count."""

    number: Number
    points: float = 0.0  # multiples of a quarter
    met: Mapping[Number, int] = {}  # how often each other was met
    surplus: int = 0  # games as X minus games as O
    byes: int = 0


# With an odd number it completes the pairs. Who meets it is settled by the first two aims alone.
_BYE = Entrant(-1, points=-1.0)

Entrants = Sequence[Entrant]
Round = tuple[tuple[Sides, ...], Number | None]


def swiss(entrants: Entrants) -> Round:
    """Return the pairs of a round, and who has a bye; the entrants are given best first.

    The aims: nobody meets again; the bye goes to the lowest of those who had the fewest; points
    differ little; those with equal points meet as top half against bottom half; sides are even.
    """
    return _round(entrants, _meetings, _byes, _differences, _folds, _sides)


def least_met(entrants: Entrants) -> Round:
    """Return the pairs for free play, and who is left over; given first who should play first.

    The aims: nobody meets again; the last is left over; sides are even; neighbours meet.
    """
    return _round(entrants, _meetings, _byes, _sides, _distances)


def sides(one: Entrant, other: Entrant) -> Sides:
    """Return two as X and O: the one who had X less often gets it, else the first."""
    pair = one.number, other.number
    return pair[::-1] if other.surplus < one.surplus else pair


Aim = Callable[[Entrants], Iterable[int]]  # the cost of each of combinations(entrants, 2)


def _round(entrants: Entrants, *aims: Aim) -> Round:
    everyone = (*entrants, _BYE) if len(entrants) % 2 else entrants
    places = _matching(len(everyone), [tuple(aim(everyone)) for aim in aims])
    matched = [(everyone[one], everyone[other]) for one, other in places]
    pairs = tuple(sides(one, other) for one, other in matched if other is not _BYE)
    return pairs, next((one.number for one, other in matched if other is _BYE), None)


def _matching(count: int, aims: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the pairs of numbers below an even count that cost least, in order; O(count³).

    One weight holds all costs as its digits, so that a later aim never outweighs an earlier one.
    It takes fewer than 100 bits for 200 entrants after 60 rounds; rustworkx computes with 127.
    """
    pairs = list(combinations(range(count), 2))
    weights = [0] * len(pairs)
    for costs in aims:
        base = 1 + count // 2 * (max(costs, default=0) - min(costs, default=0))
        weights = [weight * base + cost for weight, cost in zip(weights, costs, strict=True)]
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(a, b, weight) for (a, b), weight in zip(pairs, weights, strict=True)])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=neg)
    return sorted((min(pair), max(pair)) for pair in matched)


def _meetings(entrants: Entrants) -> Iterable[int]:
    """Return how often two have met, squared: a third game is worse than two pairs' second."""
    return (one.met.get(other.number, 0) ** 2 for one, other in combinations(entrants, 2))


def _byes(entrants: Entrants) -> Iterable[int]:
    order = sorted(entrants, key=lambda entrant: entrant.byes, reverse=True)  # it goes to the last
    costs = {entrant.number: -place for place, entrant in enumerate(order)}
    return (costs[one.number] if other is _BYE else 0 for one, other in combinations(entrants, 2))


def _differences(entrants: Entrants) -> Iterable[int]:
    quarters = [round(4 * entrant.points) for entrant in entrants]
    return ((one - other) ** 2 for one, other in combinations(quarters, 2))


def _folds(entrants: Entrants) -> Iterable[int]:
    """Yield how far two are from half their group apart; or, of two groups, from being adjacent."""
    sizes = Counter(entrant.points for entrant in entrants)
    for (place, one), (below, other) in combinations(enumerate(entrants), 2):
        apart = sizes[one.points] // 2 if one.points == other.points else 1
        yield (below - place - apart) ** 2


def _sides(entrants: Entrants) -> Iterable[int]:
    """Return less the more two surpluses differ, as a game then makes them more even."""
    surpluses = [entrant.surplus for entrant in entrants]
    return (-abs(one - other) for one, other in combinations(surpluses, 2))


def _distances(entrants: Entrants) -> Iterable[int]:
    return ((one - other) ** 2 for one, other in combinations(range(len(entrants)), 2))
