"""Events are kept for good: what was written reads back the same, however long ago it was."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.online import (
    Began,
    Computer,
    Event,
    Free,
    Person,
    Played,
    Resigned,
    Score,
    Seat,
    TookBack,
)
from tests.core.strategies import positions

texts = st.text(max_size=64)
counts = st.integers(0, 10**6)
seats: st.SearchStrategy[Seat] = st.builds(Person, texts) | st.builds(Computer, texts)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        Began,
        positions().map(str),
        seats,
        seats,
        texts,
        st.builds(Score, counts, counts, counts),
    ),
    st.builds(Played, st.integers(0, 675), texts),
    st.builds(TookBack, counts, texts),
    st.builds(Resigned, st.sampled_from("xo"), texts),
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
        ('{"type":"played","square":4,"at":"now"}', Played(4, "now")),
        ('{"type":"took-back","plies":2,"at":"now"}', TookBack(2, "now")),
        ('{"type":"resigned","side":"o","at":"now"}', Resigned("o", "now")),
    ],
)
def test_what_lies_in_databases_stays_readable(text: str, event: Event) -> None:
    assert msgspec.json.decode(text, type=Event) == event
    assert msgspec.json.encode(event).decode() == text


def test_a_game_begun_before_there_were_clocks_has_none() -> None:
    text = '{"type":"began","start":"s","x":{"type":"free"},"o":{"type":"free"},"at":"now"}'
    assert msgspec.json.decode(text, type=Event) == Began("s", Free(), Free(), "now")
