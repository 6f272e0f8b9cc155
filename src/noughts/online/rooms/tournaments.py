"""How tournaments begin, go on by themselves, and end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from noughts.core.errors import IllegalAction
from noughts.language import gettext as _
from noughts.online.games.clocks import seconds_between
from noughts.online.rooms.arena import pairs_of_looking
from noughts.online.rooms.events import (
    ArenaBegan,
    Ended,
    Extended,
    Finished,
    Paired,
    PairsAdded,
    Paused,
    RoomEvent,
    RoundBegan,
    RoundRobinBegan,
    SwissBegan,
)
from noughts.online.rooms.evolution import evolve
from noughts.online.rooms.round_robin import Pair, rounds
from noughts.online.rooms.state import Number, Room, Tournament
from noughts.online.rooms.swiss import swiss_pairs

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
