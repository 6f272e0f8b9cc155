"""Takebacks, draws and rematches: one player offers, the other accepts or declines."""

from __future__ import annotations

import pytest

from noughts import Game, IllegalAction, Mark
from noughts.core.ending import Ending, Termination
from noughts.online import games
from noughts.online.games import Ask, Offer, Person, Play, decide
from tests.online.people import (
    ANN,
    BEN,
    CAT,
    DRAWN,
    ENGINE,
    NOW,
    STALE,
    WATCHING,
    WON,
    after,
    game,
    refusal,
)

SIDES = {ANN: "x", BEN: "o"}


def offered(shared: games.SharedGame, by: Person, what: Offer) -> games.SharedGame:
    """The game after an offer."""
    command = Ask(by, shared.version, what)
    assert decide(shared, command, NOW) == (games.Offered(what.value, SIDES[by], NOW),)
    standing = after(shared, command)
    assert standing.offer == (what, Mark(SIDES[by]))
    assert (standing.game, standing.version) == (shared.game, shared.version + 1)
    return standing


def agreed(shared: games.SharedGame, by: Person, what: Offer) -> games.SharedGame:
    """The game after an offer that the other one accepts."""
    standing = offered(shared, by, what)
    return after(standing, Ask(BEN if by == ANN else ANN, standing.version, what))


def rematch(shared: games.SharedGame) -> games.SharedGame:
    x, o = shared.x, shared.o
    asked = after(shared, Ask(x, shared.version, Offer.REMATCH))
    return after(asked, Ask(o, asked.version, Offer.REMATCH))


@pytest.mark.parametrize("what", Offer)
@pytest.mark.parametrize(("first", "second"), [(ANN, BEN), (BEN, ANN)])
def test_an_offer_is_accepted_by_asking_the_same_or_declined_or_withdrawn(
    what: Offer, first: Person, second: Person
) -> None:
    before = game(*WON) if what is Offer.REMATCH else game(4, 0)
    shared = offered(before, first, what)
    plies = 2 if first == ANN else 1  # of the first: it is their takeback
    agreements: dict[Offer, games.Event] = {
        Offer.TAKEBACK: games.TookBack(plies, NOW),
        Offer.DRAW: games.Agreed(NOW),
        Offer.REMATCH: games.Rematched(NOW),
    }
    for version in (shared.version, before.version):  # an offer makes nothing stale
        assert decide(shared, Ask(second, version, what), NOW) == (agreements[what],)
        for by in (first, second):
            assert decide(shared, games.Decline(by, version), NOW) == (games.Declined(NOW),)
    assert games.evolve(shared, agreements[what]).offer is None
    again = refusal(shared, Ask(first, shared.version, what))
    assert again == "IllegalAction: You've already asked – wait for the answer"
    for command in (Ask(CAT, shared.version, what), games.Decline(CAT, shared.version)):
        assert refusal(shared, command) == WATCHING
    declined = games.evolve(shared, games.Declined(NOW))
    assert (declined.offer, declined.game) == (None, shared.game)
    late = refusal(declined, games.Decline(second, declined.version))
    assert late == "IllegalAction: There's no offer to decline"
    offered(declined, first, what)


def test_another_offer_replaces_what_stood() -> None:
    shared = offered(game(4, 0), ANN, Offer.DRAW)
    shared = offered(shared, ANN, Offer.TAKEBACK)
    shared = offered(shared, BEN, Offer.DRAW)  # no answer to the takeback
    assert decide(shared, Ask(ANN, shared.version, Offer.DRAW), NOW) == (games.Agreed(NOW),)


@pytest.mark.parametrize(
    ("what", "by", "stands"),
    [
        (Offer.DRAW, ANN, True),  # who is to move offers a draw, and moves
        (Offer.DRAW, BEN, False),  # the answer was a move
        (Offer.TAKEBACK, ANN, False),
        (Offer.TAKEBACK, BEN, False),
    ],
)
def test_a_move_answers_what_the_other_offered(what: Offer, by: Person, *, stands: bool) -> None:
    shared = offered(game(4, 0), by, what)
    moved = after(shared, Play(ANN, shared.version, 8))
    assert moved.offer == (shared.offer if stands else None)
    if stands:
        assert decide(moved, Ask(BEN, moved.version, what), NOW) == (games.Agreed(NOW),)
        assert after(moved, Play(BEN, moved.version, 1)).offer is None


