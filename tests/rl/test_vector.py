"""The vector environment: the same as as many single ones, and what it refuses."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from noughts import IllegalMove, Player, Position, UnknownPlayer, WrongType
from noughts.players import Deterministic
from noughts.rl import (
    ENVIRONMENT,
    SELF_PLAY,
    InvalidAction,
    InvalidOption,
    NoughtsEnv,
    NoughtsVectorEnv,
    ResetNeeded,
)
from tests.rl.playing import BOARDS


def make(boards: int, **options: Any) -> NoughtsVectorEnv:
    envs = gymnasium.make_vec(SELF_PLAY, num_envs=boards, **options)
    assert isinstance(envs, NoughtsVectorEnv)
    return envs


def draw(random: np.random.Generator, masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """A legal action on each board."""
    actions: NDArray[np.int64] = (random.random(masks.shape) * masks).argmax(axis=1)
    return actions


@pytest.mark.parametrize("rules", [*BOARDS, "1x1:1", "15x15:5"])
@pytest.mark.parametrize("boards", [1, 7])
def test_it_reports_what_as_many_single_environments_do(rules: str, boards: int) -> None:
    ours = make(boards, rules=rules)
    theirs = SyncVectorEnv(
        [lambda: NoughtsEnv(rules, opponent=None)] * boards, autoreset_mode=AutoresetMode.NEXT_STEP
    )
    assert ours.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    random = np.random.default_rng(1)
    told: Any = ours.reset(seed=1)
    expected: Any = theirs.reset(seed=1)
    assert data_equivalence(told, expected, exact=True)
    ended = 0
    for _ in range(400):
        actions = draw(random, told[-1]["action_mask"])
        told, expected = ours.step(actions), theirs.step(actions)
        assert data_equivalence(told, expected, exact=True)
        assert told[0] in ours.observation_space
        ended += told[2].sum()
    assert ended >= boards


def test_wrappers_of_gymnasium_know_its_episodes() -> None:
    envs: Any = RecordEpisodeStatistics(make(3))
    envs.reset()
    for action in (0, 1, 3, 4, 6):
        *_, infos = envs.step(np.full(3, action))
    assert infos["episode"]["l"].tolist() == [5, 5, 5]
    assert infos["episode"]["r"].tolist() == [1, 1, 1]


class Beatable(Deterministic):
    """Takes the last free square, so that either side wins and games are drawn."""

    def move(self, position: Position) -> int:
        return position.moves[-1]


@pytest.mark.parametrize("name", [ENVIRONMENT, SELF_PLAY])
@pytest.mark.parametrize("seat", ["x", "o"])
@pytest.mark.parametrize("opponent", ["classic", Beatable()], ids=str)
@pytest.mark.parametrize("rules", ["3x3:3", "4x3:3", "15x15:5"])
def test_an_opponent_answers_on_each_board_as_it_does_on_a_single_one(
    name: str, seat: str, opponent: Player | str, rules: str
) -> None:
    given: dict[str, Any] = {"opponent": opponent, "seat": seat, "rules": rules}
    ours = gymnasium.make_vec(name, num_envs=5, **given)
    assert isinstance(ours, NoughtsVectorEnv)
    theirs = SyncVectorEnv(
        [lambda: NoughtsEnv(**given)] * 5, autoreset_mode=AutoresetMode.NEXT_STEP
    )
    random = np.random.default_rng(1)
    told: Any = ours.reset(seed=1)
    assert data_equivalence(told, theirs.reset(seed=1), exact=True)
    rewards = set[float]()
    for _ in range(300):
        actions = draw(random, told[-1]["action_mask"])
        told = ours.step(actions)
        assert data_equivalence(told, theirs.step(actions), exact=True)
        rewards |= {*told[1].tolist()}
    assert rewards == {0.0, 1.0, -1.0} or opponent == "classic" or rules == "15x15:5"


def test_seats_are_drawn_anew_in_every_game_and_by_the_seed() -> None:
    def first_seen(seed: int) -> list[int]:
        envs = make(50, opponent="random")
        observations, infos = envs.reset(seed=seed)
        seats = [int(observations.sum()), *observations.sum(axis=(1, 2, 3)).tolist()]
        random = np.random.default_rng(1)
        for _ in range(40):
            observations, *_, infos = envs.step(draw(random, infos["action_mask"]))
            seats.append(int(observations.sum()))
        return seats

    assert first_seen(1) == first_seen(1) != first_seen(2)
    assert {*first_seen(1)[1:51]} == {0, 1}  # squares that the opponent has taken


def test_options_of_single_boards_and_opponents_that_are_none_are_refused() -> None:
    for options, error, reason in (
        ({"illegal": "lose"}, InvalidOption, 'no option illegal.*vectorization_mode="sync"'),
        ({"render_mode": "ansi"}, InvalidOption, "no option render_mode"),
        ({"opponent": "nobody"}, UnknownPlayer, "there are random, alert"),
        ({"opponent": 3}, WrongType, "the player: expected Player or its name, got int"),
        ({"opponent": "random", "rules": "1x1:1"}, InvalidOption, "the seat must be x"),
        ({"seat": "z"}, InvalidOption, "seat is x, o or random"),
    ):
        with pytest.raises(error, match=reason):
            make(2, **options)


def test_an_opponent_that_fails_leaves_boards_that_have_to_be_reset() -> None:
    class Stubborn(Deterministic):
        def move(self, _: Position) -> int:
            return 4

    envs = make(2, opponent=Stubborn(), seat="x")
    envs.reset()
    with pytest.raises(IllegalMove, match=r"^stubborn chose wrongly: b2 is already taken by X"):
        envs.step(np.array([4, 4]))
    with pytest.raises(ResetNeeded):
        envs.step(np.array([0, 0]))
    observations, _ = envs.reset()
    assert not observations.any()


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.array([0, 9]), InvalidAction),
        (np.array([-1, 0]), InvalidAction),
        (np.array([4, 0]), InvalidAction),
        (np.array([0, 5]), gymnasium.error.InvalidAction),
        (np.array([0, 1, 2]), ValueError),
        (np.array([[0, 1]]), ValueError),
        (np.array(0), ValueError),
        (np.array([0.0, 1.0]), TypeError),
        (np.array(["0", "1"]), TypeError),
        (None, TypeError),
    ],
)
def test_no_action_for_each_board_changes_none(actions: Any, error: type[Exception]) -> None:
    envs = make(2)
    envs.reset()
    envs.step(np.array([4, 5]))
    with pytest.raises(error):
        envs.step(actions)
    observations, *_ = envs.step(np.array([5, 4]))
    assert np.flatnonzero(observations[0]).tolist() == [8, 11]
    assert np.flatnonzero(observations[1]).tolist() == [9, 10]


def test_what_is_reported_belongs_to_who_asked() -> None:
    envs = make(2)
    observations, infos = envs.reset()
    observations[:], infos["action_mask"][:], infos["_action_mask"][:] = 1, 0, False
    told = envs.step(np.array([4, 4]))
    assert told[0].sum() == 2
    assert told[4]["action_mask"].sum() == 16
    assert told[4]["_action_mask"].all()
    for array in told[:4]:
        array[:] = 1
    told = envs.step(np.array([0, 0]))
    assert told[0].sum() == 4
    assert not told[2].any()
    assert not told[3].any()


def test_a_step_needs_a_reset_and_a_copy_goes_on_by_itself() -> None:
    envs = NoughtsVectorEnv(2)
    with pytest.raises(ResetNeeded):
        envs.step(np.array([0, 0]))
    envs.reset()
    twin = copy.deepcopy(envs)
    twin.step(np.array([3, 4]))
    assert envs.action_masks().all()
    assert twin.action_masks().sum() == 16
