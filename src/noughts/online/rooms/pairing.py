"""Who plays whom in free play: people who have met least, on the sides they have had least."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from noughts.online.rooms.round_robin import Pair
from noughts.online.rooms.state import Number, Room


def pair_up(room: Room) -> tuple[Pair, ...]:
    """Pair up the members who have no game, X first; with an odd number one is left over.

    Those who have played least choose first, and get the member they have met least. Then pairs
    swap partners where that is better, since the last ones left would often meet again.
    O(members² + games).
    """
    met, played = room.meetings(), Counter(m for each in room.pairings for m in each.members)
    waiting = sorted(room.idle, key=lambda member: (played[member], member))
    pairs: list[Pair] = []
    while len(waiting) > 1:
        one = waiting.pop(0)
        other = min(waiting, key=lambda each: (met[frozenset((one, each))], played[each], each))
        waiting.remove(other)
        pairs.append((one, other))
    change_partners(pairs, met)
    return tuple(sides(room, *pair) for pair in pairs)


def change_partners(pairs: list[Pair], met: Counter[frozenset[Number]]) -> None:
    """For any two pairs, take the best of the three ways in which the four can play."""
    for first, second in combinations(range(len(pairs)), 2):
        (a, b), (c, d) = pairs[first], pairs[second]
        ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        pairs[first], pairs[second] = min(
            ways, key=lambda way: sum(met[frozenset(pair)] ** 2 for pair in way)
        )


def sides(room: Room, one: Number, other: Number) -> Pair:
    """Two members as X and O: whoever had X less often gets it, else the first."""
    return (other, one) if _surplus(room, other) < _surplus(room, one) else (one, other)


def _surplus(room: Room, member: Number) -> int:
    """How many more games a member has played as X than as O."""
    return sum((member == each.x) - (member == each.o) for each in room.pairings)
