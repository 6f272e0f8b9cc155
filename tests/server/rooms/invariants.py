"""What holds in every room, whatever was pressed: for each state, each step, and what follows.

The sums are done again here in other ways than the code does them.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, pairwise, product

from noughts.server.log.events import decode_events, encode_events
from noughts.server.rooms import commands, types
from noughts.server.rooms.commands import RoomCommand
from noughts.server.rooms.decide import decide
from noughts.server.rooms.evolve import evolve
from noughts.server.rooms.standings import StandingView, annulled, standings
from noughts.server.rooms.text import situation, stage, stage_text
from noughts.server.rooms.tournaments import missing
from noughts.server.rooms.types import Events, Number, Pairing, Result, Room, Sides, Tournament, Way
from noughts.server.rooms.views import results_sheet, table_sheet
from tests.server.rooms.members import LATER, OWNER, did, essence

_SMALL = 8  # members among whom all pairings are tried
_FEW = 3  # for whom a tournament waits are named, more are counted
_RESULTS = (Result.X, Result.O, Result.DRAW)


def ready(room: Room) -> set[Number]:
    """Who may be paired."""
    busy = {m for each in room.pairings if each.result is None for m in each.members}
    return {
        n
        for n, member in enumerate(room.members)
        if not (member.is_gone or member.is_waiting or member.is_resting or member.is_away)
        and n not in busy
    }


# --- a step -------------------------------------------------------------------------------------


def check_step(room: Room, command: RoomCommand, events: Events) -> Room:
    """Check what a command causes, event by event; returns the room after it."""
    assert not events or decode_events(encode_events(events)) == events
    for event in events:
        after = evolve(room, event)
        match event:
            case types.Paired(x=x, o=o):
                _check_pairs(room, [(x, o)])
            case types.RoundBegan() | types.PairsAdded():
                _check_pairs(room, event.pairs)
                _check_in_tournament(room, command, event, after)
            case types.RoundRobinBegan() | types.SwissBegan() | types.ArenaBegan():
                assert room.tournament is None or room.tournament.is_ended or room.is_over
                assert not _open_games(room, room.tournament), "one is still played"
            case types.Ended():
                assert isinstance(command, commands.End | commands.CheckEnd) or _have_all_met(room)
        room = after
    return room


def _check_pairs(room: Room, pairs: Iterable[Sides]) -> None:
    """Only who is ready is paired, and with one other."""
    paired = [member for pair in pairs for member in pair]
    assert ready(room).issuperset(paired), "paired without being ready"
    assert len({*paired}) == len(paired), "paired with two"


def _check_in_tournament(
    room: Room, command: RoomCommand, event: types.RoundBegan | types.PairsAdded, after: Room
) -> None:
    now, then = room.tournament, after.tournament
    assert now is not None
    assert then is not None
    assert not any((now.is_ended, room.is_closed))
    assert isinstance(command, commands.Pair) or not room.is_paused
    paired = {member for pair in event.pairs for member in pair}
    given = paired.union(event.byes or ())
    if isinstance(event, types.RoundBegan):
        assert event.pairs, "a round without a pair"
        assert now.round < then.round <= now.rounds
    if now.way != Way.SWISS:
        return
    is_new = isinstance(event, types.RoundBegan)
    _check_rematches(room, now, event.pairs, {*room.active} if is_new else given)
    if not is_new and not isinstance(command, commands.PairAll | commands.Pair):
        again = [pair for pair in event.pairs if frozenset(pair) in _met(room, now)]
        assert {*now.owed}.issuperset(chain(*again)), "again, and could have waited"
        assert not (event.byes and then.owed), "a bye while an opponent is still to come"
    if is_new:
        assert then.round == now.round + 1, "a round is skipped"
        assert not now.owed, "a player went without"
        assert given.isdisjoint(then.owed)
        assert given.union(then.owed) == {*room.active}, "a player is forgotten"


def _check_rematches(
    room: Room, now: Tournament, pairs: Iterable[Sides], given: set[Number]
) -> None:
    """Two meet again only where some of those who get a game or a bye now would have to."""
    met = _met(room, now)
    if len(given) <= _SMALL and not met.isdisjoint(map(frozenset, pairs)):
        assert not _can_be_matched(sorted(given), met), f"{pairs} could be avoided"


def _met(room: Room, now: Tournament) -> set[frozenset[Number]]:
    """The pairs that have played, or play, in a tournament."""
    own = (e for e in room.pairings if e.tournament == now.number and e.result != Result.VOID)
    return {frozenset(each.members) for each in own}


def _can_be_matched(members: Sequence[Number], met: set[frozenset[Number]]) -> bool:
    """True if all, or all but one, can be paired with one whom they have not met."""
    if len(members) % 2:
        rests = ([*members[:at], *members[at + 1 :]] for at in range(len(members)))
        return any(_can_be_matched(rest, met) for rest in rests)
    if not members:
        return True
    one, *others = members
    return any(
        frozenset((one, other)) not in met
        and _can_be_matched([each for each in others if each != other], met)
        for other in others
    )


# --- a state ------------------------------------------------------------------------------------


def check_state(room: Room) -> None:
    """Check what must hold at any time."""
    _check_boards(room)
    _check_queue(room)
    if room.tournament is not None:
        _check_rounds(room, room.tournament)
    _check_table(room)
    _check_sheets(room)
    _check_sentences(room)


def _open_games(room: Room, now: Tournament | None) -> list[Pairing]:
    number = None if now is None else now.number
    return [each for each in room.pairings if each.result is None and each.tournament == number]


def _check_boards(room: Room) -> None:
    busy = Counter(
        member for each in room.pairings if each.result is None for member in each.members
    )
    assert set(busy.values()) <= {1}, "two games at once"
    assert room.playing == set(busy)
    assert all(each.x != each.o for each in room.pairings)


def _check_queue(room: Room) -> None:
    """Nobody looks for a game in vain, and in an arena all do who can play."""
    assert ready(room).issuperset(room.looking)
    assert len({*room.looking}) == len(room.looking)
    assert not room.is_arena_on or room.is_closed or ready(room) == {*room.looking}
    is_held_up = room.is_paused or (room.is_arena_on and len(room.open_pairings) > 1)
    assert is_held_up or len(room.looking) < 2


def _check_rounds(room: Room, now: Tournament) -> None:
    """No round lacks a game, nobody has two in one, and there are as many as planned."""
    own = [each for each in room.pairings if each.tournament == now.number]
    if now.way == Way.SWISS:
        assert {each.round for each in own} == {*range(1, now.round + 1)}
        assert len(now.byes) == now.round <= now.planned
        assert {*room.active}.issuperset(now.owed), "waits for who is not there"
        for number, byes in enumerate(now.byes, 1):
            games = [each for each in own if each.round == number and each.result != Result.VOID]
            had = [*byes, *(member for each in games for member in each.members)]
            assert len({*had}) == len(had), "two games or byes in a round"
        assert now.is_ended or not room.is_over or now.round == now.planned
    elif now.way == Way.ROUND_ROBIN:
        assert now.is_ended or {*room.present}.isdisjoint(now.left), "is back, and left out"
        met = [frozenset(each.members) for each in own if each.result != Result.VOID]
        assert len({*met}) == len(met)
        void = [each for each in own if each.result == Result.VOID and {*each.members} not in met]
        if room.is_over and room.current is now and _have_all_met(room) and not void:
            lines = standings(room).items()
            counts = {line.played + line.byes for n, line in lines if n not in now.left}
            assert len(counts) < 2, f"unequal numbers of games: {counts}"


def _have_all_met(room: Room) -> bool:
    """True if all games of a round robin are begun, but those of who has left."""
    now = room.tournament
    if now is None or now.way != Way.ROUND_ROBIN:
        return False
    met = {frozenset(each.members) for each in room.pairings if each.tournament == now.number}
    stayed = [each for each in now.players if each not in now.left]
    return met.issuperset(map(frozenset, combinations(stayed, 2)))


def _check_table(room: Room) -> None:
    table, games = standings(room), _counted_games(room)
    byes = Counter(_byes(room))
    for number, line in table.items():
        own = [each for each in games if number in each.members]
        marks = ["x" if each.x == number else "o" for each in own]
        won = sum(each.result == mark for each, mark in zip(own, marks, strict=True))
        drawn = sum(each.result == Result.DRAW for each in own)
        assert line.points == sum(_points(own, number)) + byes[number]
        assert (line.won, line.drawn, line.lost) == (won, drawn, len(own) - won - drawn)
        assert (line.played, line.byes) == (len(own), byes[number])
    lines = [*table.values()]
    assert not any(room.members[number].is_removed for number in table)
    ranks = [_rank(room, line) for line in lines]
    assert ranks == sorted(ranks, reverse=True)
    assert [each.place for each in lines] == [1 + ranks.index(rank) for rank in ranks]
    for (one, other), (rank, next_rank) in zip(pairwise(lines), pairwise(ranks), strict=True):
        assert rank != next_rank or _plain(one.name) <= _plain(other.name), "equals by name"


def _byes(room: Room) -> Iterator[Number]:
    """Points without a game: in a Swiss tournament as it says, else where a player has left."""
    now = None if room.choices.way == Way.FREE else room.tournament
    if now is None:
        return
    for byes in now.byes:
        yield from byes
    own = [each for each in room.pairings if each.tournament == now.number]
    begun = {frozenset(each.members) for each in own if each.result != Result.VOID}
    called_off = {frozenset(each.members) for each in own if each.result == Result.VOID}
    for one, other in product(now.left, now.players):
        is_due = frozenset((one, other)) not in begun | called_off
        if is_due and other not in now.left and not _is_annulled(room, now, one):
            yield other


def _is_annulled(room: Room, now: Tournament, number: Number) -> bool:
    """True for who left a round robin before half of their games."""
    played = [
        each
        for each in room.pairings
        if each.tournament == now.number
        and number in each.members
        and each.result in _RESULTS
        and not each.is_left
    ]
    return number in now.left and len(played) < (len(now.players) - 1) / 2


def _plain(name: str) -> str:
    """A name without a picture of an animal."""
    return re.sub(r"^\W+", "", name).casefold()


def _rank(room: Room, line: StandingView) -> tuple[float, ...]:
    now = None if room.choices.way == Way.FREE else room.tournament
    if now is not None and now.way != Way.ARENA and room.counted:
        return line.points, line.buchholz, line.sonneborn_berger
    return line.points, line.won


def _counted_games(room: Room) -> list[Pairing]:
    """The finished games of the last tournament, or of free play."""
    now = None if room.choices.way == Way.FREE else room.tournament
    number = 0 if now is None else now.number
    games = [e for e in room.pairings if e.tournament == number and e.result in _RESULTS]
    if now is None:
        return games
    annulled = {each for each in now.left if _is_annulled(room, now, each)}
    return [each for each in games if annulled.isdisjoint(each.members)]


def _points(games: Iterable[Pairing], number: Number) -> Iterator[float]:
    """The points of a member's games; in an arena twice as many after two wins in a row."""
    wins = 0
    for each in games:
        mine = Result.X if each.x == number else Result.O
        points = 1 if each.result == mine else 0.5 if each.result == Result.DRAW else 0
        yield points * ((4 if wins > 1 else 2) if each.is_of_arena else 1)
        wins = wins + 1 if points == 1 else 0


