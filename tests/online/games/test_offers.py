"""Takebacks, draws and rematches: one player offers, the other accepts or declines."""

from __future__ import annotations

import pytest

from noughts import IllegalAction, Mark
from noughts.core.ending import Termination
from noughts.online.errors import Refused, Stale
from noughts.online.games import (
    Agreed,
    Ask,
    ClaimWin,
    Command,
    Decline,
    Declined,
    Event,
    Left,
    Offer,
    Offered,
    Person,
    Play,
    Played,
    Rematched,
    Resign,
    Score,
    SharedGame,
    TookBack,
    decide,
    evolve,
)
from tests.online.people import ANN, BEN, CAT, ENGINE, NOW, after, game

WON = (0, 3, 1, 4, 2)  # by X
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
SIDES = {ANN: "x", BEN: "o"}


def offered(shared: SharedGame, by: Person, what: Offer) -> SharedGame:
    """The game after an offer."""
    command = Ask(by, shared.version, what)
    assert decide(shared, command, NOW) == (Offered(what.value, SIDES[by], NOW),)
    standing = after(shared, command)
    assert standing.offer == (what, Mark(SIDES[by]))
    assert (standing.game, standing.version) == (shared.game, shared.version + 1)
    return standing


def ready_for(what: Offer) -> SharedGame:
    """A game in which both may offer this."""
    return game(*WON) if what is Offer.REMATCH else game(4, 0)


@pytest.mark.parametrize("what", Offer)
@pytest.mark.parametrize(("first", "second"), [(ANN, BEN), (BEN, ANN)])
def test_who_asks_the_same_agrees(what: Offer, first: Person, second: Person) -> None:
    shared = offered(ready_for(what), first, what)
    plies = 2 if first == ANN else 1  # of the first: it is their takeback
    agreements: dict[Offer, Event] = {
        Offer.TAKEBACK: TookBack(plies, NOW),
        Offer.DRAW: Agreed(NOW),
        Offer.REMATCH: Rematched(NOW),
    }
    agreement = agreements[what]
    assert decide(shared, Ask(second, shared.version, what), NOW) == (agreement,)
    assert evolve(shared, agreement).offer is None


@pytest.mark.parametrize("what", Offer)
def test_nobody_agrees_to_what_they_offered_themselves(what: Offer) -> None:
    shared = offered(ready_for(what), ANN, what)
    with pytest.raises(IllegalAction, match=r"^You've already asked – wait"):
        decide(shared, Ask(ANN, shared.version, what), NOW)


@pytest.mark.parametrize("what", Offer)
def test_who_watches_neither_offers_nor_agrees_nor_declines(what: Offer) -> None:
    shared = offered(ready_for(what), ANN, what)
    commands: list[Command] = [Ask(CAT, shared.version, what), Decline(CAT, shared.version)]
    for command in commands:
        with pytest.raises(Refused, match="watching"):
            decide(shared, command, NOW)


@pytest.mark.parametrize("by", [ANN, BEN])
@pytest.mark.parametrize("what", Offer)
def test_an_offer_is_declined_by_one_and_withdrawn_by_the_other(what: Offer, by: Person) -> None:
    shared = offered(ready_for(what), ANN, what)
    command = Decline(by, shared.version)
    assert decide(shared, command, NOW) == (Declined(NOW),)
    declined = after(shared, command)
    assert declined.offer is None
    assert declined.game == shared.game
    with pytest.raises(IllegalAction, match=r"^There's no offer to decline$"):
        decide(declined, Decline(by, declined.version), NOW)
    offered(declined, ANN, what)  # it may be offered again


def test_another_offer_replaces_what_stood() -> None:
    shared = offered(game(4, 0), ANN, Offer.DRAW)
    shared = offered(shared, ANN, Offer.TAKEBACK)
    shared = offered(shared, BEN, Offer.DRAW)  # no answer to the takeback
    assert decide(shared, Ask(ANN, shared.version, Offer.DRAW), NOW) == (Agreed(NOW),)


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


def test_a_draw_that_was_offered_lasts_until_the_answer_to_the_next_move() -> None:
    shared = offered(game(4, 0), ANN, Offer.DRAW)
    moved = after(shared, Play(ANN, shared.version, 8))
    assert decide(moved, Ask(BEN, moved.version, Offer.DRAW), NOW) == (Agreed(NOW),)
    assert after(moved, Play(BEN, moved.version, 1)).offer is None


def test_the_move_that_ends_the_game_ends_what_was_offered() -> None:
    shared = offered(game(0, 3, 1, 4), ANN, Offer.DRAW)
    assert after(shared, Play(ANN, shared.version, 2)).offer is None


