"""A machine in an address: what it comes to follows from its seed and its history."""

from __future__ import annotations

import re

import pytest

from noughts.core import Position
from noughts.core.errors import IllegalMove, NotationError
from noughts.menace.chances import Flawless, Opposition
from noughts.views import menace
from noughts.views.menace import show, show_boxes, trained
from noughts.wording.language import percent

GIVEN_UP = "The first box is empty: the machine has given up, and resigns every game."
FULL = " This machine has played as many games as fit in an address. Begin a new one."


def taken(seed: int, history: str) -> str:
    """The history after the first free square is taken until the game is over."""
    view = show(seed, history)
    while view.is_open:
        history = next(iter(view.following.values()))
        view = show(seed, history)
    return history


def test_the_same_address_is_the_same_machine() -> None:
    assert show(3, "r40.g") == show(3, "r40.g")
    assert show(3, "r40").score != show(4, "r40").score


def test_a_history_is_the_same_in_one_word_or_in_many() -> None:
    assert show(5, "r30").score == show(5, "r10.r20").score
    assert show(5, "r30").boxes == show(5, "r10.r20").boxes


def test_a_game_against_the_reader_counts_when_it_is_over() -> None:
    history = taken(1, "r10")
    view = show(1, history)
    assert view.games == 11
    assert view.following == {}
    assert view.again == f"{history}.g"
    assert show(1, view.again).games == 11
    unfinished = next(iter(show(1, "r10").following.values()))
    assert show(1, unfinished).games == 10


def test_more_games_are_added_and_a_game_that_goes_on_is_broken_off() -> None:
    assert trained(1, "", "random", 10) == "r10"
    assert trained(1, "r10", "random", 100) == "r110"
    assert trained(1, "r10", "menace", 1) == "r10.m1"
    history = taken(1, "r10")
    assert trained(1, history, "random", 1) == f"{history}.r1"
    assert trained(1, "r10.g", "random", 1) == "r11"


def test_the_boxes_are_those_of_the_game_with_the_bead_that_was_drawn() -> None:
    view = show(1, next(iter(show(1, "e50").following.values())))
    assert len(view.boxes) == 2
    for box in view.boxes:
        assert sum(beads.part for beads in box.beads) == pytest.approx(1)
        assert sum(beads.is_drawn for beads in box.beads) == 1
    drawn = next(beads for beads in view.boxes[-1].beads if beads.is_drawn)
    assert Position.parse(view.board.position).mark_at(drawn.square) is not None


@pytest.mark.parametrize("rules", menace.SCHEMES)
def test_other_rules_make_another_machine(rules: menace.MenaceRules) -> None:
    view = show(4, "d30", rules)
    machine = menace._after(4, rules, ("d30",)).machine
    assert view.rules == rules
    assert machine.scheme == menace.SCHEMES[rules]
    exact = 100 * Flawless(machine.scheme).most_lost(machine)
    told = re.fullmatch("Whoever makes no mistake .* at most (.*)% of games.", view.most_lost)
    assert told is not None
    assert 0 <= float(told[1]) - exact < 0.1  # never less than it is


def test_michie_plays_his_best_for_twenty_games() -> None:
    """After them he replies to the opening anyhow, as one player does in one tournament."""
    begun = menace._after(1, menace.USUAL, ("d20",)).machine
    assert menace._after(1, menace.USUAL, ("p20",)).machine == begun
    assert show(1, "d40").score != show(1, "p40").score


def test_all_boxes_have_the_beads_of_the_machine() -> None:
    machine = menace._after(2, "every", ("r30",)).machine
    history = taken(2, "r30")
    beads = []
    for move, pages in zip(range(1, 5), (1, 1, 5, 8), strict=True):
        for page in range(1, pages + 1):
            view = show_boxes(2, "r30", move, page, "every")
            assert (view.page, view.pages) == (page, pages)
            beads += [tuple(bead.count for bead in box.beads) for box in view.boxes]
    assert tuple(beads) == machine.beads
    assert show_boxes(2, history, 1, 1).score == show(2, history).score
    assert show_boxes(2, "r30.g", 1, 1).score == show(2, "r30").score


def test_the_chances_are_those_of_the_machine() -> None:
    machine = menace._after(2, menace.USUAL, ("c30",)).machine
    view = show(2, "c30")
    for known in view.chances:
        exact = Opposition(known.player).chances(machine)
        assert known.drawn == percent(exact.draw)
        points = [tuple(map(float, point.split(","))) for point in known.curve.split()]
        assert points[0][0] == 0
        assert points[-1] == pytest.approx((300, 100 * exact.loss), abs=0.1)
        assert points == sorted(points)
    assert view.curve.endswith("against random.")


def test_a_machine_that_has_given_up_resigns() -> None:
    words = ("p40",)
    seed = next(
        seed
        for seed in range(99)
        if not any(menace._after(seed, menace.USUAL, words).machine.beads[0])
    )
    for history, games in (("p40", 40), ("p40.g", 41)):
        view = show(seed, history)
        assert (view.is_open, view.following, view.again) == (False, {}, None)
        assert view.games == games
        assert view.text == GIVEN_UP


def test_a_machine_gives_up_in_a_game_against_the_reader() -> None:
    view = show(2, "p11.g867")
    assert view.text.startswith("You beat MENACE! MENACE loses the bead that it drew")
    assert view.text.endswith(GIVEN_UP)
    assert view.again is None


@pytest.mark.parametrize("before", ["r1999", ".".join(["r100", *["r1"] * 329])])
def test_the_last_game_that_fits_is_played_to_its_end(before: str) -> None:
    for history in (before, f"{before}.g"):
        assert show(1, history).text.endswith(" Your move.")
        view = show(1, taken(1, history))
        assert (view.is_open, view.again, view.room) == (False, None, 0)
        assert view.text.endswith(FULL)


@pytest.mark.parametrize(
    "history", ["r2000", "r1000.p1000", ".".join(["r1"] * 332), ".".join([*["r1"] * 332, "g"])]
)
def test_a_game_that_does_not_fit_is_not_offered(history: str) -> None:
    view = show(1, history)
    assert (view.is_open, view.following, view.again, view.room) == (False, {}, None, 0)
    assert view.text.endswith(FULL)


def test_training_fits_while_there_is_room() -> None:
    assert show(1, "r1500").room == show(1, "r1500.g").room == 500
    assert show(1, trained(1, "r1500.g", "perfect", 500)).room == 0
    longest = ".".join(["r1"] * 331)
    assert show(1, longest).room > 1000
    assert show(1, trained(1, longest, "perfect", 1000)).room == 0


@pytest.mark.parametrize(
    "history",
    [
        *("x", "r", "r0", "r01", "r-1", "r99999", "g9", "g00000", "r1..r1", ".", "r١", "r1\n", "G"),
        *("g.r1", "g.g", "r2001", "r1000.m1001", "r1." * 400, "r9999"),
    ],
)
def test_what_is_no_history_is_refused(history: str) -> None:
    with pytest.raises(NotationError):
        show(1, history)


def test_a_square_that_is_taken_is_refused() -> None:
    moved = next(at for at in range(9) if at not in show(1, "").following)
    with pytest.raises(IllegalMove):
        show(1, f"g{moved}")
    over = taken(1, "")
    with pytest.raises((NotationError, IllegalMove)):
        show(1, f"{over}{8}")