def _check_sheets(room: Room) -> None:
    """The table for a spreadsheet has its exact sums; what the games brought adds up to them."""
    table = [*standings(room).values()]
    for line, read in zip(table, _rows(table_sheet(room)), strict=True):
        sums = [line.points, line.buchholz, line.sonneborn_berger]
        told = [Fraction(read[each]) for each in ("Points", "Buchholz", "Sonneborn–Berger")]
        assert (read["Name"], told) == (line.name, [*map(Fraction, sums)])
    if room.counted == room.pairings and not annulled(room):
        brought = Counter[str]()
        for read in _rows(results_sheet(room)):
            for mark in "XO":
                brought[read[mark]] += int(4 * Fraction(read[f"Points of {mark}"] or 0))
        assert all(brought[line.name] == 4 * line.points for line in table)


def _rows(sheet: str) -> list[dict[str, str]]:
    return list(csv.DictReader(sheet.removeprefix("\ufeff").splitlines()))


def _check_sentences(room: Room) -> None:
    """Nobody is left without a word, and who has no game is told why."""
    assert stage_text(room, stage(room))
    for key in (OWNER, "nobody", *(member.key for member in room.members)):
        found = situation(room, key)
        assert found.text
        assert found.button is None or found.label
        number = room.number_of(key)
        assert (found.state == "playing") is (number in room.playing)
        assert found.state != "hosting" or room.is_host(key)
        if room.current is not None and number in room.current.owed:
            assert found.state != "sitting-out", "is still to be paired in this round"
        if found.state == "resting":
            assert found.button == "look"


