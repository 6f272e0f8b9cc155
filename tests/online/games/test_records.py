"""The records of a series: each of its games as it ended."""

from __future__ import annotations

import pytest

from noughts import Mark
from noughts.core.ending import Ending, Termination
from noughts.core.record import Record
from noughts.online import games
from noughts.online.games import Computer, Free, Person
from noughts.online.games.records import first_end, records

START = ".../.../... x 3"


def at(minute: int) -> str:
    return f"2026-01-02T03:{minute:02}:00+00:00"


SERIES: list[games.Event] = [
    games.Began(START, Person("ann"), Free(), at(0)),
    games.SatDown("o", Person("ben"), at(1)),
    games.Played(0, at(2)),
    games.Played(4, at(3)),
    games.TookBack(1, at(4)),
    games.Resigned("o", at(5)),
    games.Offered("rematch", "x", at(6)),
    games.Rematched(at(7)),
    games.Played(8, at(8)),
    games.Agreed(at(9)),
    games.Rematched(at(10)),
    games.Played(3, at(11)),
]


def test_the_first_end_stands_whatever_follows() -> None:
    ended = [
        *SERIES[:6],
        games.Offered("takeback", "o", at(6)),
        games.TookBack(1, at(7)),
        games.Agreed(at(8)),
    ]
    record = first_end(ended)
    assert record is not None
    assert (record.game.moves, record.started, record.ended) == ((0,), at(0), at(5))
    assert record.game.ending == Ending(Termination.RESIGNATION, Mark.X)
    assert first_end(SERIES) == record
    assert first_end(SERIES[:5]) is None


def test_a_series_is_a_record_a_game() -> None:
    first, second, third = records(SERIES)
    assert [each.game.moves for each in (first, second, third)] == [(0,), (8,), (3,)]
    assert (first.started, first.ended) == (at(0), at(5))
    assert (second.started, second.ended) == (at(7), at(9))
    assert (third.started, third.ended) == (at(10), None)
    assert first.game.ending == Ending(Termination.RESIGNATION, Mark.X)
    assert third.game.ending is None


def test_people_are_not_named() -> None:
    seats: dict[games.Seat, str] = {
        Person("ann"): "human",
        Computer("easy"): "easy",
        Free(): "nobody",
    }
    for seat, name in seats.items():
        (record,) = records([games.Began(START, seat, Computer("perfect"), at(0))])
        assert record.players == {Mark.X: name, Mark.O: "perfect"}


def test_the_records_of_whatever_has_happened_are_read_back_and_end_with_the_game_as_it_is() -> (
    None
):
    for count in range(1, len(SERIES) + 1):
        found, shared = records(SERIES[:count]), games.replay(SERIES[:count])
        assert [Record.parse(str(record)) for record in found] == found
        assert (found[-1].game, len(found)) == (shared.game, shared.round)


def test_a_log_that_no_game_began_is_refused() -> None:
    for events in ([], SERIES[1:]):
        for read in (records, first_end):
            with pytest.raises(ValueError, match="a game starts with the event that began it"):
                read(events)