@pytest.mark.parametrize("what", [Offer.TAKEBACK, Offer.DRAW])
def test_who_gives_up_needs_no_answer_any_more(what: Offer) -> None:
    shared = offered(game(4, 0), ANN, what)
    for by in (ANN, BEN):
        assert after(shared, Resign(by, shared.version)).offer is None


def test_a_takeback_gives_the_first_asker_their_turn_back() -> None:
    for squares, by, left in [
        ((4,), ANN, ()),
        ((4, 0), ANN, ()),
        ((4, 0), BEN, (4,)),
        ((4, 0, 8), BEN, (4,)),
        ((4, 0, 8), ANN, (4, 0)),
    ]:
        shared = offered(game(*squares), by, Offer.TAKEBACK)
        other = BEN if by == ANN else ANN
        taken = after(shared, Ask(other, shared.version, Offer.TAKEBACK))
        assert taken.game.moves == left
        assert taken.game.position.turn.value == SIDES[by]


def test_the_other_may_agree_to_a_takeback_without_a_move_of_their_own() -> None:
    shared = offered(game(4), ANN, Offer.TAKEBACK)
    assert decide(shared, Ask(BEN, 3, Offer.TAKEBACK), NOW) == (TookBack(1, NOW),)


def test_a_game_won_on_the_board_goes_on_if_the_loser_gets_the_move_back() -> None:
    shared = offered(game(*WON), BEN, Offer.TAKEBACK)
    taken = after(shared, Ask(ANN, shared.version, Offer.TAKEBACK))
    assert taken.game.ending is None
    assert taken.score == Score()
    assert taken.game.moves == WON[:3]


def test_what_was_given_up_is_not_taken_back() -> None:
    shared = after(game(4, 0), Resign(ANN, 3))
    for by in (ANN, BEN):
        with pytest.raises(IllegalAction):
            decide(shared, Ask(by, shared.version, Offer.TAKEBACK), NOW)


def test_who_agrees_to_a_draw_ends_the_game_without_a_winner() -> None:
    shared = offered(game(4, 0), BEN, Offer.DRAW)
    drawn = after(shared, Ask(ANN, shared.version, Offer.DRAW))
    assert drawn.game.ending is not None
    assert (drawn.game.ending.termination, drawn.game.ending.winner) == (
        Termination.AGREEMENT,
        None,
    )
    assert drawn.score == Score(drawn=1)


@pytest.mark.parametrize("squares", [WON, DRAWN])
def test_a_game_that_is_over_is_not_drawn(squares: tuple[int, ...]) -> None:
    shared = game(*squares)
    with pytest.raises(IllegalAction, match=r"^The game is over$"):
        decide(shared, Ask(ANN, shared.version, Offer.DRAW), NOW)


def test_who_plays_alone_asks_nobody() -> None:
    assert decide(game(4, o=ANN), Ask(ANN, 2, Offer.DRAW), NOW) == (Agreed(NOW),)
    assert decide(game(4, o=ANN), Ask(ANN, 2, Offer.TAKEBACK), NOW) == (TookBack(1, NOW),)
    with pytest.raises(IllegalAction, match=r"^There's nobody to ask – start a new game$"):
        decide(game(*WON, o=ANN), Ask(ANN, 6, Offer.REMATCH), NOW)


def test_a_computer_agrees_to_nothing_but_a_takeback() -> None:
    with pytest.raises(IllegalAction, match=r"^The computer doesn't agree to draws"):
        decide(game(4, o=ENGINE), Ask(ANN, 2, Offer.DRAW), NOW)
    with pytest.raises(IllegalAction, match=r"^There's nobody to ask"):
        decide(game(*WON, o=ENGINE), Ask(ANN, 6, Offer.REMATCH), NOW)
    assert decide(game(4, o=ENGINE), Ask(ANN, 2, Offer.TAKEBACK), NOW) == (TookBack(1, NOW),)


def rematch(shared: SharedGame) -> SharedGame:
    x, o = shared.x, shared.o
    asked = after(shared, Ask(x, shared.version, Offer.REMATCH))
    return after(asked, Ask(o, asked.version, Offer.REMATCH))


@pytest.mark.parametrize("squares", [(), (4, 0)])
def test_there_is_no_rematch_of_a_game_that_goes_on(squares: tuple[int, ...]) -> None:
    shared = game(*squares)
    with pytest.raises(IllegalAction, match=r"^The game isn't over yet$"):
        decide(shared, Ask(ANN, shared.version, Offer.REMATCH), NOW)


def test_a_rematch_swaps_the_sides_and_the_score() -> None:
    first = game(*WON)
    assert first.score == Score(x=1)
    second = rematch(first)
    assert (second.x, second.o, second.round) == (BEN, ANN, 2)
    assert second.score == Score(o=1)  # still Ann's
    assert second.game.moves == ()
    assert second.game.position.turn is Mark.X  # Ben's, now
    assert (second.version, second.changed) == (8, 8)
    over = after(second, Resign(ANN, second.version))
    assert over.score == Score(x=1, o=1)
    third = rematch(over)
    assert (third.x, third.o, third.round, third.score) == (ANN, BEN, 3, Score(x=1, o=1))


