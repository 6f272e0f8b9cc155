"""Who plays whom in free play: those who have met least, on the sides they have had least."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from noughts.online.rooms.round_robin import Pair
from noughts.online.rooms.state import Number, Room


def pair_up(room: Room) -> tuple[Pair, ...]:
    """Pairs of all who have no game, each with who plays X first; with an odd number one is left.

    Who has played least comes first, and gets whom they have met least; then two pairs change
    partners where that is better, or the last would often meet again. O(members² + games).
    """
    met, played = room.meetings(), Counter(m for each in room.pairings for m in each.members)
    waiting = sorted(room.idle, key=lambda member: (played[member], member))
    pairs: list[Pair] = []
    while len(waiting) > 1:
        one = waiting.pop(0)
        other = min(waiting, key=lambda each: (met[frozenset((one, each))], played[each], each))
        waiting.remove(other)
        pairs.append((one, other))
    _change_partners(pairs, met)
    return tuple(sides(room, *pair) for pair in pairs)


def _change_partners(pairs: list[Pair], met: Counter[frozenset[Number]]) -> None:
    """Once for any two pairs, the best of the three ways in which four can play each other."""
    for first, second in combinations(range(len(pairs)), 2):
        (a, b), (c, d) = pairs[first], pairs[second]
        ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        pairs[first], pairs[second] = min(
            ways, key=lambda way: sum(met[frozenset(pair)] ** 2 for pair in way)
        )


def sides(room: Room, one: Number, other: Number) -> Pair:
    """Who of two plays X and who O: X goes to who had it less often, else to the first."""
    return (other, one) if _surplus(room, other) < _surplus(room, one) else (one, other)


def _surplus(room: Room, member: Number) -> int:
    """How many games more a member had X than O."""
    return sum((member == each.x) - (member == each.o) for each in room.pairings)
