"""Events are stored for good: whatever was written can still be read."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.online.games import (
    Agreed,
    Began,
    CalledOff,
    Clock,
    ClockResumed,
    Computer,
    Declined,
    Event,
    Free,
    Left,
    Offered,
    Person,
    Played,
    RanOut,
    Rematched,
    Renamed,
    Resigned,
    SatDown,
    Score,
    Seat,
    TookBack,
)
from tests.core.strategies import positions

texts = st.text(max_size=64)
counts = st.integers(0, 10**6)
sides = st.sampled_from("xo")
seats: st.SearchStrategy[Seat] = st.one_of(
    st.builds(Person, texts), st.builds(Computer, texts), st.just(Free())
)
clocks = st.none() | st.builds(Clock, st.sampled_from(["move", "game"]), counts)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        Began,
        positions().map(str),
        seats,
        seats,
        texts,
        st.builds(Score, counts, counts, counts),
        clocks,
    ),
    st.builds(SatDown, sides, seats, texts),
    st.builds(Played, st.integers(0, 675), texts),
    st.builds(TookBack, counts, texts),
    st.builds(Offered, st.sampled_from(["takeback", "draw", "rematch"]), sides, texts),
    st.builds(Declined, texts),
    st.builds(Agreed, texts),
    st.builds(Resigned, sides, texts),
    st.builds(RanOut, sides, texts),
    st.builds(ClockResumed, texts),
    st.builds(Left, sides, texts),
    st.builds(Renamed, sides, texts, texts),
    st.builds(CalledOff, texts),
    st.builds(Rematched, texts),
)


@given(st.lists(events, max_size=5).map(tuple))
def test_events_read_back_as_they_were_written(written: tuple[Event, ...]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(written), type=tuple[Event, ...]) == written


@pytest.mark.parametrize(
    ("text", "event"),
    [
        (
            '{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"a"},'
            '"o":{"type":"computer","player":"medium"},"at":"2026-01-02T03:04:05+00:00",'
            '"score":{"x":1,"o":0,"drawn":2},"clock":null}',
            Began(
                ".../.../... x 3",
                Person("a"),
                Computer("medium"),
                "2026-01-02T03:04:05+00:00",
                Score(1, 0, 2),
            ),
        ),
        (
            '{"type":"began","start":"s","x":{"type":"computer","player":"easy","seconds":3.0},'
            '"o":{"type":"person","key":"b"},"at":"now","score":{"x":0,"o":0,"drawn":0},'
            '"clock":null}',
            Began("s", Computer("easy", 3.0), Person("b"), "now"),
        ),
        ('{"type":"played","square":4,"at":"now"}', Played(4, "now")),
        ('{"type":"took-back","plies":2,"at":"now"}', TookBack(2, "now")),
        ('{"type":"resigned","side":"o","at":"now"}', Resigned("o", "now")),
        (
            '{"type":"began","start":"s","x":{"type":"free"},"o":{"type":"person","key":"b"},'
            '"at":"now","score":{"x":0,"o":0,"drawn":0},"clock":{"per":"move","seconds":60}}',
            Began("s", Free(), Person("b"), "now", clock=Clock("move", 60)),
        ),
        (
            '{"type":"began","start":"s","x":{"type":"person","key":"a"},'
            '"o":{"type":"person","key":"b"},"at":"now","score":{"x":0,"o":0,"drawn":0},'
            '"clock":null,"room":"KTRF7WX4"}',
            Began("s", Person("a"), Person("b"), "now", room="KTRF7WX4"),
        ),
        (
            '{"type":"began","start":"s","x":{"type":"person","key":"a"},'
            '"o":{"type":"person","key":"b"},"at":"now","score":{"x":0,"o":0,"drawn":0},'
            '"clock":null,"room":"KTRF7WX4","names":["Ann","Ben"]}',
            Began("s", Person("a"), Person("b"), "now", room="KTRF7WX4", names=("Ann", "Ben")),
        ),
        ('{"type":"called-off","at":"now"}', CalledOff("now")),
        ('{"type":"renamed","side":"x","name":"Ann","at":"now"}', Renamed("x", "Ann", "now")),
        (
            '{"type":"sat-down","side":"x","seat":{"type":"person","key":"a"},"at":"now"}',
            SatDown("x", Person("a"), "now"),
        ),
        (
            '{"type":"offered","kind":"takeback","side":"x","at":"now"}',
            Offered("takeback", "x", "now"),
        ),
        ('{"type":"declined","at":"now"}', Declined("now")),
        ('{"type":"agreed","at":"now"}', Agreed("now")),
        ('{"type":"ran-out","side":"x","at":"now"}', RanOut("x", "now")),
        ('{"type":"clock-resumed","at":"now"}', ClockResumed("now")),
        ('{"type":"left","side":"o","at":"now"}', Left("o", "now")),
        ('{"type":"rematched","at":"now"}', Rematched("now")),
    ],
)
def test_what_lies_in_databases_stays_readable(text: str, event: Event) -> None:
    assert msgspec.json.decode(text, type=Event) == event
    assert msgspec.json.encode(event).decode() == text


def test_a_game_begun_before_there_were_clocks_has_none() -> None:
    text = '{"type":"began","start":"s","x":{"type":"free"},"o":{"type":"free"},"at":"now"}'
    assert msgspec.json.decode(text, type=Event) == Began("s", Free(), Free(), "now")