def test_the_end_of_the_game_ends_what_was_offered() -> None:
    shared = offered(game(0, 3, 1, 4), ANN, Offer.DRAW)
    assert after(shared, Play(ANN, shared.version, 2)).offer is None
    for what in (Offer.TAKEBACK, Offer.DRAW):
        shared = offered(game(4, 0), ANN, what)
        for by in (ANN, BEN):
            assert after(shared, games.Resign(by, shared.version)).offer is None


@pytest.mark.parametrize(
    ("squares", "by", "left"),
    [
        ((4,), ANN, ()),  # the other agrees without a move of their own
        ((4, 0), ANN, ()),
        ((4, 0), BEN, (4,)),
        ((4, 0, 8), BEN, (4,)),
        ((4, 0, 8), ANN, (4, 0)),
        (WON, BEN, WON[:3]),  # a game won on the board goes on
    ],
)
def test_a_takeback_gives_the_first_asker_their_turn_back(
    squares: tuple[int, ...], by: Person, left: tuple[int, ...]
) -> None:
    taken = agreed(game(*squares), by, Offer.TAKEBACK)
    assert taken.game == Game().play(*left)
    assert taken.game.position.turn.value == SIDES[by]
    assert taken.score == games.Score()


def test_a_draw_that_is_agreed_ends_the_game_without_a_winner() -> None:
    drawn = agreed(game(4, 0), BEN, Offer.DRAW)
    assert drawn.game.ending == Ending(Termination.AGREEMENT)
    assert drawn.score == games.Score(drawn=1)


def test_one_who_plays_alone_asks_nobody_and_a_computer_agrees_to_a_takeback_alone() -> None:
    assert decide(game(4, o=ANN), Ask(ANN, 2, Offer.DRAW), NOW) == (games.Agreed(NOW),)
    said = refusal(game(4, o=ENGINE), Ask(ANN, 2, Offer.DRAW))
    assert said == "IllegalAction: The computer doesn't agree to draws"
    for o in (ANN, ENGINE):
        assert decide(game(4, o=o), Ask(ANN, 2, Offer.TAKEBACK), NOW) == (games.TookBack(1, NOW),)
        said = refusal(game(*WON, o=o), Ask(ANN, 6, Offer.REMATCH))
        assert said == "IllegalAction: There's nobody to ask – start a new game"


def test_there_is_no_rematch_of_a_game_that_goes_on() -> None:
    for shared in (game(), game(4, 0)):
        said = refusal(shared, Ask(ANN, shared.version, Offer.REMATCH))
        assert said == "IllegalAction: The game isn't over yet"


def test_a_rematch_swaps_the_sides_and_the_score() -> None:
    first = game(*WON)
    assert first.score == games.Score(x=1)
    second = rematch(first)
    assert (second.x, second.o, second.round) == (BEN, ANN, 2)
    assert second.score == games.Score(o=1)  # still Ann's
    assert second.game == Game()  # which Ben begins
    assert (second.version, second.changed) == (8, 8)
    over = after(second, games.Resign(ANN, second.version))
    assert over.score == games.Score(x=1, o=1)
    third = rematch(over)
    assert (third.x, third.o, third.round, third.score) == (ANN, BEN, 3, games.Score(x=1, o=1))
    assert rematch(game(*DRAWN)).score == games.Score(drawn=1)


def test_a_win_that_was_claimed_counts() -> None:
    won = after(game(4), games.ClaimWin(ANN, 2, 60.0))
    assert won.game.ending == Ending(Termination.ABANDONED, Mark.X)
    assert won.score == games.Score(x=1)
    assert rematch(won).score == games.Score(o=1)


def test_moves_takebacks_endings_and_rematches_make_stale_what_was_asked_before() -> None:
    start = game(4, 0)
    for shared in [
        after(start, Play(ANN, 3, 8)),
        agreed(start, ANN, Offer.TAKEBACK),
        after(start, games.Resign(ANN, 3)),
        agreed(start, ANN, Offer.DRAW),
        rematch(after(start, games.Resign(ANN, 3))),
    ]:
        commands: list[games.Command] = [
            Ask(BEN, 3, Offer.DRAW),
            Play(BEN, 3, 5),
            games.Resign(ANN, 3),
        ]
        for command in commands:
            assert refusal(shared, command) == STALE


def test_an_offer_cannot_be_made_without_end() -> None:
    shared = game(4, 0)
    with pytest.raises(IllegalAction, match=r"^There were too many offers in this game$"):  # noqa: PT012
        while shared.version < 10_000:
            shared = offered(shared, ANN, Offer.DRAW)
            shared = after(shared, games.Decline(BEN, shared.version))
    while shared.game.ending is None:  # it can be played to its end
        turn = shared.seat(shared.game.position.turn)
        shared = after(shared, Play(turn, shared.version, shared.game.position.moves[0]))
