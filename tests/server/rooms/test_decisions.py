"""Rooms by example: who may do what, its effect, and how tournaments go on and are held up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, cast

import pytest

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.server.games.types import Began, Person
from noughts.server.log.errors import Refused
from noughts.server.rooms import commands, types
from noughts.server.rooms.commands import BeginRound, Finish, Join, Leave, Look
from noughts.server.rooms.decide import MOST_MEMBERS, decide
from noughts.server.rooms.evolve import evolve, replay
from noughts.server.rooms.schedule import rounds
from noughts.server.rooms.standings import standings
from noughts.server.rooms.text import situation, stage
from noughts.server.rooms.tournaments import MOST_PLAYERS, seconds_left
from noughts.server.rooms.types import Result, Room, Way
from tests.server.games.people import NOW
from tests.server.rooms.members import LATER, OWNER, did, opened, room


def refusal(room: Room, by: str, command: commands.RoomCommand, *, draw: int = 0) -> NoughtsError:
    """Why a command is refused."""
    with pytest.raises(NoughtsError) as caught:
        pytest.fail(f"{command} was accepted: {decide(room, by, command, NOW, draw=draw)}")
    return caught.value


def players(room: Room) -> list[tuple[int, int]]:
    return [(each.x, each.o) for each in room.pairings if each.result is None]


def test_whoever_joins_gets_a_name_and_comes_back_under_it() -> None:
    found = room(3)
    names = [member.name for member in found.members]
    assert len(set(names)) == 3
    assert decide(found, "1", Join(), NOW, draw=5) == ()
    left = did(found, "1", Leave())
    assert left.present == (0, 2)
    assert did(left, "1", Join(), draw=99).present == found.present
    assert [member.name for member in did(left, "1", Join(), draw=99).members] == names


def test_who_was_sent_away_stays_away() -> None:
    found = did(room(3), OWNER, commands.Remove(1))
    assert found.present == (0, 2)
    assert isinstance(refusal(found, "1", Join(), draw=5), Refused)
    assert str(refusal(found, OWNER, commands.Remove(1))) == "That player isn't in the room"


def test_a_room_is_full_some_time() -> None:
    full = room(MOST_MEMBERS)
    assert "full" in str(refusal(full, "late", Join()))
    assert "full" in str(refusal(did(full, "1", Leave()), "late", Join()))  # they may come back
    assert len(did(did(full, OWNER, commands.Remove(1)), "late", Join()).present) == MOST_MEMBERS


def test_a_locked_room_lets_nobody_new_in() -> None:
    locked = did(room(2), OWNER, commands.Lock(is_locked=True))
    assert decide(locked, OWNER, commands.Lock(is_locked=True), NOW) == ()
    assert "locked" in str(refusal(locked, "late", Join()))
    assert did(did(locked, "1", Leave()), "1", Join()).present == (0, 1)
    unlocked = did(locked, OWNER, commands.Lock(is_locked=False))
    assert did(unlocked, "late", Join()).present == (0, 1, 2)
    assert isinstance(refusal(locked, "1", commands.Lock(is_locked=False)), Refused)
    assert did(locked, OWNER, Join()).present == (0, 1, 2)


def test_nobody_uses_up_the_log_of_a_room() -> None:
    found = room(3)
    for _ in range(199):
        found = did(did(found, "1", Look()), "1", Look(is_looking=False))
        found = did(did(found, "2", Leave()), "2", Join())
    found = did(did(found, "1", Look()), "1", Look(is_looking=False))
    found = did(found, "2", Leave())
    assert "too often" in str(refusal(found, "1", Look()))
    assert "too often" in str(refusal(found, "2", Join()))
    assert found.version - found.member_events == 1
    assert did(found, OWNER, commands.Pair(0, 1)).playing == {0, 1}


def test_what_only_the_owner_or_a_member_may_do() -> None:
    given: list[tuple[str, commands.RoomCommand]] = [
        ("1", commands.Remove(0)), ("1", commands.Pair(0, 1)), ("1", commands.PairAll()),
        ("1", commands.Choose(board="4x4:3")), ("1", commands.Close()), ("1", BeginRound(0)),
        ("nobody", Look()), ("nobody", Leave()), (OWNER, Look()),
    ]  # fmt: skip
    for command in given:
        assert isinstance(refusal(room(3), *command), Refused), command


def test_two_who_look_for_a_game_get_one_and_then_look_no_more() -> None:
    found = did(room(3), "2", Look())
    assert found.looking == (2,)
    assert decide(found, "2", Look(), NOW) == ()
    found = did(found, "0", Look())
    assert (players(found), found.looking) == ([(2, 0)], ())
    assert "already has a game" in str(refusal(found, "0", Look()))
    assert did(did(found, "1", Look()), "1", Look(is_looking=False)).looking == ()


def test_those_who_have_met_least_play_and_change_sides() -> None:
    found = room(3)
    for first, second, pair in [("0", "1", (0, 1)), ("0", "1", (1, 0))]:
        found = did(did(found, first, Look()), second, Look())
        assert players(found) == [pair]
        found = did(found, "", Finish(len(found.pairings) - 1, Result.DRAW))
    found = did(did(found, "1", Look()), OWNER, commands.Pair(0, 2))
    found = did(found, "", Finish(2, Result.X))
    found = did(did(found, "2", Look()), "0", Look())  # 2 is paired with 1 at once
    assert players(found) == [(2, 1)]
    assert found.looking == (0,)


def test_the_owner_pairs_two_or_everybody() -> None:
    found = did(room(5), OWNER, commands.Pair(3, 1))
    assert players(found) == [(3, 1)]
    for x, o in [(3, 0), (0, 1)]:
        assert "already has a game" in str(refusal(found, OWNER, commands.Pair(x, o)))
    for x, o in [(0, 0), (0, 9), (-1, 0)]:
        assert isinstance(refusal(found, OWNER, commands.Pair(x, o)), IllegalAction)
    found = did(found, OWNER, commands.PairAll())
    assert sorted(m for pair in players(found) for m in pair) == [0, 1, 2, 3]
    refused = refusal(found, OWNER, commands.PairAll())
    assert str(refused) == "There aren't two players without a game"


def test_pairing_everybody_again_pairs_nobody_with_the_same() -> None:
    for count in (4, 8, 16, 40):
        found = room(count)
        for _ in range(3):
            found = did(found, OWNER, commands.PairAll())
            for number in found.open_pairings:
                found = did(found, "", Finish(number, Result.X))
        assert set(found.meetings().values()) == {1}, count


def test_a_round_robin_goes_on_by_itself_to_its_table() -> None:
    found = did(room(4, Way.ROUND_ROBIN), OWNER, BeginRound(0))
    assert len(players(found)) == 2
    assert str(refusal(found, "0", Look())).startswith("Games come in rounds")
    for number in range(6):
        assert not found.is_tournament_over or number >= 4
        pairing = found.pairings[number]
        found = did(found, "", Finish(number, Result.X if pairing.x < pairing.o else Result.O))
    assert players(found) == []
    assert [(n, each.points, each.place) for n, each in standings(found).items()] == [
        (0, 3, 1), (1, 2, 2), (2, 1, 3), (3, 0, 4),
    ]  # fmt: skip
    again = did(found, OWNER, BeginRound(6))
    assert {each.tournament for each in again.pairings} == {1, 2}
    assert [each.played for each in standings(again).values()] == [0] * 4


def test_the_owner_need_not_wait_for_a_round_and_begins_none_twice() -> None:
    found = did(room(6, Way.ROUND_ROBIN), OWNER, BeginRound(0))
    found = finish(finish(found, 0), 1)  # so that two can go on, and two still play
    asked = refusal(found, OWNER, BeginRound(3))
    assert str(asked) == "1 game is still going on – start without it?"
    found = did(found, OWNER, BeginRound(3, going=1))
    assert len(found.pairings) > 3
    assert "take another look" in str(refusal(found, OWNER, BeginRound(3, going=1)))
    while not found.is_over:
        assert len(found.playing) == 2 * len(found.open_pairings)
        found = finish(found, found.open_pairings[0])
    assert [each.played for each in standings(found).values()] == [5] * 6
    assert len(found.pairings) == 15
    for count in (0, 1, MOST_PLAYERS + 1):
        assert isinstance(
            refusal(room(count, Way.ROUND_ROBIN), OWNER, BeginRound(0)), IllegalAction
        )


def test_who_leaves_holds_nobody_up() -> None:
    found = did(room(4, Way.ROUND_ROBIN), OWNER, BeginRound(0))
    found = did(did(found, "", Finish(1, Result.X)), "0", Leave())  # in the first game
    won = Result.O if found.pairings[0].x == 0 else Result.X  # who leaves a game has lost it
    assert (found.pairings[0].result, found.pairings[0].is_left) == (won, True)
    assert [each.round for each in found.pairings] == [1, 1, 2]
    assert all(0 not in pair for pair in players(found))
    for member in "123":
        found = did(found, member, Leave())
    assert found.is_tournament_over
    assert players(found) == []


def test_free_play_ends_a_round_robin() -> None:
    found = did(room(4, Way.ROUND_ROBIN), OWNER, BeginRound(0))
    found = did(found, OWNER, commands.Choose(board="4x4:3"))
    assert found.is_tournament_over
    for number in (0, 1):
        found = did(found, "", Finish(number, Result.X))
    assert len(found.pairings) == 2
    assert isinstance(refusal(found, OWNER, BeginRound(2)), IllegalAction)
    assert [each.played for each in standings(found).values()] == [0] * 4
    assert decide(found, OWNER, commands.Choose(board="4x4:3"), NOW) == ()


def test_of_equal_points_the_stronger_opponents_are_ahead() -> None:
    found = did(room(4, Way.ROUND_ROBIN), OWNER, BeginRound(0))
    winners = {(0, 1): 0, (0, 2): 2, (0, 3): 0, (1, 2): 1, (1, 3): 1, (2, 3): 3}
    for number in range(6):
        x, o = found.pairings[number].members
        won = winners[min(x, o), max(x, o)]
        found = did(found, "", Finish(number, Result.X if won == x else Result.O))
    table = standings(found).items()
    assert [(n, each.place, each.points, each.buchholz) for n, each in table] == [
        (0, 1, 2, 4), (1, 2, 2, 4), (2, 3, 1, 5), (3, 4, 1, 5),
    ]  # fmt: skip
    assert [each.sonneborn_berger for _number, each in table] == [3, 2, 2, 1]


def test_a_third_win_in_a_row_counts_double_in_an_arena() -> None:
    found, points = did(room(2, Way.ARENA), OWNER, BeginRound(0)), []
    for winner in (0, 0, 0, None, 0):
        (number,) = found.open_pairings
        won = Result.X if found.pairings[number].x == winner else Result.O
        found = did(found, "", Finish(number, Result.DRAW if winner is None else won))
        points.append((standings(found)[0].points, standings(found)[0].is_on_fire))
    assert points == [(2, False), (4, True), (8, True), (10, False), (12, False)]
    assert standings(found)[1].points == 1


def test_in_a_guarded_room_a_name_is_shown_and_plays_once_the_host_lets_it_in() -> None:
    found = did(room(2), OWNER, commands.Choose(is_guarded=True))
    found = did(did(found, "late", Join(), draw=7), OWNER, Join(), draw=9)
    late = found.number_of("late")
    assert late is not None
    assert (found.at_door, situation(found, "late").state) == ((late,), "at-the-door")
    assert late not in (*found.present, *standings(found))
    assert isinstance(refusal(found, "late", Look()), Refused)
    assert isinstance(refusal(found, "late", commands.Admit(late)), Refused)
    inside = did(found, OWNER, commands.Admit(late))
    assert (inside.at_door, late in inside.present) == ((), True)
    assert did(found, OWNER, commands.Remove(late)).at_door == ()
    assert did(did(found, "late", Leave()), "late", Join()).at_door == (late,)


def test_a_second_device_becomes_host_by_a_secret_that_works_once() -> None:
    found = room(2)
    assert isinstance(refusal(found, "0", commands.InviteHost()), Refused)
    assert isinstance(refusal(found, "0", commands.BecomeHost("")), Refused)
    found = did(found, OWNER, commands.InviteHost())
    token = found.host_token
    for wrong in ("", token[:-1], "ä"):
        assert isinstance(refusal(found, "phone", commands.BecomeHost(wrong)), Refused)
    found = did(found, "phone", commands.BecomeHost(token))
    assert isinstance(refusal(found, "0", commands.BecomeHost(token)), Refused)
    assert len(did(found, "phone", commands.PairAll()).open_pairings) == 1
    assert did(found, OWNER, commands.InviteHost()).host_token not in ("", token)


def test_equal_scores_share_a_place_and_a_void_game_counts_for_nobody() -> None:
    found = did(did(room(4), OWNER, commands.Pair(0, 1)), OWNER, commands.Pair(2, 3))
    found = did(did(found, "", Finish(0, Result.DRAW)), "", Finish(1, Result.VOID))
    table = {n: (each.place, each.points, each.played) for n, each in standings(found).items()}
    assert table == {0: (1, 0.5, 1), 1: (1, 0.5, 1), 2: (3, 0, 0), 3: (3, 0, 0)}


def test_in_a_closed_room_nothing_begins_and_what_was_begun_ends() -> None:
    found = did(did(room(4, Way.ROUND_ROBIN), OWNER, BeginRound(0)), OWNER, commands.Close())
    assert decide(found, OWNER, commands.Close(), NOW) == ()
    given: list[tuple[str, commands.RoomCommand]] = [
        ("new", Join()), ("1", Look()), (OWNER, commands.PairAll()), (OWNER, BeginRound(2)),
    ]  # fmt: skip
    for command in given:
        assert str(refusal(found, *command)) == "The room is closed"
    for number in (0, 1):
        found = did(found, "", Finish(number, Result.O))
    assert len(found.pairings) == 2
    assert did(found, "1", Leave()).present == (0, 2, 3)


def test_a_room_starts_with_its_opening_and_has_events_of_rooms_alone() -> None:
    of_a_game = Began(".../.../... x 3", Person("a"), Person("b"), NOW)
    logs: list[Any] = [(), (types.Joined("1", "Blue Cat", at=NOW),), (of_a_game,)]
    for log in logs:
        with pytest.raises(ValueError, match="opened"):
            replay(log)
    with pytest.raises(ValueError, match="cannot happen"):
        evolve(opened(), cast(Any, of_a_game))


def said(found: Room, key: str) -> str:
    return situation(found, key).text


def finish(found: Room, number: int) -> Room:
    return did(found, "", Finish(number, Result.DRAW))


RESULTS = (Result.X, Result.O, Result.DRAW)


def finish_all(found: Room, chance: Random, results: Sequence[Result] = RESULTS) -> Room:
    for number in found.open_pairings:
        found = did(found, "", Finish(number, chance.choice(results)))
    return found


def test_in_a_round_robin_all_meet_once_on_balanced_sides_and_one_rests_in_turn() -> None:
    for count in range(2, MOST_PLAYERS + 1):
        check_round_robin(count, rounds(count))


def check_round_robin(count: int, schedule: tuple[tuple[tuple[int, int], ...], ...]) -> None:
    assert len(schedule) == count - 1 + count % 2
    pairs = [pair for each in schedule for pair in each]
    assert sorted(tuple(sorted(pair)) for pair in pairs) == list(combinations(range(count), 2))
    had_x = Counter(x for x, _ in pairs)
    balances = {2 * had_x[player] - (count - 1) for player in range(count)}
    assert balances <= ({0} if count % 2 else {-1, 1})
    resting = []
    for each in schedule:
        players = Counter(player for pair in each for player in pair)
        assert set(players.values()) <= {1}
        resting += sorted(set(range(count)) - set(players))
    assert sorted(resting) == (list(range(count)) if count % 2 else [])


@pytest.mark.parametrize("count", [2, 7, 30])
def test_a_swiss_tournament_brings_new_people_together_in_every_round(count: int) -> None:
    found = did(room(count, Way.SWISS), OWNER, BeginRound(0))
    for number in range(1, min(5, count - 1) + 1):
        assert found.tournament is not None
        assert found.tournament.round == number
        assert len(found.open_pairings) == count // 2
        found = finish_all(found, Random(number))
    met = Counter(frozenset(each.members) for each in found.pairings)
    assert count == 2 or max(met.values()) == 1
    while found.tournament is not None and not found.is_over:
        found = finish_all(found, Random(1))
    assert stage(found) == "over"
    played = Counter(member for each in found.pairings for member in each.members)
    assert max(played.values()) - min(played.values()) <= count % 2
    assert situation(found, "0").state == "placed"


def test_whoever_sits_out_finishes_early_or_comes_late_is_told_when_they_are_in() -> None:
    found = did(room(3, Way.SWISS), OWNER, BeginRound(0))
    (one,) = found.open_pairings
    (out,) = found.idle
    assert situation(found, str(out)).state == "sitting-out"
    assert said(found, str(out)) == "You sit out round 1 – you're in from round 2"
    found = did(found, "late", Join(), draw=1)  # the two who have none play each other
    assert len(found.open_pairings) == 2
    found = did(found, "later", Join(), draw=2)
    assert situation(found, "later").state == "came-late"
    assert said(found, "later") == "You're in from round 2"
    x = str(found.pairings[one].x)
    found = did(found, "", Finish(one, Result.X))
    assert situation(found, x).state == "finished-early"
    assert said(found, x) == "You've finished. Round 2 starts after 1 more game."


def test_whoever_sits_out_a_round_gets_a_point_unless_they_play_in_it_after_all() -> None:
    found = did(room(5, Way.SWISS), OWNER, BeginRound(0))
    seen: list[int] = []
    for number in range(4):
        seen += found.idle
        line = standings(found)[seen[-1]]
        assert (line.byes, line.played, line.points) == (1, number, 1 + number / 2)
        ended = did(found, OWNER, commands.End())
        assert not standings(ended)[seen[-1]].byes  # for a round that was cut short
        found = finish_all(found, Random(number), [Result.DRAW])
    assert sorted((*seen, *found.idle)) == [*range(5)]  # nobody twice before all have
    found = did(found, "late", Join(), draw=1)
    assert {n for n, each in standings(found).items() if each.byes} == {*seen}


def test_whoever_is_left_at_a_board_gets_a_point_unless_they_play_in_the_round_after_all() -> None:
    found = did(room(4, Way.SWISS), OWNER, BeginRound(0))
    leaver, left = found.pairings[0].members
    found = did(found, str(leaver), Leave())
    byes = {n: (each.byes, each.points) for n, each in standings(found).items()}
    assert byes[left] == (1, 1)
    assert sum(count for count, _points in byes.values()) == 1
    again = did(did(found, "late", Join(), draw=1), OWNER, commands.PairAll())
    assert not any(each.byes for each in standings(again).values())
    called_off = did(did(room(4, Way.SWISS), OWNER, BeginRound(0)), OWNER, commands.Annul(0))
    assert not any(each.byes for each in standings(called_off).values())


def test_a_round_waits_for_two_players_and_is_never_without_a_game() -> None:
    found = did(room(3, Way.SWISS), OWNER, BeginRound(0))
    (out,) = found.idle
    x, o = found.pairings[0].members
    found = did(did(found, str(out), Leave()), str(x), Look(is_looking=False))
    found = did(found, "", Finish(0, Result.DRAW))
    assert (stage(found), found.open_pairings) == ("playing", ())
    name = found.name(x)
    assert said(found, OWNER) == f"Round 1 of 5. Round 2 waits for {name}."
    assert said(found, str(o)) == f"You've finished. Round 2 waits for {name}."
    assert situation(found, str(x)).button == "look"
    assert isinstance(refusal(found, OWNER, BeginRound(1)), IllegalAction)
    byes = {n: each.byes for n, each in standings(found).items()}
    assert byes == {out: 1, x: 0, o: 0}
    assert did(found, str(x), Look()).playing == {x, o}
    assert did(found, str(out), Join()).playing == {out, o}
    assert did(found, OWNER, commands.End()).is_over


def test_who_is_first_or_shares_it_is_told_so_and_nobody_for_games_that_did_not_count() -> None:
    found = did(did(room(4, Way.ARENA), OWNER, BeginRound(0)), "", Finish(0, Result.X))
    found = did(found, OWNER, commands.End())
    x, o = found.pairings[0].members
    assert said(found, str(x)) == "You came first – congratulations!"
    assert situation(found, str(o)).state == "placed"
    for member in found.pairings[1].members:
        assert said(found, str(member)) == f"It's over – {found.members[x].name} came first"
    found = did(room(2, Way.SWISS), OWNER, BeginRound(0))
    while not found.is_over:
        found = did(found, "", Finish(found.open_pairings[0], Result.DRAW))
    for key in "01":
        assert said(found, key) == "You share first place – congratulations!"
    assert said(found, OWNER) == "It's over – 2 players share first place"


def test_a_paused_room_begins_no_game_until_it_goes_on() -> None:
    found = did(did(room(4, Way.SWISS), OWNER, BeginRound(0)), OWNER, commands.Pause())
    found = finish_all(found, Random(1))
    assert found.open_pairings == ()
    assert stage(found) == "on-hold"
    assert situation(found, OWNER).button == "resume"
    assert isinstance(refusal(found, OWNER, BeginRound(len(found.pairings))), IllegalAction)
    found = did(found, OWNER, commands.Pause(is_paused=False))
    assert len(found.open_pairings) == 2
    assert said(did(room(2), "0", Look()), "0").startswith("Looking for a game – it begins as soon")
    free = did(did(did(room(2), OWNER, commands.Pause()), "0", Look()), "1", Look())
    assert free.looking == (0, 1)
    assert did(free, OWNER, commands.Pause(is_paused=False)).playing == {0, 1}


def test_the_time_of_an_arena_stands_still_while_it_is_paused_and_it_may_be_ended_then() -> None:
    found = did(did(room(2, Way.ARENA), OWNER, BeginRound(0)), OWNER, commands.Pause())
    assert seconds_left(found, LATER) == 15 * 60
    assert decide(found, "", commands.CheckEnd(), LATER) == ()
    assert said(found, OWNER) == "The games are paused – 1 is still being played"
    found = did(found, OWNER, commands.Pause(is_paused=False), LATER)
    assert seconds_left(found, LATER) == 15 * 60
    found = did(finish_all(found, Random(1)), OWNER, commands.Pause())
    found = did(found, OWNER, commands.End(), LATER)
    assert stage(found) == "over"
    assert situation(found, "0").state == "placed"
    again = did(found, OWNER, BeginRound(len(found.pairings)))
    assert (again.is_paused, len(again.open_pairings)) == (False, 1)


def test_a_game_that_is_called_off_frees_both_for_the_same_round() -> None:
    found = did(room(4, Way.SWISS), OWNER, BeginRound(0))
    found = did(found, OWNER, commands.Annul(0))
    assert len(found.idle) == 2
    assert len(did(found, OWNER, commands.PairAll()).open_pairings) == 2
    assert isinstance(refusal(found, OWNER, commands.Annul(0)), IllegalAction)


def test_a_tournament_is_extended_or_ended_by_its_host() -> None:
    found = did(room(4, Way.SWISS), OWNER, BeginRound(0))
    while not found.is_over:
        found = finish_all(found, Random(2))
    longer = did(found, OWNER, commands.Extend())
    assert longer.tournament is not None
    assert (longer.tournament.round, len(longer.open_pairings)) == (6, 2)
    ended = did(longer, OWNER, commands.End())
    assert ended.is_over
    assert ended.open_pairings == ()
    assert sum(each.played for each in standings(ended).values()) == 20
    assert isinstance(refusal(ended, OWNER, commands.End()), IllegalAction)


def test_an_arena_pairs_people_as_they_get_free_until_its_end() -> None:
    found = did(room(6, Way.ARENA), OWNER, BeginRound(0))
    assert seconds_left(found, NOW) == 15 * 60
    assert len(found.open_pairings) == 3
    found = did(found, "", Finish(0, Result.X))
    assert len(found.open_pairings) == 2  # not the same two again at once
    assert {situation(found, str(m)).state for m in found.idle} == {"waiting"}
    found = did(found, "", Finish(1, Result.O))
    assert len(found.open_pairings) == 3
    for number in found.open_pairings:
        assert found.pairings[number].members != found.pairings[0].members
    found = did(found, OWNER, commands.Extend())
    assert seconds_left(found, NOW) == 20 * 60
    assert decide(found, "", commands.CheckEnd(), NOW) == ()
    found = did(found, "", commands.CheckEnd(), LATER)
    assert stage(found) == "last-games"
    found = finish_all(found, Random(3))
    assert found.is_over
    assert sum(each.played for each in standings(found).values()) == 2 * 5


def test_who_takes_a_break_from_an_arena_or_comes_late_plays_again_when_they_look() -> None:
    found = did(room(5, Way.ARENA), OWNER, BeginRound(0))
    (odd,) = found.idle
    found = did(found, str(odd), Look(is_looking=False))
    assert situation(found, str(odd)).state == "resting"
    found = did(found, "late", Join(), draw=3)
    assert situation(found, "late").state == "waiting"
    found = did(found, str(odd), Look())
    assert len(found.open_pairings) == 3
    left = did(found, "late", Leave())
    assert situation(left, str(odd)).state == "waiting"
    back = did(left, "late", Join(), draw=3)  # these two have just played each other
    assert {situation(back, key).state for key in (str(odd), "late")} == {"waiting"}
    playing = did(back, "", Finish(back.open_pairings[0], Result.X)).playing
    assert playing >= {odd, back.number_of("late")}
