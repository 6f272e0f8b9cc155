"""Tournaments by example: no press wrecks one, and nobody is paired who cannot play."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from io import StringIO

import pytest
from msgspec.structs import replace

from noughts.core.errors import NoughtsError
from noughts.server.rooms import commands, types, views
from noughts.server.rooms.commands import BeginRound, Finish, Join, Leave
from noughts.server.rooms.decide import decide
from noughts.server.rooms.standings import standings
from noughts.server.rooms.text import situation
from noughts.server.rooms.types import Result, Room, Way
from tests.server.games.people import NOW
from tests.server.rooms.members import OWNER, did, evolved, room

ROUNDS = (Way.SWISS, Way.ROUND_ROBIN)
FORMATS = (*ROUNDS, Way.ARENA)


def tournament(count: int, way: Way, rounds: int = 5) -> Room:
    """A tournament whose first round has just begun."""
    found = room(count)
    found = did(found, OWNER, commands.Choose(way=way, rounds=rounds))
    return did(found, OWNER, BeginRound(0))


def pressed(found: Room) -> Room:
    """The room after "Start the next round now" on a page that is up to date, accepted or not."""
    press = BeginRound(len(found.pairings), len(found.open_pairings))
    try:
        events = decide(found, OWNER, press, NOW)
    except NoughtsError:
        return found
    return evolved(found, events)


def finished(found: Room, *numbers: int, result: Result = Result.X) -> Room:
    for number in numbers or found.open_pairings:
        found = did(found, "", Finish(number, result))
    return found


def games_of(found: Room) -> Counter[int]:
    """How many open games each member has."""
    return Counter(member for n in found.open_pairings for member in found.pairings[n].members)


def current_round(found: Room) -> int:
    assert found.tournament is not None
    return found.tournament.round


@pytest.mark.parametrize("way", ROUNDS)
def test_the_next_round_begins_for_nobody_while_all_play(way: Way) -> None:
    found = tournament(10, way)
    for _ in range(3):  # as by three times Enter
        found = pressed(found)
    assert (current_round(found), found.is_over) == (1, False)
    assert set(games_of(found).values()) == {1}


def test_three_presses_before_a_tournament_begin_it_and_nothing_else() -> None:
    found = did(room(10), OWNER, commands.Choose(way=Way.SWISS, rounds=5))
    for _ in range(3):
        found = pressed(found)
    assert (current_round(found), len(found.pairings), found.is_over) == (1, 5, False)


def test_each_swiss_tournament_draws_its_first_round_anew() -> None:
    found, seen = room(12, Way.SWISS), set[frozenset[frozenset[int]]]()
    for number in range(3):
        found = pressed(found)
        pairs = [frozenset(found.pairings[n].members) for n in found.open_pairings]
        seen.add(frozenset(pairs))
        assert len(seen) == number + 1
        found = did(found, OWNER, commands.End())


@pytest.mark.parametrize("way", ROUNDS)
def test_a_tournament_begins_without_who_rests(way: Way) -> None:
    found = did(room(4, way), "0", commands.Look(is_looking=False))
    found = pressed(found)
    assert found.tournament is not None
    assert 0 not in {*found.tournament.players, *found.playing}


def test_a_swiss_tournament_has_all_its_rounds_whatever_is_pressed() -> None:
    found = tournament(10, Way.SWISS)
    while not found.is_over:
        found = pressed(found)
        found = finished(found, found.open_pairings[0])
    rounds = Counter(each.round for each in found.pairings)
    assert rounds == Counter(dict.fromkeys(range(1, 6), 5))  # everybody has all games, and no bye
    assert len({frozenset(each.members) for each in found.pairings}) == 25  # nobody meets again


def test_a_round_that_is_added_is_played() -> None:
    found = did(pressed(tournament(10, Way.SWISS, rounds=1)), OWNER, commands.Extend())
    found = finished(found)
    assert (current_round(found), len(found.open_pairings)) == (2, 5)
    after = did(finished(found), OWNER, commands.Extend())
    assert (current_round(after), len(after.open_pairings)) == (3, 5)


def test_a_new_round_robin_waits_for_the_last_games_of_the_one_before() -> None:
    found = finished(finished(tournament(4, Way.ROUND_ROBIN)))
    assert current_round(found) == 3
    found = pressed(found)
    assert found.tournament is not None
    assert found.tournament.number == 1
    assert set(games_of(found).values()) == {1}


def test_who_still_plays_when_a_round_begins_is_paired_when_they_finish() -> None:
    found = finished(tournament(6, Way.SWISS), 0)
    assert pressed(found) == found  # the two who are free have just met
    found = finished(found, 1)
    slow = [str(m) for n in found.open_pairings for m in found.pairings[n].members]
    found = pressed(found)
    assert (current_round(found), set(games_of(found).values())) == (2, {1})
    while any(each.round == 1 and each.result is None for each in found.pairings):
        late = next(n for n in found.open_pairings if found.pairings[n].round == 1)
        found = finished(found, late)
        for key in slow:
            assert situation(found, key).state != "sitting-out"
    second = [each.members for each in found.pairings if each.round == 2]
    assert sorted(member for pair in second for member in pair) == [*range(6)]
    assert len({frozenset(each.members) for each in found.pairings}) == 6


def test_who_is_the_only_one_still_playing_when_a_round_begins_gets_a_game_or_a_bye() -> None:
    found = finished(tournament(5, Way.SWISS), 0)  # one has the bye
    found = pressed(found)
    assert pressed(found) == found  # before all have their game of this round
    found = finished(found, 1)
    second = Counter(m for each in found.pairings if each.round == 2 for m in each.members)
    assert found.tournament is not None
    second.update(found.tournament.byes[1])
    assert second == Counter(range(5))


def test_a_round_waits_for_who_has_had_no_game_in_it() -> None:
    found = finished(tournament(8, Way.SWISS), 0, 1)
    found = pressed(found)  # four play the second round, and four still the first
    for number in found.open_pairings[2:]:
        found = finished(found, number)
    assert current_round(found) == 2


def test_who_is_left_over_gets_no_bye_while_opponents_are_still_to_come() -> None:
    found = finished(tournament(6, Way.SWISS), 0, 1)
    found = pressed(did(found, str(found.idle[0]), Leave()))
    (odd,) = found.idle
    assert standings(found)[odd].byes == 0
    found = finished(found, 2)
    assert found.tournament is not None
    assert len(found.playing) + len(found.tournament.byes[1]) == 5


@pytest.mark.parametrize("command", [Leave(), commands.Look(is_looking=False)])
def test_a_round_waits_for_nobody_who_is_not_there(command: Leave | commands.Look) -> None:
    found = pressed(finished(tournament(6, Way.SWISS, rounds=2), 0, 1))
    slow = found.pairings[2].x
    assert current_round(found) == 2
    found = did(found, str(slow), command)
    while not found.is_over:
        found = finished(found, found.open_pairings[0])
    assert found.tournament is not None
    second = Counter(m for each in found.pairings if each.round == 2 for m in each.members)
    second.update(found.tournament.byes[1])
    assert second == Counter({*range(6)} - {slow})


def test_nobody_meets_an_opponent_again_who_can_wait_for_the_next_round() -> None:
    found = tournament(6, Way.SWISS)
    beaten, winner = found.pairings[0].o, found.pairings[0].x
    found = finished(did(found, str(winner), commands.Look(is_looking=False)), 0)
    found = finished(found, 1, 2, result=Result.DRAW)
    assert found.tournament is not None
    assert found.tournament.byes[1] == (beaten,)
    found = did(found, str(winner), commands.Look())
    assert found.playing.isdisjoint((beaten, winner))
    found = finished(found)
    assert found.playing == {*range(6)}


@pytest.mark.parametrize("way", FORMATS)
def test_a_tournament_that_was_stopped_by_another_way_begins_no_round(way: Way) -> None:
    found = finished(tournament(6, way), 0)
    for other in (Way.FREE, way):
        found = did(found, OWNER, commands.Choose(way=other))
    games = len(found.open_pairings)
    assert len(pressed(found).open_pairings) == games


@pytest.mark.parametrize("count", [4, 5])
def test_a_latecomer_enters_a_round_robin_in_its_first_round(count: int) -> None:
    found = did(tournament(count, Way.ROUND_ROBIN), "late", Join(), draw=3)
    while not found.is_over:
        assert set(games_of(found).values()) == {1}
        found = finished(found, found.open_pairings[0], result=Result.DRAW)
    assert Counter(m for each in found.pairings for m in each.members) == Counter(
        dict.fromkeys(range(count + 1), count)
    )


def test_a_latecomer_to_a_later_round_is_told_when_they_play() -> None:
    found = did(finished(tournament(4, Way.ROUND_ROBIN)), "late", Join(), draw=3)
    assert current_round(found) == 2
    assert situation(found, "late").text == (
        "You came after the start – you're in from the next tournament"
    )
    while not found.is_over:
        found = finished(found, found.open_pairings[0])
    assert len(found.pairings) == 6


@pytest.mark.parametrize("way", FORMATS)
def test_who_misses_their_first_move_rests_until_they_are_back(way: Way) -> None:
    found = tournament(6, way)
    gone, opponent = found.pairings[0].members
    found = did(found, "", Finish(0, Result.O, missed_by=gone))
    assert standings(found)[opponent].won == 1
    assert found.members[gone].is_resting
    for _ in range(8):
        assert gone not in found.playing
        if not found.open_pairings:
            break
        found = finished(found, found.open_pairings[0])
    found = did(found, str(gone), commands.Look())
    assert not found.members[gone].is_resting
    if way != Way.SWISS:
        assert gone in found.playing


@pytest.mark.parametrize("way", FORMATS)
def test_who_is_away_is_not_paired_until_their_page_is_back(way: Way) -> None:
    found = tournament(5, way)
    (odd,) = found.idle
    found = did(found, str(odd), commands.Attend(is_here=False))
    assert odd not in found.looking
    away = found
    for _ in range(8):
        if not found.open_pairings:
            break
        found = finished(found, found.open_pairings[0])
        assert odd not in found.playing
    back = finished(away, away.open_pairings[0])
    back = did(back, str(odd), commands.Attend(is_here=True))
    while odd not in back.playing:
        back = finished(back, back.open_pairings[0])


def test_who_has_games_left_against_a_player_who_rests_is_told_for_whom_they_wait() -> None:
    found = did(tournament(4, Way.ROUND_ROBIN), "3", commands.Look(is_looking=False))
    (met,) = (n for each in found.pairings if 3 in each.members for n in each.members if n != 3)
    while found.open_pairings:
        found = finished(found, found.open_pairings[0])
    waits = f"The last games wait for {found.name(3)}"
    for number in {0, 1, 2} - {met}:
        assert situation(found, str(number)).text == waits
    assert "still being played" not in situation(found, str(met)).text


def test_free_play_pairs_nobody_who_rests_or_is_away() -> None:
    found = did(room(4), OWNER, commands.Pair(0, 2))
    found = did(found, "", Finish(0, Result.O, missed_by=0))
    found = did(found, "1", commands.Attend(is_here=False))
    found = did(found, OWNER, commands.PairAll())
    assert found.playing == {2, 3}


@pytest.mark.parametrize("rounds", range(7))
@pytest.mark.parametrize("by_host", [False, True])
def test_who_leaves_a_round_robin_leaves_all_others_as_many_games(
    rounds: int, *, by_host: bool
) -> None:
    found = tournament(8, Way.ROUND_ROBIN)
    for _ in range(rounds):
        found = finished(found)
    leaving = (OWNER, commands.Remove(0)) if by_host else ("0", Leave())
    found = did(found, *leaving)
    while not found.is_over:
        found = finished(found, found.open_pairings[0])
    table = standings(found)
    counts = {line.played + line.byes for n, line in table.items() if n != 0}
    assert counts == ({6} if rounds < 4 else {7})  # of 7: less than half, or forfeits
    assert (0 in table) is (rounds >= 4 and not by_host)


def test_who_comes_back_to_a_round_robin_plays_all_games_that_are_left() -> None:
    found = did(did(tournament(4, Way.ROUND_ROBIN), "0", Leave()), "0", Join())
    while not found.is_over:
        found = finished(found, found.open_pairings[0])
    assert {line.played for line in standings(found).values()} == {3}


@pytest.mark.parametrize("way", FORMATS)
def test_who_joins_again_has_no_break_any_more(way: Way) -> None:
    found = did(tournament(5, way), "0", commands.Look(is_looking=False))
    found = did(did(did(found, "0", commands.Attend(is_here=False)), "0", Leave()), "0", Join())
    assert found.members[0].is_active


@pytest.mark.parametrize("way", FORMATS)
def test_equal_places_are_in_the_order_of_names_without_their_pictures(way: Way) -> None:
    found = tournament(40, way)
    lines = standings(found).values()
    assert len({each.place for each in lines}) == 1
    names = [each.name.partition(" ")[2] for each in lines]
    assert names == sorted(names)


def rows(sheet: str) -> list[dict[str, str]]:
    return [*csv.DictReader(StringIO(sheet.removeprefix("\ufeff")))]


@pytest.mark.parametrize("way", FORMATS)
def test_the_results_as_a_spreadsheet_add_up_to_the_table(way: Way) -> None:
    found = tournament(5, way, rounds=3)
    for _ in range(6):
        found = finished(found, found.open_pairings[0])
    points = defaultdict[str, float](float)
    for row in rows(views.results_sheet(found)):
        for side in "XO":
            if row[side]:
                points[row[side]] += float(row[f"Points of {side}"] or 0)
    table = {each.name: each.points for each in standings(found).values() if each.points}
    assert {name: total for name, total in points.items() if total} == table


def test_large_numbers_are_written_out_in_a_spreadsheet(monkeypatch: pytest.MonkeyPatch) -> None:
    found = room(1)
    (line,) = standings(found).values()
    large = 1234567.25
    monkeypatch.setattr(
        views, "standings", lambda _: {0: replace(line, points=large, buchholz=large)}
    )
    (row,) = rows(views.table_sheet(found))
    assert (row["Points"], row["Buchholz"]) == ("1234567.25", "1234567.25")


@pytest.mark.parametrize("rounds", [2, 4])
def test_the_end_of_a_round_robin_is_the_same_for_who_has_locked_their_phone(rounds: int) -> None:
    found = tournament(8, Way.ROUND_ROBIN)
    for _ in range(rounds):
        found = finished(found)
    awake = did(finished(found), OWNER, commands.End())
    found = did(found, "0", commands.Attend(is_here=False))
    asleep = did(finished(found), OWNER, commands.End())
    assert standings(asleep) == standings(did(finished(found), OWNER, commands.End()))
    assert 0 in standings(asleep)
    assert {line.byes for line in standings(asleep).values()} == {0}
    assert len(standings(awake)) == len(standings(asleep)) == 8


def test_who_goes_home_from_a_closed_room_changes_no_table() -> None:
    found = did(finished(tournament(8, Way.ROUND_ROBIN)), OWNER, commands.Close())
    found = finished(found)
    assert standings(did(found, "0", Leave())) == standings(found)


def test_a_round_robin_that_ends_in_a_pause_stays_over() -> None:
    found = did(tournament(2, Way.ROUND_ROBIN), OWNER, commands.Pause())
    found = did(finished(found), "late", Join(), draw=3)
    assert found.is_over
    found = did(found, OWNER, commands.Pause(is_paused=False))
    assert (found.is_over, len(found.pairings)) == (True, 1)


def test_who_leaves_a_lost_game_of_a_round_robin_does_not_play_it_again() -> None:
    found = tournament(4, Way.ROUND_ROBIN)
    x, o = found.pairings[0].members
    found = did(did(found, str(x), Leave()), str(x), Join())
    assert (found.pairings[0].result, len(found.open_pairings)) == (Result.O, 1)
    assert standings(found)[o].points == 1
    while not found.is_over:
        found = finished(found)
    assert {line.played for line in standings(found).values()} == {3}


def test_who_comes_and_goes_in_the_first_round_leaves_no_trace_in_a_round_robin() -> None:
    found = tournament(6, Way.ROUND_ROBIN)
    games = {each.members for each in found.pairings}
    for number in range(30):
        found = did(found, f"stranger {number}", Join(), draw=number)
        found = did(found, f"stranger {number}", Leave())
    assert found.tournament is not None
    assert ({*found.tournament.players}, found.tournament.rounds) == ({*range(6)}, 5)
    while not found.is_over:
        found = finished(found)
    assert len({frozenset(each.members) for each in found.pairings}) == 15
    assert {each.members for each in found.pairings if each.round == 1} == games


def test_a_game_of_two_by_the_host_counts_where_they_have_none_in_the_round() -> None:
    found = did(tournament(4, Way.SWISS), OWNER, commands.Annul(0))
    x, o = found.pairings[0].members
    found = did(found, OWNER, commands.Pair(x, o))
    assert (found.pairings[-1].tournament, found.pairings[-1].round) == (1, 1)


def test_a_round_robin_in_a_log_from_before_rounds_waited_stays_as_it_was() -> None:
    found = room(3, Way.ROUND_ROBIN)
    log: list[types.RoomEvent] = [types.RoundRobinBegan((0, 1, 2), at=NOW)]
    for number, pairs in enumerate([((1, 2),), ((0, 1),), ((2, 0),)]):
        log += [types.RoundBegan(pairs, at=NOW), types.Finished(number, Result.X, at=NOW)]
    found = evolved(found, (*log, types.Left(2, is_removed=False, at=NOW)))
    assert (found.is_over, len(standings(found))) == (True, 3)
    again = did(did(found, "late", Join(), draw=9), "2", Join())
    assert (again.is_over, again.pairings) == (True, found.pairings)


def test_who_was_back_after_a_missed_first_move_is_not_told_of_it_again() -> None:
    found = tournament(4, Way.SWISS)
    x = found.pairings[0].x
    found = did(found, "", Finish(0, Result.O, missed_by=x))
    assert situation(found, str(x)).text.startswith("You made no first move in time")
    found = did(did(found, str(x), commands.Look()), str(x), commands.Attend(is_here=False))
    assert situation(found, str(x)).text.startswith("You're taking a break")
