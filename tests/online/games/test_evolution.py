from __future__ import annotations

import pytest

from noughts.online.games import (
    Began,
    Event,
    Played,
    Resigned,
    Score,
    TookBack,
    begin,
    evolve,
    replay,
)
from tests.online.people import ANN, BEN, NOW, began, game


def test_a_game_begins_at_version_one_as_it_was_set_up() -> None:
    shared = begin(Began("x.o/.x./... o 3", ANN, BEN, NOW, Score(1, 2, 3)))
    assert str(shared.game.position) == "x.o/.x./... o 3"
    assert (shared.x, shared.o, shared.began, shared.version) == (ANN, BEN, NOW, 1)
    assert shared.score == Score(1, 2, 3)


def test_every_event_is_a_version() -> None:
    events: list[Event] = [
        began(),
        Played(4, NOW),
        Played(0, NOW),
        TookBack(2, NOW),
        Resigned("x", NOW),
    ]
    versions = [replay(events[:count]).version for count in range(1, 6)]
    assert versions == [1, 2, 3, 4, 5]


def test_what_events_make_is_what_was_evolved() -> None:
    assert replay([began(), Played(4, NOW), Played(0, NOW)]) == game(4, 0)


def test_evolving_changes_nothing_that_was() -> None:
    before = game(4)
    evolve(before, Played(0, NOW))
    assert before == game(4)


def test_only_the_first_event_begins_a_game() -> None:
    with pytest.raises(ValueError, match=r"^a game starts with the event that began it$"):
        replay([Played(4, NOW)])
    with pytest.raises(ValueError, match=r"^this cannot happen to a game that has begun$"):
        replay([began(), began()])


def test_no_events_are_no_game() -> None:
    with pytest.raises(ValueError, match=r"^a game starts with the event that began it$"):
        replay([])
