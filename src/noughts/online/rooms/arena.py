"""Who plays whom in an arena: people who are free, and not the same two twice in a row."""

from __future__ import annotations

from noughts.online.rooms.pairing import sides
from noughts.online.rooms.round_robin import Pair
from noughts.online.rooms.state import Number, Room

_FEW = 2  # games under way: with fewer, it may be long until somebody else gets free


def pairs_of_looking(room: Room) -> tuple[Pair, ...]:
    """Pair up those who look for a game, the longest wait first; O(looking² + games).

    In an arena two who have just played each other wait for somebody else to get free, unless few
    games are under way.
    """
    may_repeat = not room.is_arena_on or len(room.open_pairings) < _FEW
    met, last = room.meetings(), {} if may_repeat else _last_opponents(room)
    waiting, pairs = list(room.looking), []
    while len(waiting) > 1:
        one = waiting.pop(0)
        others = [each for each in waiting if last.get(one) != each]
        if others:
            other = min(others, key=lambda each: met[frozenset((one, each))])
            waiting.remove(other)
            pairs.append(sides(room, one, other))
    return tuple(pairs)


def _last_opponents(room: Room) -> dict[Number, Number]:
    """Whom everybody played last."""
    last: dict[Number, Number] = {}
    for each in room.counted:
        last |= {each.x: each.o, each.o: each.x}
    return last
