"""Every refusal by example; what is accepted at random is in test_random_commands.py."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from noughts import IllegalAction, Mark
from noughts.server.games.decide import decide
from noughts.server.games.evolve import begin, evolve, replay
from noughts.server.games.text import game_text, opponent_text, page_title, subjects
from noughts.server.games.types import (
    Ask,
    Began,
    CallOff,
    ClaimWin,
    Command,
    Decline,
    Left,
    Offer,
    Person,
    Play,
    Played,
    Rematched,
    Rename,
    Resign,
    Resigned,
    SatDown,
    Score,
    Seat,
    Sit,
    TookBack,
)
from tests.server.games.people import (
    ANN,
    BEN,
    CAT,
    DRAWN,
    ENGINE,
    FREE,
    NOW,
    STALE,
    WATCHING,
    WON,
    after,
    began,
    game,
    refusal,
)

IN_A_ROOM = Began(
    ".../.../... x 3", Person("a"), Person("b"), NOW, room="KTRF7WX4", names=("Ann", "Ben")
)
TAKEN = "Refused: Somebody else was faster – you can watch the game"


def test_the_player_to_move_takes_a_free_square_and_a_computer_commands_like_anybody() -> None:
    assert decide(game(), Play(ANN, 1, 4), NOW) == (Played(4, NOW),)
    for o in (BEN, ENGINE):
        assert decide(game(4, o=o), Play(o, 2, 0), NOW) == (Played(0, NOW),)


def test_a_command_from_another_version_is_stale_for_everybody() -> None:
    for seat in (ANN, BEN, CAT):
        for version in (0, 1, 3, -1, 10**9):
            commands = (Play(seat, version, 0), Resign(seat, version))
            for command in (*commands, Ask(seat, version, Offer.TAKEBACK)):
                assert refusal(game(4), command) == STALE
    assert refusal(game(o=FREE), Sit(BEN, 2)) == STALE
    assert refusal(after(game(4), Play(BEN, 2, 0)), ClaimWin(ANN, 2, 1e6)) == STALE


def test_nobody_plays_where_they_do_not_sit_nor_for_another_nor_where_no_square_is_free() -> None:
    for seat in (CAT, Person(""), ENGINE):
        commands = (Play(seat, 2, 0), Ask(seat, 2, Offer.TAKEBACK), Resign(seat, 2))
        for command in (*commands, ClaimWin(seat, 2, 1e6)):
            assert refusal(game(4), command) == WATCHING
    for shared, command in ((game(), Play(BEN, 1, 4)), (game(4, o=ENGINE), Play(ANN, 2, 0))):
        assert refusal(shared, command) == "Refused: It's not your turn"
    for square in (4, 9, -1, 10**6):
        assert refusal(game(4), Play(BEN, 2, square)).startswith("IllegalMove: ")


def test_a_game_that_is_over_takes_no_move_resignation_draw_or_claim() -> None:
    given_up = evolve(game(4, 0), Resigned("o", NOW))
    for shared in (game(*WON), game(*DRAWN), given_up):
        version = shared.version
        for seat in (ANN, BEN):
            assert "IllegalMove: " in (said := refusal(shared, Play(seat, version, 8))), said
            assert "is over" in said
            assert refusal(shared, Resign(seat, version)).startswith("IllegalAction: ")
            for command in (Ask(seat, version, Offer.DRAW), ClaimWin(seat, version, 1e6)):
                assert refusal(shared, command) == "IllegalAction: The game is over"
    for seat in (ANN, BEN):
        takeback = Ask(seat, 4, Offer.TAKEBACK)
        assert refusal(given_up, takeback).startswith("IllegalAction: ")


def test_one_takes_back_to_the_last_time_it_was_one_s_turn() -> None:
    cases: list[tuple[tuple[int, ...], Seat, int]] = [
        ((4,), ANN, 1),  # before the other has replied
        ((4, 0), ANN, 2),
        ((4, 0), BEN, 1),
        (WON, ANN, 1),  # a game that ended on the board goes on
        (WON, BEN, 2),
    ]
    for squares, seat, plies in cases:
        x, o = (ANN, ENGINE) if seat == ANN else (ENGINE, BEN)
        shared = game(*squares, x=x, o=o)
        takeback = Ask(seat, shared.version, Offer.TAKEBACK)
        assert decide(shared, takeback, NOW) == (TookBack(plies, NOW),), (squares, seat)
    for shared, seat in ((game(), ANN), (game(4), BEN)):
        command = Ask(seat, shared.version, Offer.TAKEBACK)
        assert refusal(shared, command) == "IllegalAction: You have no move to undo"


def test_a_game_does_not_grow_without_end() -> None:
    shared = game(o=ANN)
    with pytest.raises(IllegalAction, match=r"^Too many moves were undone in this game"):  # noqa: PT012
        while shared.version < 10_000:
            shared = after(shared, Play(ANN, shared.version, 4))
            shared = after(shared, Ask(ANN, shared.version, Offer.TAKEBACK))
    after(shared, Play(ANN, shared.version, 0))  # it can be played to its end


def test_one_gives_up_for_oneself_and_a_player_of_both_sides_for_the_side_to_move() -> None:
    for shared, by, side in [
        (game(), ANN, "x"),
        (game(), BEN, "o"),
        (game(o=ANN), ANN, "x"),
        (game(4, o=ANN), ANN, "o"),
    ]:
        assert decide(shared, Resign(by, shared.version), NOW) == (Resigned(side, NOW),)


def test_a_win_is_claimed_from_an_opponent_who_is_to_move_and_long_gone() -> None:
    shared = game(4)  # Ben is to move, and gone
    assert decide(shared, ClaimWin(ANN, 2, 60.0), NOW) == (Left("o", NOW),)
    assert decide(shared, ClaimWin(ANN, 2, 5.0), NOW, fair_seconds=5.0) == (Left("o", NOW),)
    for away in (0.0, 59.9):
        assert refusal(shared, ClaimWin(ANN, 2, away)) == (
            "IllegalAction: Your opponent hasn't been away for long – wait a little"
        )
    mine, alone, with_computer = game(), game(4, o=ANN), game(4, o=ENGINE)
    for shared, by in ((mine, ANN), (game(4), BEN), (alone, ANN), (with_computer, ANN)):
        command = ClaimWin(by, shared.version, 1e6)
        assert refusal(shared, command) == "IllegalAction: The player whose turn it is hasn't left"


@pytest.mark.parametrize(("x", "o", "side"), [(ANN, FREE, "o"), (FREE, ANN, "x")])
def test_the_first_to_sit_down_has_the_free_side(x: Seat, o: Seat, side: str) -> None:
    shared, free = game(x=x, o=o), Mark(side)
    assert shared.free_seat is free
    assert shared.is_between_two
    assert shared.people == (free.other,)
    assert refusal(shared, Sit(ANN, 1)) == "Refused: You're already in this game"
    assert decide(shared, Sit(BEN, 1), NOW) == (SatDown(side, BEN, NOW),)
    taken = after(shared, Sit(BEN, 1))
    assert taken.free_seat is None
    assert (taken.seat(free), taken.seat(free.other)) == (BEN, ANN)
    assert (taken.version, taken.changed) == (2, 1)
    assert refusal(taken, Sit(BEN, 2)) == "Refused: You're already in this game"
    assert refusal(taken, Sit(CAT, 1)) == TAKEN
    mover = taken.seat(Mark.X)  # what was seen before is fresh enough to play from
    assert decide(taken, Play(mover, 1, 4), NOW) == (Played(4, NOW),)
    for opponent in (ANN, BEN, ENGINE):
        assert refusal(game(4, o=opponent), Sit(CAT, 2)) == TAKEN


def test_nothing_is_played_or_asked_before_both_sit() -> None:
    commands: list[Command] = [
        Play(ANN, 1, 4),
        Resign(ANN, 1),
        ClaimWin(ANN, 1, 1e6),
    ]
    for shared in (game(o=FREE), game(x=FREE, o=ANN)):
        for command in (*commands, *(Ask(ANN, 1, what) for what in Offer)):
            said = refusal(shared, command)
            assert said == "Refused: Your friend isn't here yet – send them the link"
        for command in (Play(CAT, 1, 4), Resign(CAT, 1), Decline(CAT, 1)):
            assert refusal(shared, command) == WATCHING


def test_the_sides_of_people_and_of_a_key() -> None:
    seats: list[tuple[Seat, Seat, str, str]] = [
        (ANN, BEN, "xo", "x"),
        (ANN, ANN, "xo", "xo"),
        (ENGINE, ANN, "o", "o"),
        (ENGINE, ENGINE, "", ""),
        (BEN, CAT, "xo", ""),
    ]
    for x, o, people, ann in seats:
        shared = game(x=x, o=o)
        assert shared.people == tuple(map(Mark, people)), (x, o)
        assert shared.sides_of("ann") == tuple(map(Mark, ann)), (x, o)
        assert shared.sides_of(None) == ()
        assert shared.is_between_two is (len(people) == 2 and x != o)


def test_the_computer_is_to_move_when_it_is_its_turn_and_the_game_goes_on() -> None:
    assert game(x=ENGINE).computer_to_move == ENGINE
    assert game(4, x=ENGINE).computer_to_move is None
    assert game(4, o=ENGINE).computer_to_move == ENGINE
    assert evolve(game(x=ENGINE), Resigned("o", NOW)).computer_to_move is None
    assert game(*WON, o=ENGINE).computer_to_move is None


def test_a_game_begins_at_version_one_as_it_was_set_up_and_only_once() -> None:
    shared = begin(Began("x.o/.x./... o 3", ANN, BEN, NOW, Score(1, 2, 3)))
    assert str(shared.game.position) == "x.o/.x./... o 3"
    assert (shared.x, shared.o, shared.began, shared.version) == (ANN, BEN, NOW, 1)
    assert shared.score == Score(1, 2, 3)
    for events in ([Played(4, NOW)], []):
        with pytest.raises(ValueError, match=r"^a game starts with the event that began it$"):
            replay(events)
    with pytest.raises(ValueError, match=r"^this cannot happen to a game that has begun$"):
        replay([began(), began()])


def test_each_sees_the_name_of_the_other_and_spectators_see_both() -> None:
    shared = begin(IN_A_ROOM)
    assert [game_text(subjects(shared, key), shared, shared.sides_of(key)) for key in "abc"] == [
        "Your turn – you're X",
        "Ann's turn",
        "Ann's turn",
    ]
    assert [opponent_text(shared, key) for key in "abc"] == ["Ben", "Ann", "A friend"]


def test_names_change_sides_with_their_players() -> None:
    shared = evolve(begin(IN_A_ROOM), Rematched(NOW))
    assert (shared.name(Mark.X), shared.name(Mark.O)) == ("Ben", "Ann")
    (renamed,) = decide(shared, Rename("a", "Eve"), NOW)
    assert evolve(shared, renamed).names == ("Ben", "Eve")


def test_a_name_that_nobody_has_or_that_is_the_same_changes_nothing() -> None:
    shared = begin(IN_A_ROOM)
    assert decide(shared, Rename("c", "Eve"), NOW) == ()
    assert decide(shared, Rename("a", "Ann"), NOW) == ()
    outside = begin(replace(IN_A_ROOM, room="", names=None))
    assert decide(outside, Rename("a", "Eve"), NOW) == ()


def test_a_game_that_the_room_calls_off_is_over_and_counts_for_nobody() -> None:
    shared = begin(IN_A_ROOM)
    (called_off,) = decide(shared, CallOff(), NOW)
    over = evolve(shared, called_off)
    assert over.score == Score()
    for key in "abc":
        seen = subjects(over, key)
        said = game_text(seen, over, over.sides_of(key))
        assert said == "The game was left unfinished – it doesn't count"
        assert page_title(seen, over).startswith("Unfinished")
    assert decide(over, CallOff(), NOW) == ()
