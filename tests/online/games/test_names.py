"""Games of a room: the names on their boards, and what the room decides about them."""

from __future__ import annotations

from msgspec.structs import replace

from noughts.core.mark import Mark
from noughts.online.games import (
    Began,
    CallOff,
    Person,
    Rematched,
    Rename,
    Score,
    begin,
    decide,
    evolve,
)
from noughts.online.games.text import game_text, opponent_text, page_title, subjects
from tests.online.people import NOW

BEGAN = Began(
    ".../.../... x 3", Person("a"), Person("b"), NOW, room="KTRF7WX4", names=("Ann", "Ben")
)


def test_each_sees_the_name_of_the_other_and_spectators_see_both() -> None:
    shared = begin(BEGAN)
    assert [game_text(subjects(shared, key), shared, shared.sides_of(key)) for key in "abc"] == [
        "Your turn – you're X",
        "Ann's turn",
        "Ann's turn",
    ]
    assert [opponent_text(shared, key) for key in "abc"] == ["Ben", "Ann", "A friend"]


def test_names_change_sides_with_their_players() -> None:
    shared = evolve(begin(BEGAN), Rematched(NOW))
    assert (shared.name(Mark.X), shared.name(Mark.O)) == ("Ben", "Ann")
    (renamed,) = decide(shared, Rename("a", "Eve"), NOW)
    assert evolve(shared, renamed).names == ("Ben", "Eve")


def test_a_name_that_nobody_has_or_that_is_the_same_changes_nothing() -> None:
    shared = begin(BEGAN)
    assert decide(shared, Rename("c", "Eve"), NOW) == ()
    assert decide(shared, Rename("a", "Ann"), NOW) == ()
    outside = begin(replace(BEGAN, room="", names=None))
    assert decide(outside, Rename("a", "Eve"), NOW) == ()


def test_a_game_that_the_room_calls_off_is_over_and_counts_for_nobody() -> None:
    shared = begin(BEGAN)
    (called_off,) = decide(shared, CallOff(), NOW)
    over = evolve(shared, called_off)
    assert over.score == Score()
    for key in "abc":
        seen = subjects(over, key)
        said = game_text(seen, over, over.sides_of(key))
        assert said == "The game was left unfinished – it doesn't count"
        assert page_title(seen, over).startswith("Unfinished")
    assert decide(over, CallOff(), NOW) == ()
