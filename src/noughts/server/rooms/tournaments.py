"""Tournaments: who plays whom, the table, and how they begin, go on by themselves and end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations

from msgspec import Struct

from noughts.core.errors import IllegalAction
from noughts.language import gettext as _
from noughts.server.games.types import seconds_between
from noughts.server.rooms.evolve import evolve
from noughts.server.rooms.types import (
    ArenaBegan,
    Ended,
    Extended,
    Finished,
    Number,
    Paired,
    Pairing,
    PairsAdded,
    Paused,
    Room,
    RoomEvent,
    RoundBegan,
    RoundRobinBegan,
    SwissBegan,
    Tournament,
)

Pair = tuple[int, int]  # who plays X, and who plays O


def rounds(count: int) -> tuple[tuple[Pair, ...], ...]:
    """The rounds for `count` players, numbered from 0; with an odd count one rests in each round.

    Everybody meets everybody once, and plays X as often as O, give or take one. The circle
    method: one player stays in place and the others rotate; O(count²).

    >>> rounds(4)
    (((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1)))
    """
    places = count + count % 2  # whoever is paired with the extra place rests
    return tuple(
        tuple(_sides(pair) for pair in _round(number, places) if max(pair) < count)
        for number in range(places - 1)
    )


def _round(number: int, places: int) -> list[Pair]:
    circle = places - 1
    return [(number, circle)] + [
        ((number + step) % circle, (number - step) % circle) for step in range(1, places // 2)
    ]


def _sides(pair: Pair) -> Pair:
    """X and O by the parity of the pair, which gives everybody X in half of their games."""
    low, high = sorted(pair)
    return (low, high) if (low + high) % 2 else (high, low)


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


class Standing(Struct, frozen=True):
    """A line of the table: a point a win or bye, half a point a draw; equals share a place."""

    member: Number
    place: int
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    byes: int  # rounds of a Swiss tournament without an opponent, or with one who left


def standings(room: Room) -> tuple[Standing, ...]:
    """The table, best first: by points, then wins, then names; O(games + members log members)."""
    tallies = _tallies(room)
    order = sorted(tallies, key=lambda each: (_rank(tallies[each]), room.members[each].name))
    ranks = [_rank(tallies[each]) for each in order]
    return tuple(
        _standing(each, tallies[each], ranks.index(_rank(tallies[each]))) for each in order
    )


def _tallies(room: Room) -> dict[Number, list[int]]:
    """Wins, draws, losses and byes of everybody present and everybody who played."""
    counted = room.counted
    is_free = not counted or counted[0].tournament == 0
    listed = room.present if is_free or room.tournament is None else room.tournament.players
    tallies = {member: [0, 0, 0, 0] for member in listed}
    for pairing in counted:
        if pairing.result not in (None, "void"):
            for member in pairing.members:
                tallies.setdefault(member, [0, 0, 0, 0])[_outcome(pairing, member)] += 1
    for byes in () if is_free or room.tournament is None else room.tournament.byes:
        for member in byes:
            tallies[member][3] += 1
    return tallies


def _outcome(pairing: Pairing, member: Number) -> int:
    """0 for a win, 1 for a draw, 2 for a loss."""
    if pairing.result == "draw":
        return 1
    winner = pairing.x if pairing.result == "x" else pairing.o
    return 0 if member == winner else 2


def _rank(tally: list[int]) -> tuple[int, int]:
    won, drawn, _lost, byes = tally
    return -2 * (won + byes) - drawn, -won


def _standing(member: Number, tally: list[int], before: int) -> Standing:
    won, drawn, lost, byes = tally
    points = won + byes + drawn / 2
    return Standing(member, before + 1, points, won + drawn + lost, won, drawn, lost, byes)


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


MOST_PLAYERS = 40  # of a round-robin: 39 rounds, 780 games
_MOST_ROUNDS = 60  # of a Swiss tournament, however often it is extended
_EXTENSION = 5  # minutes of an arena


def begin_round(room: Room, games: int, now: str) -> tuple[RoomEvent, ...]:
    """Begin the next round, or a new tournament, unless other games have begun since."""
    if games != len(room.pairings):
        raise IllegalAction(_("Other games have begun in the meantime – take another look"))
    if room.choices.way == "free":
        raise IllegalAction(_("Choose Round robin in the settings first"))
    if room.is_paused and not room.is_over:
        raise IllegalAction(_("The games are paused – go on with them first"))
    if room.is_arena_on:
        raise IllegalAction(_("The arena is on: games begin as players get free"))
    if not room.is_tournament_over:
        return tuple(_next_rounds(room, now))
    resumed = (Paused(False, now),) if room.is_paused else ()
    return with_what_follows(room, (*resumed, _began(room, now)), now, is_new=True)


def _began(room: Room, now: str) -> RoundRobinBegan | SwissBegan | ArenaBegan:
    players, choices = room.present, room.choices
    if choices.way == "round-robin":
        if not 2 <= len(players) <= MOST_PLAYERS:
            raise IllegalAction(_("A round robin is for 2 to {count} players", count=MOST_PLAYERS))
        return RoundRobinBegan(players, now)
    if len(players) < 2:
        raise IllegalAction(_("A tournament needs at least two players"))
    if choices.way == "swiss":
        return SwissBegan(choices.rounds, now)
    return ArenaBegan(_later(now, choices.minutes), now)


def can_extend(room: Room) -> bool:
    """Whether rounds or minutes can be added to the tournament."""
    current = room.tournament
    if current is None or current.is_ended or current.way != room.choices.way or room.is_closed:
        return False
    return current.way == "arena" or (current.way == "swiss" and current.planned < _MOST_ROUNDS)


def extend(room: Room, now: str) -> tuple[RoomEvent, ...]:
    """Add a round to a Swiss tournament, or minutes to an arena that is on."""
    current = room.tournament
    if current is None or not can_extend(room):
        raise IllegalAction(_("Only a Swiss tournament or an arena that is on can be extended"))
    if current.way == "arena":
        return (Extended(0, _later(current.ends, _EXTENSION), now),)
    return with_what_follows(room, (Extended(current.planned + 1, "", now),), now)


def end(room: Room, now: str) -> tuple[RoomEvent, ...]:
    """End a tournament; its games under way become void."""
    current = room.tournament
    if current is None or room.is_over:
        raise IllegalAction(_("There's no tournament to end"))
    own = (n for n in room.open_pairings if room.pairings[n].tournament == current.number)
    void = tuple(Finished(n, "void", now) for n in own)
    return (*(() if current.is_ended else (Ended(now),)), *void)


def check_end(room: Room, now: str) -> tuple[RoomEvent, ...]:
    """End an arena whose time is over."""
    left = seconds_left(room, now)
    return (Ended(now),) if left is not None and left <= 0 else ()


def seconds_left(room: Room, now: str) -> float | None:
    """The seconds until the arena ends, which stand still while it is paused; None without one."""
    if room.tournament is None or not room.is_arena_on:
        return None
    return seconds_between(room.paused or now, room.tournament.ends)


def _later(at: str, minutes: int) -> str:
    return (datetime.fromisoformat(at) + timedelta(minutes=minutes)).isoformat()


def with_what_follows(
    room: Room, events: tuple[RoomEvent, ...], now: str, *, is_new: bool = False
) -> tuple[RoomEvent, ...]:
    """These events, and the games that begin by themselves after them."""
    after = room
    for event in events:
        after = evolve(after, event)
    if after.is_closed or after.is_paused:
        return events
    if after.is_arena_on or (after.choices.way == "free" and room.is_paused):
        pairs = pairs_of_looking(after)
        added = (PairsAdded(pairs, now),) if after.is_arena_on else _in_free_play(pairs, now)
        return (*events, *(added if pairs else ()))
    was_over = room.is_round_over and not room.is_paused and not is_new
    may_go_on = after.is_round_over and not after.is_tournament_over
    if not may_go_on or (was_over and room.is_tournament_over is after.is_tournament_over):
        return events
    return (*events, *_next_rounds(after, now))


def _in_free_play(pairs: tuple[Pair, ...], now: str) -> tuple[RoomEvent, ...]:
    return tuple(Paired(x, o, now) for x, o in pairs)


def _next_rounds(room: Room, now: str) -> Iterator[RoomEvent]:
    """Empty rounds, whose members have all gone, and the first round with a game to play."""
    while room.tournament is not None and not room.is_tournament_over:
        pairs = _pairs_of(room, room.tournament)
        began = RoundBegan(pairs, now)
        yield began
        if pairs:
            return
        room = evolve(room, began)


def _pairs_of(room: Room, current: Tournament) -> tuple[Pair, ...]:
    """The games of the next round; in a Swiss tournament, of whoever is free."""
    if current.way == "swiss":
        return swiss_pairs(room, room.idle)
    players = current.players
    pairs = ((players[x], players[o]) for x, o in rounds(len(players))[current.round])
    return tuple(
        (x, o) for x, o in pairs if not (room.members[x].is_gone or room.members[o].is_gone)
    )


def without_game(room: Room) -> tuple[Number, ...]:
    """Who could still play in this round of a Swiss tournament: free, and without a result."""
    games = [room.pairings[n] for n in room.round_pairings]
    done = {member for each in games if each.result != "void" for member in each.members}
    return tuple(member for member in room.idle if member not in done)


def can_pair_all(room: Room) -> bool:
    """Whether two members are free to be paired by the owner, for games that count."""
    if room.is_closed or room.is_paused:
        return False
    if room.choices.way == "free":
        return len(room.idle) > 1
    is_swiss = room.choices.way == "swiss" and room.tournament is not None and not room.is_over
    return is_swiss and len(without_game(room)) > 1


def pair_the_rest(room: Room, now: str) -> tuple[RoomEvent, ...]:
    """Pair up those without a game in this round of a Swiss tournament, who may have come late."""
    pairs = swiss_pairs(room, without_game(room))
    if not pairs:
        raise IllegalAction(_("There aren't two players without a game"))
    return (PairsAdded(pairs, now),)
