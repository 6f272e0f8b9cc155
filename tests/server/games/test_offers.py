"""Takebacks, draws and rematches: one player offers, the other accepts or declines.

How offers, moves and endings bear on each other is in test_random_commands.py.
"""

from __future__ import annotations

import pytest

from noughts import Game, IllegalAction, Mark
from noughts.core.offer import Offer
from noughts.server.games import types
from noughts.server.games.decide import decide
from noughts.server.games.evolve import evolve
from noughts.server.games.text import announcement, declined_text, subjects
from tests.server.games.people import (
    ANN,
    BEN,
    CAT,
    COMMANDS,
    DRAWN,
    ENGINE,
    NOW,
    WATCHING,
    WON,
    after,
    game,
    refusal,
)

SIDES = {ANN: Mark.X, BEN: Mark.O}


def offered(shared: types.SharedGame, by: types.Person, what: Offer) -> types.SharedGame:
    """The game after an offer."""
    command = COMMANDS[what](shared.version)
    assert decide(shared, by, command, NOW) == (types.Offered(what, SIDES[by], NOW),)
    standing = after(shared, by, command)
    assert standing.offer == (what, SIDES[by])
    assert (standing.game, standing.version) == (shared.game, shared.version + 1)
    return standing


def rematch(shared: types.SharedGame) -> types.SharedGame:
    x, o = shared.x, shared.o
    asked = after(shared, x, types.Rematch(shared.version))
    return after(asked, o, types.Rematch(asked.version))


@pytest.mark.parametrize("what", Offer)
@pytest.mark.parametrize(("first", "second"), [(ANN, BEN), (BEN, ANN)])
def test_an_offer_is_accepted_by_asking_the_same_or_declined_or_withdrawn(
    what: Offer, first: types.Person, second: types.Person
) -> None:
    before = game(*WON) if what is Offer.REMATCH else game(4, 0)
    shared = offered(before, first, what)
    plies = 2 if first == ANN else 1  # of the first: it is their undo
    agreements: dict[Offer, types.Event] = {
        Offer.UNDO: types.Undone(plies, NOW),
        Offer.DRAW: types.Drawn(NOW),
        Offer.REMATCH: types.Rematched(NOW),
    }
    for version in (shared.version, before.version):  # an offer makes nothing stale
        assert decide(shared, second, COMMANDS[what](version), NOW) == (agreements[what],)
        for by, told in ((first, None), (second, shared.offer)):  # withdrawn, or declined
            (answer,) = decide(shared, by, types.Decline(version), NOW)
            assert answer == types.Declined(NOW, SIDES[by])
            assert evolve(shared, answer).declined == told
    assert evolve(shared, agreements[what]).offer is None
    again = refusal(shared, first, COMMANDS[what](shared.version))
    assert again == "IllegalAction: You've already asked – wait for the answer"
    for command in ((CAT, COMMANDS[what](shared.version)), (CAT, types.Decline(shared.version))):
        assert refusal(shared, *command) == WATCHING
    declined = evolve(shared, types.Declined(NOW))  # as in logs from before it was told by whom
    assert (declined.offer, declined.declined, declined.game) == (None, None, shared.game)
    late = refusal(declined, second, types.Decline(declined.version))
    assert late == "IllegalAction: There's no offer to decline"
    offered(declined, first, what)


def test_a_move_answers_what_the_other_offered_and_the_last_one_everything() -> None:
    for squares, what, by, square, stands in [
        ((4, 0), Offer.DRAW, ANN, 8, "offer"),  # who is to move offers a draw, and moves
        ((4, 0), Offer.DRAW, BEN, 8, "declined"),  # the answer was a move
        ((4, 0), Offer.UNDO, BEN, 8, "declined"),
        ((4, 0), Offer.UNDO, ANN, 8, ""),
        ((0, 3, 1, 4), Offer.DRAW, ANN, 2, ""),  # it ends the game
        ((0, 3, 1, 4), Offer.DRAW, BEN, 2, ""),
    ]:
        shared = offered(game(*squares), by, what)
        moved = after(shared, ANN, types.Play(shared.version, square))
        for field in ("offer", "declined"):
            told = shared.offer if stands == field else None
            assert getattr(moved, field) == told, (squares, what, by, field)


def test_who_offered_reads_that_it_was_declined_until_they_move_or_offer_again() -> None:
    said = {
        Offer.UNDO: "Your friend declined the undo",
        Offer.DRAW: "Your friend declined the draw",
        Offer.REMATCH: "Your friend declined the rematch",
    }
    for what, sentence in said.items():
        shared = offered(game(*WON) if what is Offer.REMATCH else game(4), ANN, what)
        declined = after(shared, BEN, types.Decline(shared.version))
        told = [(by, declined_text(subjects(declined, by.key), declined)) for by in (ANN, BEN, CAT)]
        assert told == [(ANN, sentence), (BEN, ""), (CAT, sentence.replace("Your friend", "O"))]
        seen = announcement(subjects(declined, "ann"), shared, declined, (Mark.X,))
        assert seen == f"{sentence}."
        assert offered(declined, ANN, what).declined is None
    shared = offered(game(4), ANN, Offer.DRAW)
    moved = after(after(shared, BEN, types.Decline(3)), BEN, types.Play(4, 0))
    assert moved.declined == (Offer.DRAW, Mark.X)  # she may not have looked yet
    assert after(moved, ANN, types.Play(5, 8)).declined is None


def test_one_who_plays_alone_asks_nobody_and_a_computer_agrees_to_an_undo_alone() -> None:
    assert decide(game(4, o=ANN), ANN, types.Draw(2), NOW) == (types.Drawn(NOW),)
    said = refusal(game(4, o=ENGINE), ANN, types.Draw(2))
    assert said == "IllegalAction: The computer doesn't agree to draws"
    for o in (ANN, ENGINE):
        assert decide(game(4, o=o), ANN, types.Undo(2), NOW) == (types.Undone(1, NOW),)
        said = refusal(game(*WON, o=o), ANN, types.Rematch(6))
        assert said == "IllegalAction: There's nobody to ask – start a new game"


def test_a_rematch_swaps_the_sides_and_the_score() -> None:
    for shared in (game(), game(4, 0)):
        said = refusal(shared, ANN, types.Rematch(shared.version))
        assert said == "IllegalAction: The game isn't over yet"
    first = game(*WON)
    assert first.score == types.SeriesScore(x=1)
    second = rematch(first)
    assert (second.x, second.o, second.round) == (BEN, ANN, 2)
    assert second.score == types.SeriesScore(o=1)  # still Ann's
    assert second.game == Game()  # which Ben begins
    assert (second.version, second.changed) == (8, 8)
    over = after(second, ANN, types.Resign(second.version))
    assert over.score == types.SeriesScore(x=1, o=1)
    third = rematch(over)
    assert (third.x, third.o, third.round, third.score) == (
        ANN,
        BEN,
        3,
        types.SeriesScore(x=1, o=1),
    )
    assert rematch(game(*DRAWN)).score == types.SeriesScore(drawn=1)


def test_an_offer_cannot_be_made_without_end() -> None:
    shared = game(4, 0)
    with pytest.raises(IllegalAction, match=r"^There were too many offers in this game$"):  # noqa: PT012
        while shared.version < 10_000:
            shared = offered(shared, ANN, Offer.DRAW)
            shared = after(shared, BEN, types.Decline(shared.version))
    while shared.game.ending is None:  # it can be played to its end
        turn = shared.seat(shared.game.position.turn)
        shared = after(shared, turn, types.Play(shared.version, shared.game.position.moves[0]))
