"""The records of a series: each of its games as it ended."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Mark
from noughts.core.record import Record
from noughts.online.games import (
    Agreed,
    Began,
    Computer,
    Event,
    Free,
    Offered,
    Person,
    Played,
    Rematched,
    Resigned,
    SatDown,
    TookBack,
    replay,
)
from noughts.online.games.records import first_end, records

START = ".../.../... x 3"


def at(minute: int) -> str:
    return f"2026-01-02T03:{minute:02}:00+00:00"


BEGAN = Began(START, Person("ann"), Free(), at(0))
SERIES: list[Event] = [
    BEGAN,
    SatDown("o", Person("ben"), at(1)),
    Played(0, at(2)),
    Played(4, at(3)),
    TookBack(1, at(4)),
    Resigned("o", at(5)),
    Offered("rematch", "x", at(6)),
    Rematched(at(7)),
    Played(8, at(8)),
    Agreed(at(9)),
    Rematched(at(10)),
    Played(3, at(11)),
]


def test_the_first_end_stands_whatever_follows() -> None:
    ended = [*SERIES[:6], Offered("takeback", "o", at(6)), TookBack(1, at(7)), Agreed(at(8))]
    record = first_end(ended)
    assert record is not None
    assert (record.game.moves, record.started, record.ended) == ((0,), at(0), at(5))
    assert record.game.ending is not None
    assert record.game.ending.winner is Mark.X
    assert first_end(SERIES) == record
    assert first_end(SERIES[:5]) is None
    for events in ([], SERIES[1:]):
        with pytest.raises(ValueError, match="starts with the event that began it"):
            first_end(events)


def test_a_series_is_a_record_a_game() -> None:
    first, second, third = records(SERIES)
    assert [each.game.moves for each in (first, second, third)] == [(0,), (8,), (3,)]
    assert (first.started, first.ended) == (at(0), at(5))
    assert (second.started, second.ended) == (at(7), at(9))
    assert (third.started, third.ended) == (at(10), None)
    assert first.game.ending is not None
    assert first.game.ending.winner is Mark.X
    assert third.game.ending is None


@pytest.mark.parametrize(
    ("seat", "name"), [(Person("ann"), "human"), (Computer("easy"), "easy"), (Free(), "nobody")]
)
def test_people_are_not_named(seat: Person | Computer | Free, name: str) -> None:
    (record,) = records([Began(START, seat, Computer("perfect"), at(0))])
    assert record.players == {Mark.X: name, Mark.O: "perfect"}


@given(st.integers(1, len(SERIES)))
def test_whatever_has_happened_is_read_back_and_ends_with_the_game_as_it_is(count: int) -> None:
    events = SERIES[:count]
    found = records(events)
    assert [Record.parse(str(record)) for record in found] == found
    assert found[-1].game == replay(events).game
    assert len(found) == replay(events).round


@pytest.mark.parametrize("events", [[], SERIES[1:]])
def test_what_no_game_began_is_none(events: list[Event]) -> None:
    with pytest.raises(ValueError, match="a game starts with the event that began it"):
        records(events)
