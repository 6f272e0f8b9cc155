"""Tournaments: who plays whom, the table, and how they begin, go on by themselves and end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain, combinations

from msgspec import Struct
from msgspec.structs import replace

from noughts.core.errors import IllegalAction
from noughts.server.games.types import seconds_between
from noughts.server.rooms import types
from noughts.server.rooms.evolve import evolve
from noughts.server.rooms.types import Events, Number, Pairing, Room, RoomEvent
from noughts.wording.language import gettext as _

_WORTH = {"x": (1.0, 0.0), "o": (0.0, 1.0), "draw": (0.5, 0.5)}
_ON_FIRE = 2  # wins in a row, after which games of an arena count double, as on lichess


class StandingView(Struct, frozen=True, kw_only=True):
    """A line of the table: a win or a bye is one point, a draw half a point.

    In an arena a win is two points and a draw one, and twice that after two wins in a row.
    """

    place: int  # which equals share
    name: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    byes: int  # rounds of a Swiss tournament without an opponent, or with one who left
    buchholz: float  # the points of all opponents
    sonneborn_berger: float  # the points of those who were beaten, and half of those who drew
    is_on_fire: bool  # the next game of an arena counts double


class Score(Struct, frozen=True):
    """The worth of a game to a member, and the points that it brought, which an arena raises."""

    opponent: Number
    worth: float
    points: float
    is_on_fire: bool  # after the game


def scores(games: Iterable[Pairing]) -> Iterator[tuple[Score, Score] | None]:
    """Yield what each game brought X and O; None for one that does not count."""
    streaks = Counter[tuple[int, Number]]()  # of wins, by tournament and member
    for game in games:
        if (worths := _WORTH.get(game.result or "")) is None:
            yield None
            continue
        found = []
        for member, opponent, worth in zip(game.members, game.members[::-1], worths, strict=True):
            wins = streaks[game.tournament, member]
            factor = (4 if wins >= _ON_FIRE else 2) if game.is_of_arena else 1
            streaks[game.tournament, member] = wins = wins + 1 if worth == 1 else 0
            is_on_fire = game.is_of_arena and wins >= _ON_FIRE
            found.append(Score(opponent, worth, factor * worth, is_on_fire))
        yield found[0], found[1]


def standings(room: Room) -> dict[Number, StandingView]:
    """Return the table, best first; O(games + members log members).

    It lists all who play in the tournament, or in free play all who are there or have played, but
    none whom the owner has removed. Of equal points, more wins are ahead in free play and in an
    arena; in rounds Buchholz decides, then Sonneborn-Berger. For both a bye is a win against an
    opponent with one's own points, as in article 16 of FIDE's tie-break regulations (C.07).
    """
    counted = room.counted
    current = room.tournament if counted and counted[0].tournament else None
    listed, byes_by_round = (
        (room.present, ()) if current is None else (current.players, current.byes)
    )
    byes = Counter(chain(*byes_by_round))
    games: defaultdict[Number, list[Score]] = defaultdict(list)
    for game, found in zip(counted, scores(counted), strict=True):
        for member, score in zip(game.members, found or (), strict=False):
            games[member].append(score)
    points = {n: byes[n] + sum(each.points for each in games[n]) for n in {*listed, *games}}
    lines = []
    for n, own in points.items():
        if room.members[n].is_removed:
            continue
        against = [(each.worth, points[each.opponent]) for each in games[n]]
        against += [(1.0, own)] * byes[n]
        results = Counter(each.worth for each in games[n])
        buchholz = sum(theirs for _worth, theirs in against)
        berger = sum(worth * theirs for worth, theirs in against)
        is_of_rounds = current is not None and current.way != "arena"
        rank = (own, buchholz, berger) if is_of_rounds else (own, results[1.0])
        line = StandingView(
            place=0,
            name=room.name(n),
            points=own,
            played=len(games[n]),
            won=results[1.0],
            drawn=results[0.5],
            lost=results[0.0],
            byes=byes[n],
            buchholz=buchholz,
            sonneborn_berger=berger,
            is_on_fire=bool(games[n]) and games[n][-1].is_on_fire,
        )
        lines.append((rank, n, line))
    lines.sort(key=lambda each: ([-part for part in each[0]], each[2].name))
    ranks = [rank for rank, *_ in lines]
    return {n: replace(line, place=ranks.index(rank) + 1) for rank, n, line in lines}


Pair = tuple[int, int]  # who plays X, and who plays O


def rounds(count: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the rounds for players numbered from 0; with an odd count one rests in each round.

    All meet once, and each plays X as often as O, give or take one. The circle method: one player
    stays in place and the others rotate; O(count²).

    >>> rounds(4)
    (((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1)))
    """
    circle = count - 1 + count % 2  # the player who meets the place after an odd count rests
    schedule = []
    for number in range(circle):
        pairs = [(number, circle)]
        for step in range(1, (circle + 1) // 2):
            pairs.append(((number + step) % circle, (number - step) % circle))
        schedule.append(tuple(_by_parity(*pair) for pair in pairs if max(pair) < count))
    return tuple(schedule)


def _by_parity(one: int, other: int) -> Pair:
    """Return X and O by the parity of the pair, which gives each player X in half their games."""
    low, high = sorted((one, other))
    return (low, high) if (low + high) % 2 else (high, low)


def sides(room: Room, one: Number, other: Number) -> Pair:
    """Return two members as X and O: the one who had X less often gets it, else the first."""
    surplus = Counter(each.x for each in room.pairings)
    surplus.subtract(each.o for each in room.pairings)
    return (other, one) if surplus[other] < surplus[one] else (one, other)


def _matched(
    room: Room, order: Sequence[Number], met: Counter[frozenset[Number]]
) -> tuple[Pair, ...]:
    """Pair up members, X first; with an odd number one is left over.

    One after the other gets the member they have met least, of equals the first. Then any two pairs
    swap partners where that is better, since the last ones left would often meet again.
    """
    waiting, pairs = list(order), []
    while len(waiting) > 1:
        one = waiting.pop(0)
        other = min(waiting, key=lambda each: met[frozenset((one, each))])
        waiting.remove(other)
        pairs.append((one, other))
    for first, second in combinations(range(len(pairs)), 2):
        (a, b), (c, d) = pairs[first], pairs[second]
        ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        pairs[first], pairs[second] = min(
            ways, key=lambda way: sum(met[frozenset(pair)] ** 2 for pair in way)
        )
    return tuple(sides(room, *pair) for pair in pairs)


def pair_up(room: Room) -> tuple[Pair, ...]:
    """Pair up the members who have no game, those who have played least first.

    O(members² + games).
    """
    played = Counter(member for each in room.pairings for member in each.members)
    order = sorted(room.idle, key=lambda member: (played[member], member))
    return _matched(room, order, room.meetings())


def swiss_pairs(room: Room, free: Sequence[Number]) -> tuple[Pair, ...]:
    """Pair up the members who are free for a round, by their points; an odd one sits out.

    That is, of those with the most games, the lowest in the table. Void games do not count.
    """
    table = standings(room)
    order = sorted(free, key=lambda each: (-table[each].points if each in table else 0.0, each))
    games = [each.members for each in room.counted if each.result != "void"]
    if len(order) % 2:
        played = Counter(chain(*games))
        order.remove(max(reversed(order), key=lambda each: played[each]))
    return _matched(room, order, Counter(frozenset(pair) for pair in games))


_FEW = 2  # games under way: with fewer, it may be long until another player is free


def pairs_of_looking(room: Room) -> tuple[Pair, ...]:
    """Pair up those who look for a game, the longest wait first; O(looking² + games).

    In an arena two who have just played each other wait until another player is free, unless few
    games are under way.
    """
    last: dict[Number, Number] = {}  # the last opponent of each
    if room.is_arena_on and len(room.open_pairings) >= _FEW:
        for each in room.counted:
            last |= {each.x: each.o, each.o: each.x}
    met, waiting, pairs = room.meetings(), list(room.looking), []
    while len(waiting) > 1:
        one = waiting.pop(0)
        others = [each for each in waiting if last.get(one) != each]
        if others:
            other = min(others, key=lambda each: met[frozenset((one, each))])
            waiting.remove(other)
            pairs.append(sides(room, one, other))
    return tuple(pairs)


MOST_PLAYERS = 40  # of a round-robin: 39 rounds, 780 games
_MOST_ROUNDS = 60  # of a Swiss tournament, however often it is extended
_EXTENSION = 5  # minutes of an arena


def begin_round(room: Room, games: int, now: str) -> Events:
    """Begin the next round, or a new tournament, unless other games have begun since."""
    if games != len(room.pairings):
        raise IllegalAction(_("Other games have begun in the meantime – take another look"))
    if room.choices.way == "free":
        raise IllegalAction(_("Choose Round robin in the settings first"))
    if room.is_paused and not room.is_over:
        raise IllegalAction(_("The games are paused – go on with them first"))
    if room.is_arena_on:
        raise IllegalAction(_("The arena is on: games begin as players become free"))
    if not room.is_tournament_over:
        return tuple(_next_rounds(room, now))
    players, way = room.present, room.choices.way
    if way == "round-robin" and not 2 <= len(players) <= MOST_PLAYERS:
        raise IllegalAction(_("A round robin is for 2 to {count} players", count=MOST_PLAYERS))
    if len(players) < 2:
        raise IllegalAction(_("A tournament needs at least two players"))
    began: RoomEvent = types.RoundRobinBegan(players, at=now)
    if way == "swiss":
        began = types.SwissBegan(room.choices.rounds, at=now)
    elif way == "arena":
        began = types.ArenaBegan(_later(now, room.choices.minutes), at=now)
    resumed = (types.Paused(False, at=now),) if room.is_paused else ()
    return (*resumed, began)


def can_begin_round(room: Room) -> bool:
    """True if the owner can begin a round, or a tournament after the games of the last one."""
    if room.choices.way == "free" or room.is_closed or room.is_paused or room.is_arena_on:
        return False
    is_ending = room.current is not None and room.is_tournament_over and not room.is_round_over
    return len(room.present) > 1 and not is_ending


def can_extend(room: Room) -> bool:
    """True if rounds or minutes can be added to the tournament."""
    current = room.current
    if current is None or current.is_ended or room.is_closed:
        return False
    return current.way == "arena" or (current.way == "swiss" and current.planned < _MOST_ROUNDS)


def extend(room: Room, now: str) -> Events:
    """Add a round to a Swiss tournament, or minutes to an arena that is on."""
    current = room.tournament
    if current is None or not can_extend(room):
        raise IllegalAction(_("Only a Swiss tournament or an arena that is on can be extended"))
    if current.way == "arena":
        return (types.Extended(0, _later(current.ends, _EXTENSION), at=now),)
    return (types.Extended(current.planned + 1, "", at=now),)


def end(room: Room, now: str) -> Events:
    """End a tournament; its games under way become void."""
    current = room.tournament
    if current is None or room.is_over:
        raise IllegalAction(_("There's no tournament to end"))
    own = (n for n in room.open_pairings if room.pairings[n].tournament == current.number)
    void = tuple(types.Finished(n, "void", at=now) for n in own)
    return void if current.is_ended else (types.Ended(at=now), *void)


def check_end(room: Room, now: str) -> Events:
    """End an arena whose time is over."""
    left = seconds_left(room, now)
    return (types.Ended(at=now),) if left is not None and left <= 0 else ()


def seconds_left(room: Room, now: str) -> float | None:
    """Return the seconds until the arena ends, None without one; they stand still in a pause."""
    if room.tournament is None or not room.is_arena_on:
        return None
    return seconds_between(room.paused or now, room.tournament.ends)


def _later(at: str, minutes: int) -> str:
    return (datetime.fromisoformat(at) + timedelta(minutes=minutes)).isoformat()


def what_follows(room: Room, now: str) -> Events:
    """Return the games that now begin by themselves, none in a room where they have begun."""
    if room.is_closed or room.is_paused:
        return ()
    if room.is_arena_on:
        pairs = pairs_of_looking(room)
        return (types.PairsAdded(pairs, at=now),) if pairs else ()
    if room.choices.way == "free":
        return tuple(types.Paired(x, o, at=now) for x, o in pairs_of_looking(room))
    return tuple(_next_rounds(room, now)) if room.is_round_over else ()


def _next_rounds(room: Room, now: str) -> Iterator[RoomEvent]:
    """Empty rounds, whose members have all gone, and the first round with a game to play."""
    while room.tournament is not None and not room.is_tournament_over:
        if room.tournament.way == "swiss":
            pairs = swiss_pairs(room, room.idle)
        else:
            players = room.tournament.players
            schedule = rounds(len(players))[room.tournament.round]
            due, here = ((players[x], players[o]) for x, o in schedule), set(room.present)
            pairs = tuple(pair for pair in due if here.issuperset(pair))
        began = types.RoundBegan(pairs, at=now)
        yield began
        if pairs:
            return
        room = evolve(room, began)


def without_game(room: Room) -> tuple[Number, ...]:
    """Return who could still play in this round of a Swiss tournament: free, with no result."""
    games = [room.pairings[n] for n in room.round_pairings]
    done = {member for each in games if each.result != "void" for member in each.members}
    return tuple(member for member in room.idle if member not in done)


def can_pair_all(room: Room) -> bool:
    """True if two members are free to be paired by the owner, for games that count."""
    if room.is_closed or room.is_paused:
        return False
    if room.choices.way == "free":
        return len(room.idle) > 1
    return room.is_swiss_on and len(without_game(room)) > 1
