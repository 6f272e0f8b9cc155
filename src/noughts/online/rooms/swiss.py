"""Who plays whom in a round of a Swiss tournament: people with about as many points.

Greedy from the top of the table, then pairs swap partners where that avoids second meetings:
O(members²). Whoever is left over is the lowest of those who have been left over least,
and gets a point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from noughts.online.rooms.pairing import change_partners, sides
from noughts.online.rooms.round_robin import Pair
from noughts.online.rooms.standings import standings
from noughts.online.rooms.state import Number, Room


def swiss_pairs(room: Room, free: Sequence[Number]) -> tuple[Pair, ...]:
    """Pair up the members who are free for a round, X first; an odd one sits out."""
    points = {each.member: each.points for each in standings(room)}
    order = sorted(free, key=lambda member: (-points.get(member, 0.0), member))
    if len(order) % 2:
        order.remove(_left_over(room, order))
    met = _met(room)
    pairs: list[Pair] = []
    while order:
        one = order.pop(0)
        other = min(order, key=lambda each: (met[frozenset((one, each))], order.index(each)))
        order.remove(other)
        pairs.append((one, other))
    change_partners(pairs, met)
    return tuple(sides(room, *pair) for pair in pairs)


def _left_over(room: Room, order: Sequence[Number]) -> Number:
    """The one who sits out: of those with the most games, the lowest in the table."""
    played = Counter(member for each in _games(room) for member in each)
    most = max(played[member] for member in order)
    return next(member for member in reversed(order) if played[member] == most)


def _met(room: Room) -> Counter[frozenset[Number]]:
    return Counter(frozenset(pair) for pair in _games(room))


def _games(room: Room) -> list[Pair]:
    """The pairs of this tournament whose games counted, or still may."""
    return [each.members for each in room.counted if each.result != "void"]