def test_a_rematch_is_begun_by_whoever_was_second() -> None:
    shared = game()
    for _ in range(4):
        starter = shared.seat(shared.game.position.turn)
        shared = rematch(after(shared, Resign(ANN, shared.version)))
        assert shared.seat(shared.game.position.turn) not in (starter, CAT)


def test_a_drawn_game_is_counted_and_played_again() -> None:
    assert rematch(game(*DRAWN)).score == Score(drawn=1)


@pytest.mark.parametrize("what", Offer)
def test_an_offer_makes_nothing_stale_that_was_asked_before_it(what: Offer) -> None:
    before = ready_for(what)
    shared = offered(before, ANN, what)
    assert decide(shared, Ask(BEN, before.version, what), NOW)[0] != Offered(what.value, "o", NOW)
    declined = after(shared, Decline(BEN, before.version))
    if what is not Offer.REMATCH:
        assert decide(declined, Play(ANN, before.version, 8), NOW) == (Played(8, NOW),)


def test_moves_takebacks_endings_and_rematches_make_stale_what_was_asked_before() -> None:
    start = game(4, 0)
    asked = offered(start, ANN, Offer.TAKEBACK)
    for shared in [
        after(start, Play(ANN, 3, 8)),
        after(asked, Ask(BEN, 4, Offer.TAKEBACK)),
        after(start, Resign(ANN, 3)),
        after(offered(start, ANN, Offer.DRAW), Ask(BEN, 4, Offer.DRAW)),
        rematch(after(start, Resign(ANN, 3))),
    ]:
        commands: list[Command] = [Ask(BEN, 3, Offer.DRAW), Play(BEN, 3, 5), Resign(ANN, 3)]
        for command in commands:
            with pytest.raises(Stale):
                decide(shared, command, NOW)


def test_an_offer_cannot_be_made_without_end() -> None:
    shared = game(4, 0)
    with pytest.raises(IllegalAction, match=r"^There were too many offers in this game$"):  # noqa: PT012
        while shared.version < 10_000:
            shared = offered(shared, ANN, Offer.DRAW)
            shared = after(shared, Decline(BEN, shared.version))
    while shared.game.ending is None:  # it can be played to its end
        turn = shared.seat(shared.game.position.turn)
        shared = after(shared, Play(turn, shared.version, shared.game.position.moves[0]))


def claim(by: Person, shared: SharedGame, away: float) -> Command:
    return ClaimWin(by, shared.version, away)


def test_who_waits_for_somebody_long_gone_may_win() -> None:
    shared = game(4)  # Ben is to move, and gone
    assert decide(shared, claim(ANN, shared, 60.0), NOW) == (Left("o", NOW),)
    assert decide(shared, claim(ANN, shared, 5.0), NOW, fair_seconds=5.0) == (Left("o", NOW),)
    won = after(shared, claim(ANN, shared, 60.0))
    assert won.game.ending is not None
    assert won.game.ending.termination is Termination.ABANDONED
    assert won.game.ending.winner is Mark.X
    assert won.score == Score(x=1)
    assert rematch(won).score == Score(o=1)


@pytest.mark.parametrize("away", [0.0, 59.9])
def test_a_win_is_not_claimed_early(away: float) -> None:
    shared = game(4)
    with pytest.raises(IllegalAction, match=r"^Your opponent hasn't been away for long"):
        decide(shared, claim(ANN, shared, away), NOW)


def test_a_win_is_claimed_only_on_the_move_of_who_is_gone() -> None:
    for shared, by in [
        (game(), ANN),
        (game(4), BEN),
        (game(4, o=ANN), ANN),
        (game(4, o=ENGINE), ANN),
    ]:
        with pytest.raises(IllegalAction, match=r"^The player whose turn it is hasn't left$"):
            decide(shared, claim(by, shared, 1e6), NOW)


def test_a_win_is_claimed_by_nobody_who_watches_and_not_after_the_end() -> None:
    with pytest.raises(Refused, match="watching"):
        decide(game(4), claim(CAT, game(4), 1e6), NOW)
    shared = game(*WON)
    with pytest.raises(IllegalAction, match=r"^The game is over$"):
        decide(shared, claim(ANN, shared, 1e6), NOW)


def test_a_claim_made_before_the_other_one_moved_is_stale() -> None:
    shared = after(game(4), Play(BEN, 2, 0))
    with pytest.raises(Stale):
        decide(shared, ClaimWin(ANN, 2, 1e6), NOW)
