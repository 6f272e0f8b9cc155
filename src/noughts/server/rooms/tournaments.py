"""Tournaments: their pairs, and how they begin, go on by themselves and end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import chain
from types import MappingProxyType

from noughts.core.errors import IllegalAction
from noughts.server.games.types import seconds_between
from noughts.server.ids import derived_id
from noughts.server.rooms import pairing, types
from noughts.server.rooms.evolve import evolve
from noughts.server.rooms.schedule import (
    games_of_round,
    of_later_rounds,
    unplayed,
    with_latecomer,
    without,
)
from noughts.server.rooms.standings import byes_of, standings
from noughts.server.rooms.types import (
    Events,
    Number,
    Result,
    Room,
    RoomEvent,
    Sides,
    Tournament,
    Way,
)
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext


def pair_up(room: Room) -> tuple[Sides, ...]:
    """Pair up the members who are ready, those who have played least first."""
    played = Counter(member for game in room.pairings for member in game.members)
    order = sorted(room.ready, key=lambda member: (played[member], member))
    return pairing.least_met(_entrants(room, order, room.meetings()))[0]


def swiss_pairs(room: Room, free: Iterable[Number]) -> tuple[tuple[Sides, ...], Number | None]:
    """Pair up members who are free in a round by the table; an odd one is left over.

    Equals are in an order drawn for the tournament, from the room's secret. Void games do not
    count. With 200 members it takes 40 ms.
    """
    table = standings(room)
    drawn = 0 if room.tournament is None else room.tournament.number

    def rank(member: Number) -> tuple[float | str, ...]:
        line, lot = table.get(member), derived_id(room.secret, f"lot {drawn} {member}")
        ahead = (line.points, line.buchholz, line.sonneborn_berger) if line else (0.0, 0.0, 0.0)
        return (*(-part for part in ahead), lot)

    order = sorted(free, key=rank)
    byes = Counter(member for _round, member in byes_of(room))
    points = {n: line.points for n, line in table.items()}
    return pairing.swiss(_entrants(room, order, _met(room), points, byes))


def _met(room: Room) -> Counter[frozenset[Number]]:
    """Return how often each two have played in the tournament; void games do not count."""
    return Counter(
        frozenset(game.members) for game in room.counted if game.result is not Result.VOID
    )


def _entrants(
    room: Room,
    order: Iterable[Number],
    met: Counter[frozenset[Number]],
    points: Mapping[Number, float] = MappingProxyType({}),
    byes: Mapping[Number, int] = MappingProxyType({}),
) -> list[pairing.Entrant]:
    opponents: defaultdict[Number, dict[Number, int]] = defaultdict(dict)
    for pair, count in met.items():
        one, other = pair
        opponents[one][other] = opponents[other][one] = count
    surplus = _surplus(room)
    return [
        pairing.Entrant(n, points.get(n, 0.0), opponents[n], surplus[n], byes.get(n, 0))
        for n in order
    ]


def _surplus(room: Room) -> Counter[Number]:
    """Return how many more games each had as X than as O."""
    surplus = Counter(game.x for game in room.pairings)
    surplus.subtract(game.o for game in room.pairings)
    return surplus


def _sides(room: Room, one: Number, other: Number) -> Sides:
    """Return two members as X and O."""
    first, second = _entrants(room, (one, other), Counter())
    return pairing.sides(first, second)


_FEW = 2  # games under way: with fewer, it may be long until another player is free


def pairs_of_looking(room: Room) -> tuple[Sides, ...]:
    """Pair up those who look for a game, the longest wait first; O(looking² + games).

    In an arena two who have just played each other wait until another player is free, unless few
    games are under way.
    """
    last: dict[Number, Number] = {}  # the last opponent of each
    if room.is_arena_on and len(room.open_pairings) >= _FEW:
        for game in room.counted:
            last |= {game.x: game.o, game.o: game.x}
    met, waiting, pairs = room.meetings(), list(room.looking), []
    while len(waiting) > 1:
        one = waiting.pop(0)
        others = [member for member in waiting if last.get(one) != member]
        if others:
            other = min(others, key=lambda member: met[frozenset((one, member))])
            waiting.remove(other)
            pairs.append(_sides(room, one, other))
    return tuple(pairs)


MOST_PLAYERS = 40  # of a round-robin: 39 rounds, 780 games
_MOST_ROUNDS = 60  # of a Swiss tournament, however often it is extended
_EXTENSION = 5  # minutes of an arena


def begin_round(room: Room, games: int, going: int, now: str) -> Events:
    """Begin the next round, or a new tournament, unless other games have begun since.

    Of the last round, `going` games may still be going on: their players are paired when they end.
    """
    if games != len(room.pairings):
        raise IllegalAction(_("Other games have begun in the meantime – take another look"))
    if room.choices.way is Way.FREE:
        raise IllegalAction(_("Choose Round robin in the settings first"))
    if room.is_paused and not room.is_over:
        raise IllegalAction(_("The games are paused – go on with them first"))
    if room.is_arena_on:
        raise IllegalAction(_("The arena is on: games begin as players become free"))
    if room.tournament is None or room.is_over:
        return _begin_tournament(room, now)
    if room.is_tournament_over:
        raise IllegalAction(_("The last games are being played – wait for them, or call them off"))
    began = _next_round(room, room.tournament, now)
    if room.tournament.owed:
        raise IllegalAction(_("Some players still wait for a game of this round"))
    if began is None:
        raise IllegalAction(_("Too few players are free for another round – wait a moment"))
    if len(room.open_of_tournament) > going:
        raise IllegalAction(going_text(room))
    return (began,)


def going_text(room: Room) -> str:
    """Return the question to a host who begins a round while games of the last one go on."""
    return ngettext(
        "{count} game is still going on – start without it?",
        "{count} games are still going on – start without them?",
        len(room.open_of_tournament),
    )


def _begin_tournament(room: Room, now: str) -> Events:
    players, way = room.active, room.choices.way
    if way is Way.ROUND_ROBIN and not 2 <= len(players) <= MOST_PLAYERS:
        raise IllegalAction(_("A round robin is for 2 to {count} players", count=MOST_PLAYERS))
    if len(players) < 2:
        raise IllegalAction(_("A tournament needs at least two players"))
    began: RoomEvent = types.RoundRobinBegan(players, True, at=now)
    if way is Way.SWISS:
        began = types.SwissBegan(room.choices.rounds, at=now)
    elif way is Way.ARENA:
        began = types.ArenaBegan(_later(now, room.choices.minutes), at=now)
    resumed = (types.Paused(False, at=now),) if room.is_paused else ()
    return (*resumed, began)


def can_begin_round(room: Room) -> bool:
    """True if the owner can begin a tournament, or a round while games of the last one go on."""
    if room.choices.way is Way.FREE or room.is_closed or room.is_paused or room.is_arena_on:
        return False
    if room.tournament is None or room.is_over:
        return len(room.active) > 1
    is_settled = not (room.is_tournament_over or room.tournament.owed)
    return is_settled and can_go_on(room, room.tournament)


def result_of_leaving(room: Room, number: Number, leaver: Number) -> Result:
    """Return how a game ends that a player leaves: in a round robin that goes on it is lost.

    Otherwise a player about to lose would leave, come back, and play it again.
    """
    current, game = room.tournament, room.pairings[number]
    if current is None or not current.waits or current.is_ended or room.is_closed:
        return Result.VOID
    if game.tournament != current.number:
        return Result.VOID
    return Result.O if leaver == game.x else Result.X


def can_extend(room: Room) -> bool:
    """True if rounds or minutes can be added to the tournament."""
    current = room.current
    if current is None or current.is_ended or room.is_closed:
        return False
    return current.way is Way.ARENA or (current.way is Way.SWISS and current.planned < _MOST_ROUNDS)


def extend(room: Room, now: str) -> Events:
    """Add a round to a Swiss tournament, or minutes to an arena that is on."""
    current = room.tournament
    if current is None or not can_extend(room):
        raise IllegalAction(_("Only a Swiss tournament or an arena that is on can be extended"))
    if current.way is Way.ARENA:
        return (types.Extended(0, _later(current.ends, _EXTENSION), at=now),)
    return (types.Extended(current.planned + 1, "", at=now),)


def end(room: Room, now: str) -> Events:
    """End a tournament; its games under way become void."""
    current = room.tournament
    if current is None or room.is_over:
        raise IllegalAction(_("There's no tournament to end"))
    void = tuple(types.Finished(n, Result.VOID, at=now) for n in room.open_of_tournament)
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
    """Return what happens by itself now: games that begin, or the end of a round robin."""
    if _is_played_out(room):
        return (types.Ended(at=now),)
    if room.is_closed or room.is_paused:
        return ()
    if room.is_arena_on:
        pairs = pairs_of_looking(room)
        return (types.PairsAdded(pairs, at=now),) if pairs else ()
    if room.choices.way is Way.FREE:
        return tuple(types.Paired(x, o, at=now) for x, o in pairs_of_looking(room))
    follow: list[RoomEvent] = []
    while (event := _next_event(room, now)) is not None:
        follow.append(event)
        room = evolve(room, event)
    return tuple(follow)


def _is_played_out(room: Room) -> bool:
    """True once no game of a round robin is left to play, though it has not ended."""
    current = room.tournament
    if current is None or not current.waits or current.is_ended:
        return False
    return not (room.open_of_tournament or unplayed(current))


def _next_event(room: Room, now: str) -> RoomEvent | None:
    """Return how a tournament in rounds goes on by itself; None while it waits for something."""
    current = room.tournament
    if current is None or current.is_ended:
        return None
    if current.way is Way.SWISS:
        is_over = not current.owed and set(room.open_pairings).isdisjoint(room.round_pairings)
        if not is_over:
            return _late_in_round(room, current, now)
    elif (entered := _entered(room, current, now)) is not None:
        return entered
    elif pairs := _that_can_begin(room, current.without_left(current.due)):
        return types.PairsAdded(pairs, at=now)
    elif room.open_of_tournament:
        return None
    return _next_round(room, current, now)


def can_go_on(room: Room, current: Tournament) -> bool:
    """True if a game of a later round can begin now, but for two who have just met."""
    if current.way is Way.SWISS:
        return current.round < current.rounds and len(room.ready) > 1
    return bool(_that_can_begin(room, current.without_left(of_later_rounds(current))))


def _next_round(room: Room, current: Tournament, now: str) -> types.RoundBegan | None:
    """Return the next round with a game that can begin now; None without one."""
    if not can_go_on(room, current):
        return None
    if current.way is Way.SWISS:
        # Also for those who still play: the others wait for them rather than meet again.
        pairs, odd = swiss_pairs(room, room.active)
        begin = _that_can_begin(room, pairs)
        byes = () if odd is None or odd in room.playing else (odd,)
        return types.RoundBegan(begin, byes, at=now) if begin else None
    number, passed = current.round + 1, games_of_round(current.players, current.round + 1)
    while not (begin := _that_can_begin(room, current.without_left(passed))):
        number += 1
        passed += games_of_round(current.players, number)
    due = tuple(game for game in passed if game not in begin) if current.waits else ()
    return types.RoundBegan(begin, (), due, number, at=now)


def _late_in_round(room: Room, current: Tournament, now: str) -> types.PairsAdded | None:
    """Return games and byes for members who are free in a Swiss round, and had none in it.

    These still played when it began, came late, or are back from a break.
    """
    playing = {*chain(*(room.pairings[n].members for n in room.round_pairings))}
    with_bye = {*current.byes[-1]}.difference(playing).intersection(room.ready)
    free = [n for n in room.ready if n not in playing and n not in with_bye]
    owed = [n for n in free if n in current.owed]
    if not owed and len(free) + len(with_bye) < 2:
        return None
    met = _met(room)
    later = {*current.owed}.difference(free)  # they still play, and may be better opponents
    pairs, odd = swiss_pairs(room, [*free, *later])
    new = tuple(game for game in pairs if not met[frozenset(game)] and later.isdisjoint(game))
    if later:
        return types.PairsAdded(new, at=now) if new else None
    if with_bye and (odd is not None or new != pairs):
        pairs, odd = swiss_pairs(room, [*free, *with_bye])
    # Nobody plays the same opponent again who could do without a game.
    pairs = tuple(game for game in pairs if not met[frozenset(game)] or {*game}.issubset(owed))
    byes = tuple(n for n in owed if n not in chain(*pairs))
    return types.PairsAdded(pairs, byes, at=now) if pairs or byes else None


def _entered(room: Room, current: Tournament, now: str) -> types.Entered | None:
    """Return the new players of a round robin whose second round has not begun, if they change.

    A player who left before their first game goes out of it, or a latecomer enters.
    """
    if current.round > 1 or not current.waits:
        return None
    begun = {*chain(*(game.members for game in room.counted))}
    gone = [n for n in current.left if n in current.players and n not in begun]
    if gone and len(current.players) > 2:
        return types.Entered(without(current.players, gone[0]), at=now)
    late = [n for n in room.ready if n not in current.players]
    if not late or len(current.players) >= MOST_PLAYERS:
        return None
    return types.Entered(with_latecomer(current.players, late[0]), at=now)


def _that_can_begin(room: Room, games: Iterable[Sides]) -> tuple[Sides, ...]:
    """Return the games whose players are ready, one for each of them."""
    free, begin = set(room.ready), []
    for game in games:
        if free.issuperset(game):
            free.difference_update(game)
            begin.append(game)
    return tuple(begin)


def missing(room: Room) -> tuple[Number, ...]:
    """Return the resting and away members that a tournament in rounds waits for."""
    current = room.tournament
    if current is None or current.is_ended or room.open_of_tournament:
        return ()
    absent = {*room.present}.difference(room.active)
    if current.way is Way.ROUND_ROBIN:
        absent.intersection_update(chain(*unplayed(current)))
    return tuple(sorted(absent))


def pair(room: Room, x: Number, o: Number, now: str) -> Events:
    """Begin a game of two; it counts if they have none in this round of a tournament."""
    if room.is_swiss_on and {x, o}.issubset(without_game(room)):
        return (types.PairsAdded(((x, o),), at=now),)
    return (types.Paired(x, o, at=now),)


def without_game(room: Room) -> tuple[Number, ...]:
    """Return the members who could still play in this Swiss round: ready, with no result."""
    games = [room.pairings[n] for n in room.round_pairings]
    done = {member for game in games if game.result is not Result.VOID for member in game.members}
    return tuple(member for member in room.ready if member not in done)


def can_pair_all(room: Room) -> bool:
    """True if two members are free to be paired by the owner, for games that count."""
    if room.is_closed or room.is_paused:
        return False
    if room.choices.way is Way.FREE:
        return len(room.ready) > 1
    return room.is_swiss_on and len(without_game(room)) > 1
