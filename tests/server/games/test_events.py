"""Events are stored for good: what was written can still be read, and makes the records."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from noughts import Mark
from noughts.core import Ending, Termination
from noughts.core.offer import Offer
from noughts.core.record import Record
from noughts.server.games import types
from noughts.server.games.evolve import first_end, records, replay

START, NOW = ".../.../... x 3", "2026-01-02T03:04:05+00:00"
A, B = types.Person("a"), types.Person("b")
FRIENDS = (
    '{"type":"began","start":"s","x":{"type":"person","key":"a"},"o":{"type":"person","key":"b"},'
    '"at":"now","score":{"x":0,"o":0,"drawn":0},"clock":null,"room":"KTRF7WX4"'
)
STORED: list[tuple[str, types.Event]] = [
    (
        '{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"a"},'
        '"o":{"type":"computer","player":"medium"},"at":"2026-01-02T03:04:05+00:00",'
        '"score":{"x":1,"o":0,"drawn":2},"clock":null}',
        types.Began(START, A, types.Computer("medium"), NOW, types.SeriesScore(1, 0, 2)),
    ),
    (
        '{"type":"began","start":"s","x":{"type":"computer","player":"easy","seconds":3.0},'
        '"o":{"type":"person","key":"b"},"at":"now","score":{"x":0,"o":0,"drawn":0},"clock":null}',
        types.Began("s", types.Computer("easy", 3.0), B, "now"),
    ),
    ('{"type":"played","square":4,"at":"now"}', types.Played(4, "now")),
    ('{"type":"undone","plies":2,"at":"now"}', types.Undone(2, "now")),
    ('{"type":"resigned","side":"o","at":"now"}', types.Resigned(Mark.O, "now")),
    (
        '{"type":"began","start":"s","x":{"type":"free"},"o":{"type":"person","key":"b"},'
        '"at":"now","score":{"x":0,"o":0,"drawn":0},"clock":{"per":"move","seconds":60}}',
        types.Began("s", types.Free(), B, "now", clock=types.Clock(types.Per.MOVE, 60)),
    ),
    (FRIENDS + "}", types.Began("s", A, B, "now", room="KTRF7WX4")),
    (
        FRIENDS + ',"names":["Ann","Ben"]}',
        types.Began("s", A, B, "now", room="KTRF7WX4", names=("Ann", "Ben")),
    ),
    (
        FRIENDS + ',"names":["Ann","Ben"],"first_move":20}',
        types.Began("s", A, B, "now", room="KTRF7WX4", names=("Ann", "Ben"), first_move=20),
    ),
    ('{"type":"called-off","at":"now"}', types.CalledOff("now")),
    ('{"type":"renamed","side":"x","name":"Ann","at":"now"}', types.Renamed(Mark.X, "Ann", "now")),
    (
        '{"type":"sat","side":"x","seat":{"type":"person","key":"a"},"at":"now"}',
        types.Sat(Mark.X, A, "now"),
    ),
    (
        '{"type":"offered","kind":"undo","side":"x","at":"now"}',
        types.Offered(Offer.UNDO, Mark.X, "now"),
    ),
    ('{"type":"declined","at":"now"}', types.Declined("now")),
    ('{"type":"declined","at":"now","side":"o"}', types.Declined("now", Mark.O)),
    ('{"type":"drawn","at":"now"}', types.Drawn("now")),
    ('{"type":"ran-out","side":"x","at":"now"}', types.RanOut(Mark.X, "now")),
    ('{"type":"clock-resumed","at":"now"}', types.ClockResumed("now")),
    ('{"type":"claimed","side":"o","at":"now"}', types.Claimed(Mark.O, "now")),
    ('{"type":"rematched","at":"now"}', types.Rematched("now")),
]


def test_what_lies_in_databases_stays_readable() -> None:
    assert {type(event) for _, event in STORED} == {*get_args(types.Event)}
    for text, event in STORED:
        assert msgspec.json.decode(text, type=types.Event) == event
        assert msgspec.json.encode(event).decode() == text


def test_a_game_begun_before_there_were_clocks_has_none() -> None:
    text = '{"type":"began","start":"s","x":{"type":"free"},"o":{"type":"free"},"at":"now"}'
    assert msgspec.json.decode(text, type=types.Event) == types.Began(
        "s", types.Free(), types.Free(), "now"
    )


def at(minute: int) -> str:
    return f"2026-01-02T03:{minute:02}:00+00:00"


SERIES: list[types.Event] = [
    types.Began(START, types.Person("ann"), types.Free(), at(0)),
    types.Sat(Mark.O, types.Person("ben"), at(1)),
    types.Played(0, at(2)),
    types.Played(4, at(3)),
    types.Undone(1, at(4)),
    types.Resigned(Mark.O, at(5)),
    types.Offered(Offer.REMATCH, Mark.X, at(6)),
    types.Rematched(at(7)),
    types.Played(8, at(8)),
    types.Drawn(at(9)),
    types.Rematched(at(10)),
    types.Played(3, at(11)),
]


def test_the_first_end_stands_whatever_follows() -> None:
    ended = [
        *SERIES[:6],
        types.Offered(Offer.UNDO, Mark.O, at(6)),
        types.Undone(1, at(7)),
        types.Drawn(at(8)),
    ]
    shared = first_end(ended)
    assert (shared.game.moves, shared.began, shared.ended) == ((0,), at(0), at(5))
    assert shared.game.ending == Ending(Termination.RESIGNATION, Mark.X)
    assert first_end(SERIES) == shared
    assert first_end(SERIES[:5]) == replay(SERIES[:5])


def test_a_series_is_a_record_a_game() -> None:
    first, second, third = records(SERIES)
    assert [each.game.moves for each in (first, second, third)] == [(0,), (8,), (3,)]
    assert (first.started, first.ended) == (at(0), at(5))
    assert (second.started, second.ended) == (at(7), at(9))
    assert (third.started, third.ended) == (at(10), None)
    assert first.game.ending == Ending(Termination.RESIGNATION, Mark.X)
    assert third.game.ending is None


def test_people_are_not_named() -> None:
    seats: dict[types.Seat, str] = {
        types.Person("ann"): "human",
        types.Computer("easy"): "easy",
        types.Free(): "nobody",
    }
    for seat, name in seats.items():
        (record,) = records([types.Began(START, seat, types.Computer("perfect"), at(0))])
        assert record.players == {Mark.X: name, Mark.O: "perfect"}


def test_records_of_whatever_happened_are_read_back_and_end_with_the_game_as_it_is() -> None:
    for count in range(1, len(SERIES) + 1):
        found, shared = records(SERIES[:count]), replay(SERIES[:count])
        assert [Record.parse(str(record)) for record in found] == found
        assert (found[-1].game, len(found)) == (shared.game, shared.round)


def test_a_log_that_no_game_began_is_refused() -> None:
    for events in ([], SERIES[1:]):
        for read in (records, first_end):
            with pytest.raises(ValueError, match="a game starts with the event that began it"):
                read(events)
