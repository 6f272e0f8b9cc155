"""Every refusal by example; what is accepted at random is in test_random_commands.py."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from noughts import IllegalAction, Mark, Rules
from noughts.core.offer import Offer
from noughts.server.games import types
from noughts.server.games.decide import decide
from noughts.server.games.evolve import begin, evolve, replay
from noughts.server.games.text import game_text, opponent_text, page_title, subjects
from noughts.server.games.views import game_view
from noughts.wording.game_text import turn_text
from tests.server.games.people import (
    ANN,
    BEN,
    CAT,
    COMMANDS,
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

A, B = map(types.Person, "ab")
IN_A_ROOM = replace(began(A, B), room="KTRF7WX4", names=("Ann", "Ben"))
TAKEN = "Refused: Another player was faster – you can watch the game"


def test_the_player_to_move_takes_a_free_square_and_a_computer_commands_like_anybody() -> None:
    assert decide(game(), ANN, types.Play(1, 4), NOW) == (types.Played(4, NOW),)
    for o in (BEN, ENGINE):
        assert decide(game(4, o=o), o, types.Play(2, 0), NOW) == (types.Played(0, NOW),)


def test_a_command_from_another_version_is_stale_for_everybody() -> None:
    for seat in (ANN, BEN, CAT):
        for version in (0, 1, 3, -1, 10**9):
            commands = ((seat, types.Play(version, 0)), (seat, types.Resign(version)))
            for command in (*commands, (seat, types.Undo(version))):
                assert refusal(game(4), *command) == STALE
    assert refusal(after(game(4), BEN, types.Play(2, 0)), ANN, types.Claim(2)) == STALE


def test_nobody_plays_where_they_do_not_sit_nor_for_another_nor_where_no_square_is_free() -> None:
    for seat in (CAT, types.Person(""), ENGINE):
        commands = ((seat, types.Play(2, 0)), (seat, types.Undo(2)), (seat, types.Resign(2)))
        for command in (*commands, (seat, types.Claim(2))):
            assert refusal(game(4), *command) == WATCHING
    for shared, command in (
        (game(), (BEN, types.Play(1, 4))),
        (game(4, o=ENGINE), (ANN, types.Play(2, 0))),
    ):
        assert refusal(shared, *command) == "Refused: It's not your turn"
    for square in (4, 9, -1, 10**6):
        assert refusal(game(4), BEN, types.Play(2, square)).startswith("IllegalMove: ")


def test_a_game_that_is_over_takes_no_move_resignation_draw_or_claim() -> None:
    given_up = evolve(game(4, 0), types.Resigned(Mark.O, NOW))
    for shared in (game(*WON), game(*DRAWN), given_up):
        version = shared.version
        for seat in (ANN, BEN):
            assert "IllegalMove: " in (said := refusal(shared, seat, types.Play(version, 8))), said
            assert "is over" in said
            assert refusal(shared, seat, types.Resign(version)).startswith("IllegalAction: ")
            for command in ((seat, types.Draw(version)), (seat, types.Claim(version))):
                assert refusal(shared, *command) == "IllegalAction: The game is over"
    for seat in (ANN, BEN):
        assert refusal(given_up, seat, types.Undo(4)).startswith("IllegalAction: ")


def test_one_takes_back_to_the_last_time_it_was_one_s_turn() -> None:
    cases: list[tuple[tuple[int, ...], types.Seat, int]] = [
        ((4,), ANN, 1),  # before the other has replied
        ((4, 0), ANN, 2),
        ((4, 0), BEN, 1),
        (WON, ANN, 1),  # a game that ended on the board goes on
        (WON, BEN, 2),
    ]
    for squares, seat, plies in cases:
        x, o = (ANN, ENGINE) if seat == ANN else (ENGINE, BEN)
        shared = game(*squares, x=x, o=o)
        undo = types.Undo(shared.version)
        assert decide(shared, seat, undo, NOW) == (types.Undone(plies, NOW),), (squares, seat)
    for shared, seat in ((game(), ANN), (game(4), BEN)):
        command = types.Undo(shared.version)
        assert refusal(shared, seat, command) == "IllegalAction: You have no move to undo"


def test_a_game_of_a_room_that_is_over_stays_as_it_ended() -> None:
    refused = "IllegalAction: The game is over, and its result stands"
    shared = begin(IN_A_ROOM)
    for ply, square in enumerate(WON):
        if ply == 1:  # until then an undo is agreed to
            asked = after(shared, A, types.Undo(2))
            assert after(asked, B, types.Undo(3)).game.moves == ()
        if ply == len(WON) - 1:
            shared = after(shared, B, types.Undo(shared.version))
        shared = after(shared, (A, B)[ply % 2], types.Play(shared.version, square))
    assert shared.offer is None  # which was open
    called_off = after(begin(IN_A_ROOM), None, types.CallOff())
    for over in (shared, called_off):
        for by in (A, B):
            assert refusal(over, by, types.Undo(over.version)) == refused
            assert not game_view("id", over, by.key, NOW).can_undo
    assert game_view("id", game(*WON), "ann", NOW).can_undo  # elsewhere both may go on


def test_a_game_does_not_grow_without_end() -> None:
    shared = game(o=ANN)
    with pytest.raises(IllegalAction, match=r"^Too many moves were undone in this game"):  # noqa: PT012
        while shared.version < 10_000:
            shared = after(shared, ANN, types.Play(shared.version, 4))
            shared = after(shared, ANN, types.Undo(shared.version))
    after(shared, ANN, types.Play(shared.version, 0))  # it can be played to its end


def test_one_gives_up_for_oneself_and_a_player_of_both_sides_for_the_side_to_move() -> None:
    for shared, by, side in [
        (game(), ANN, Mark.X),
        (game(), BEN, Mark.O),
        (game(o=ANN), ANN, Mark.X),
        (game(4, o=ANN), ANN, Mark.O),
    ]:
        assert decide(shared, by, types.Resign(shared.version), NOW) == (types.Resigned(side, NOW),)


def test_a_win_is_claimed_from_an_opponent_who_is_to_move_and_long_gone() -> None:
    shared = game(4)  # Ben is to move, and gone
    assert decide(shared, ANN, types.Claim(2), NOW, is_deserted=True) == (
        types.Claimed(Mark.O, NOW),
    )
    assert refusal(shared, ANN, types.Claim(2), is_deserted=False) == (
        "IllegalAction: Your opponent hasn't been away for long – wait a little"
    )
    mine, alone, with_computer = game(), game(4, o=ANN), game(4, o=ENGINE)
    for shared, by in ((mine, ANN), (game(4), BEN), (alone, ANN), (with_computer, ANN)):
        command = types.Claim(shared.version)
        assert (
            refusal(shared, by, command) == "IllegalAction: The player whose turn it is hasn't left"
        )


@pytest.mark.parametrize(("x", "o", "free"), [(ANN, FREE, Mark.O), (FREE, ANN, Mark.X)])
def test_the_first_to_sit_down_has_the_free_side(x: types.Seat, o: types.Seat, free: Mark) -> None:
    shared = game(x=x, o=o)
    assert shared.free_seat is free
    assert shared.is_between_two
    assert shared.people == (free.other,)
    assert refusal(shared, ANN, types.Sit()) == "Refused: You're already in this game"
    assert decide(shared, BEN, types.Sit(), NOW) == (types.Sat(free, BEN, NOW),)
    taken = after(shared, BEN, types.Sit())
    assert taken.free_seat is None
    assert (taken.seat(free), taken.seat(free.other)) == (BEN, ANN)
    assert (taken.version, taken.changed) == (2, 1)
    assert refusal(taken, BEN, types.Sit()) == "Refused: You're already in this game"
    assert refusal(taken, CAT, types.Sit()) == TAKEN
    mover = taken.seat(Mark.X)  # what was seen before is fresh enough to play from
    assert decide(taken, mover, types.Play(1, 4), NOW) == (types.Played(4, NOW),)
    for opponent in (ANN, BEN, ENGINE):
        assert refusal(game(4, o=opponent), CAT, types.Sit()) == TAKEN


def test_nothing_is_played_or_asked_before_both_sit() -> None:
    commands: list[tuple[types.Seat, types.Command]] = [
        (ANN, types.Play(1, 4)),
        (ANN, types.Resign(1)),
        (ANN, types.Claim(1)),
    ]
    for shared in (game(o=FREE), game(x=FREE, o=ANN)):
        for command in (*commands, *((ANN, COMMANDS[what](1)) for what in Offer)):
            said = refusal(shared, *command)
            assert said == "Refused: Your friend isn't here yet – send them the link"
        for command in ((CAT, types.Play(1, 4)), (CAT, types.Resign(1)), (CAT, types.Decline(1))):
            assert refusal(shared, *command) == WATCHING


def test_the_sides_of_people_and_of_a_key() -> None:
    seats: list[tuple[types.Seat, types.Seat, str, str]] = [
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
    assert evolve(game(x=ENGINE), types.Resigned(Mark.O, NOW)).computer_to_move is None
    assert game(*WON, o=ENGINE).computer_to_move is None


def test_a_game_begins_at_version_one_as_it_was_set_up_and_only_once() -> None:
    shared = begin(types.Began("x.o/.x./... o 3", ANN, BEN, NOW, types.SeriesScore(1, 2, 3)))
    assert shared.game.position.notation == "x.o/.x./... o 3"
    assert (shared.x, shared.o, shared.began, shared.version) == (ANN, BEN, NOW, 1)
    assert shared.score == types.SeriesScore(1, 2, 3)
    for events in ([types.Played(4, NOW)], []):
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


@pytest.mark.parametrize("name", ["you", "X", "the computer", "your opponent"])
def test_whoever_has_the_name_of_a_part_is_called_by_it_as_by_any_other(name: str) -> None:
    """None of these can be typed today, but a log may have them."""
    shared = begin(replace(IN_A_ROOM, names=(name, "Ben")))
    resigned = evolve(shared, types.Resigned(Mark.O, NOW))
    for key, status, title, after_move, ending in (
        ("a", "Your turn – you're X", "Your turn", "You take b2", "You win! Ben resigned"),
        *(
            (key, f"{name}'s turn", f"{name}'s turn", f"{name} takes b2", text)
            for key, text in (
                ("b", f"{name} wins – you resigned"),
                ("c", f"{name} wins – Ben resigned"),
            )
        ),
    ):
        view = game_view("g", shared, key, NOW)
        moved = game_view("g", evolve(shared, types.Played(4, NOW)), key, NOW, shared)
        seat = view.seats["x"]
        assert (seat.called, seat.text) == (name, "You" if key == "a" else name)
        assert (view.status, view.title.partition(" · ")[0]) == (status, title)
        assert moved.announcement.startswith(f"{after_move}.")
        assert game_view("g", resigned, key, NOW).status == ending
    assert opponent_text(shared, "b") == name


def test_on_3x3_in_a_room_nobody_resigns_or_offers_a_draw_unless_no_clock_ends_the_game() -> None:
    clock = types.Clock(types.Per.MOVE, 60)
    for board, timed, may_end in (
        *(("4x4:3", clock, True), ("3x3:3", None, True)),
        *(("3x3:2", clock, False), ("3x3:3", clock, False)),
    ):
        start = Rules.parse(board).start().notation
        shared = begin(replace(IN_A_ROOM, start=start, clock=timed))
        view = game_view("g", shared, "a", NOW)
        assert (view.can_resign, view.can_draw) == (may_end, may_end), board
    for command in (types.Resign(1), types.Draw(1)):
        said = refusal(shared, A, command)
        assert said == "IllegalAction: Games on 3×3 in a room are played to the end"


def test_names_change_sides_with_their_players() -> None:
    shared = evolve(begin(IN_A_ROOM), types.Rematched(NOW))
    assert (shared.name(Mark.X), shared.name(Mark.O)) == ("Ben", "Ann")
    (renamed,) = decide(shared, None, types.ShowName("a", "Eve"), NOW)
    assert evolve(shared, renamed).names == ("Ben", "Eve")
    outside = begin(replace(IN_A_ROOM, room="", names=None))
    for where, key, name in ((shared, "c", "Eve"), (shared, "a", "Ann"), (outside, "a", "Eve")):
        assert decide(where, None, types.ShowName(key, name), NOW) == (), (key, name)


def test_friends_have_the_names_they_like_outside_rooms() -> None:
    waiting = after(game(o=FREE), ANN, types.RenameSelf(1, name="  Ann  "))
    said = game_text(subjects(waiting, None), waiting, ())
    assert said == "Ann wants to play – you're O"
    sat, named = decide(waiting, BEN, types.Sit(name="Zo\u00eb"), NOW)
    shared = evolve(evolve(waiting, sat), named)
    assert [opponent_text(shared, each.key) for each in (ANN, BEN)] == ["Zo\u00eb", "Ann"]
    assert turn_text(subjects(shared, "cat"), Mark.O) == "Zo\u00eb's turn"
    assert decide(waiting, BEN, types.Sit(name=" "), NOW) == (sat,)
    unnamed = after(shared, BEN, types.RenameSelf(1, name=""))  # which no move makes old
    assert turn_text(subjects(unnamed, "ann"), Mark.O) == "Your opponent's turn"
    assert turn_text(subjects(unnamed, "cat"), Mark.O) == "O to move"
    taken = "IllegalAction: That name is taken here – add a letter to yours"
    assert refusal(waiting, BEN, types.Sit(name="ANN")) == taken
    fixed = "IllegalAction: You can't change your name in this game"
    for where, by, name, why in [
        (shared, BEN, "ann", taken),
        (shared, BEN, "<b>", "IllegalAction: A name has letters only – type your first name"),
        (shared, CAT, "Cat", WATCHING),
        (game(o=ENGINE), ANN, "Ann", fixed),
        (begin(IN_A_ROOM), A, "Eve", fixed),
    ]:
        assert refusal(where, by, types.RenameSelf(1, name=name)) == why


def test_a_game_that_the_room_calls_off_is_over_and_counts_for_nobody() -> None:
    shared = begin(IN_A_ROOM)
    (called_off,) = decide(shared, None, types.CallOff(), NOW)
    over = evolve(shared, called_off)
    assert over.score == types.SeriesScore()
    for key in "abc":
        seen = subjects(over, key)
        said = game_text(seen, over, over.sides_of(key))
        assert said == "The game was left unfinished – it doesn't count"
        assert page_title(seen, over).startswith("Unfinished")
    assert decide(over, None, types.CallOff(), NOW) == ()