# --- what follows -------------------------------------------------------------------------------


def check_goes_on(room: Room, ending: set[Room]) -> None:
    """Check that a tournament comes to its end by itself once everybody is back and plays on.

    Adds the rooms on the way to those that are known to do so.
    """
    now = room.current
    if now is None or room.is_closed:
        return
    if room.is_paused:
        room = did(room, OWNER, commands.Pause(is_paused=False))
    _check_waiting(room)
    room = reduce(_back, range(len(room.members)), room)
    if len(room.present) < 2:
        return
    for _ in range(_most_games(room, now)):
        key = essence(room)
        if room.is_over or key in ending:
            return
        ending.add(key)
        command: RoomCommand = commands.CheckEnd()
        if not room.is_arena_on:
            command = commands.Finish(_first_open(room), Result.X)
        room = check_step(room, command, decide(room, "", command, LATER))
    raise AssertionError("there is always another game")


def _check_waiting(room: Room) -> None:
    """Whom a tournament waits for are the ones without whom it does not go on."""
    if room.is_over or room.is_arena_on or room.open_pairings:
        return
    awaited = missing(room)
    assert awaited or len(room.ready) < 2, "waits, and does not say for whom"
    said = stage_text(room, stage(room))
    assert len(awaited) > _FEW or all(room.name(n) in said for n in awaited), "names others"
    now = room.tournament
    if now is not None and now.way == Way.ROUND_ROBIN:
        others = {*now.players}.difference(now.left)
        for one in awaited:
            opponents = {frozenset((one, other)) for other in others.difference((one,))}
            assert not opponents <= _met(room, now), "has played all games"
    back = reduce(_back, awaited, room)
    assert not awaited or back.playing or len(back.ready) < 2, "would wait on"


def _first_open(room: Room) -> Number:
    assert room.open_pairings, f"waits for nobody: {stage_text(room, stage(room))}"
    return room.open_pairings[0]


def _most_games(room: Room, now: Tournament) -> int:
    """A bound for the games that are still to come."""
    count = len(room.members)
    return len(room.open_pairings) + count * max(count, now.planned)


def _back(room: Room, number: Number) -> Room:
    """The room once a member is back and ready, if they may be."""
    member = room.members[number]
    if member.is_removed:
        return room
    if member.is_gone:
        room = did(room, member.key, commands.Join())
    if room.members[number].is_waiting:
        room = did(room, OWNER, commands.Admit(number))
    if member.is_away:
        room = did(room, member.key, commands.Attend(is_here=True))
    if room.members[number].is_resting:
        room = did(room, member.key, commands.Look())
    return room
