"""Events are stored for good: whatever was written can still be read."""

from __future__ import annotations

from typing import get_args

import msgspec

from noughts.online import games
from noughts.online.games import Began, Computer, Event, Free, Person

STORED: list[tuple[str, Event]] = [
    (
        '{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"a"},'
        '"o":{"type":"computer","player":"medium"},"at":"2026-01-02T03:04:05+00:00",'
        '"score":{"x":1,"o":0,"drawn":2},"clock":null}',
        Began(
            ".../.../... x 3",
            Person("a"),
            Computer("medium"),
            "2026-01-02T03:04:05+00:00",
            games.Score(1, 0, 2),
        ),
    ),
    (
        '{"type":"began","start":"s","x":{"type":"computer","player":"easy","seconds":3.0},'
        '"o":{"type":"person","key":"b"},"at":"now","score":{"x":0,"o":0,"drawn":0},'
        '"clock":null}',
        Began("s", Computer("easy", 3.0), Person("b"), "now"),
    ),
    ('{"type":"played","square":4,"at":"now"}', games.Played(4, "now")),
    ('{"type":"took-back","plies":2,"at":"now"}', games.TookBack(2, "now")),
    ('{"type":"resigned","side":"o","at":"now"}', games.Resigned("o", "now")),
    (
        '{"type":"began","start":"s","x":{"type":"free"},"o":{"type":"person","key":"b"},'
        '"at":"now","score":{"x":0,"o":0,"drawn":0},"clock":{"per":"move","seconds":60}}',
        Began("s", Free(), Person("b"), "now", clock=games.Clock("move", 60)),
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
    ('{"type":"called-off","at":"now"}', games.CalledOff("now")),
    ('{"type":"renamed","side":"x","name":"Ann","at":"now"}', games.Renamed("x", "Ann", "now")),
    (
        '{"type":"sat-down","side":"x","seat":{"type":"person","key":"a"},"at":"now"}',
        games.SatDown("x", Person("a"), "now"),
    ),
    (
        '{"type":"offered","kind":"takeback","side":"x","at":"now"}',
        games.Offered("takeback", "x", "now"),
    ),
    ('{"type":"declined","at":"now"}', games.Declined("now")),
    ('{"type":"agreed","at":"now"}', games.Agreed("now")),
    ('{"type":"ran-out","side":"x","at":"now"}', games.RanOut("x", "now")),
    ('{"type":"clock-resumed","at":"now"}', games.ClockResumed("now")),
    ('{"type":"left","side":"o","at":"now"}', games.Left("o", "now")),
    ('{"type":"rematched","at":"now"}', games.Rematched("now")),
]


def test_what_lies_in_databases_stays_readable() -> None:
    assert {type(event) for _, event in STORED} == {*get_args(Event)}
    for text, event in STORED:
        assert msgspec.json.decode(text, type=Event) == event
        assert msgspec.json.encode(event).decode() == text


def test_a_game_begun_before_there_were_clocks_has_none() -> None:
    text = '{"type":"began","start":"s","x":{"type":"free"},"o":{"type":"free"},"at":"now"}'
    assert msgspec.json.decode(text, type=Event) == Began("s", Free(), Free(), "now")
