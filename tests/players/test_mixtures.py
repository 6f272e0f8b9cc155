from __future__ import annotations

from fractions import Fraction

import pytest

from noughts.arena import odds
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players import LEVELS, player
from noughts.players.alert import Alert
from noughts.players.classic import Classic
from noughts.players.mixture import Mixture
from noughts.players.uniform import Uniform


def test_medium_wins_by_itself_and_blocks_nine_times_in_ten() -> None:
    win = player("medium").policy(Position.parse("xx./oo./... x 3"))
    block = player("medium").policy(Position.parse("xx./.o./... o 3"))
    assert win[2] >= Fraction(9, 10)
    assert Fraction(9, 10) <= block[2] < 1


def test_medium_opens_anywhere_and_most_often_in_the_middle() -> None:
    policy = player("medium").policy(Rules().start())
    assert len(policy) == 9
    assert policy[4] == max(policy.values()) < Fraction(1, 2)


@pytest.mark.slow
def test_whoever_sees_one_move_ahead_beats_medium_now_and_then_from_either_side() -> None:
    """Such a person is what `alert` is: it wins, else blocks, else moves anywhere."""
    for mark, least, most in [(Mark.O, 0.25, 0.40), (Mark.X, 0.10, 0.20)]:
        assert least < odds(player("medium"), player("alert"), mark=mark).loss < most


def test_whoever_never_errs_beats_medium_from_either_side() -> None:
    assert odds(player("medium"), player("perfect"), mark=Mark.O).loss > Fraction(1, 2)
    assert odds(player("medium"), player("perfect"), mark=Mark.X).loss > Fraction(1, 5)


@pytest.mark.slow
@pytest.mark.parametrize("mark", Mark)
@pytest.mark.parametrize("opponent", ["random", "alert"])
def test_each_level_is_stronger_than_the_one_below(opponent: str, mark: Mark) -> None:
    losses = [odds(player(level), player(opponent), mark=mark).loss for level in LEVELS]
    assert losses == sorted(losses, reverse=True)
    assert len(set(losses)) == len(losses)


def test_hard_rests_on_the_proof_three_times_in_four() -> None:
    start = Rules().start()
    assert player("hard").policy(start) == {0: Fraction(3, 4), 4: Fraction(1, 4)}
    hard = player("hard", seed=5)
    for _ in range(40):
        choice = hard.choose(start)
        assert (choice.verdict is not None) == (choice.move == 0)


def test_a_mixture_names_the_share_of_each_part() -> None:
    assert player("easy").description == "often overlooks things: random 2/3, alert 1/3"


def test_the_parts_of_a_mixture_do_not_draw_the_mixtures_own_numbers() -> None:
    """With the same seed in both, the square drawn would depend on the part drawn."""
    medium = Mixture("medium", "", 0, (Alert, 5), (Classic, 4), (Uniform, 1))
    states = [part._random.getstate() for part, _ in medium._parts if hasattr(part, "_random")]
    assert len({medium._random.getstate(), *states}) == 3
