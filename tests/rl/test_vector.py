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

from noughts.rl import SELF_PLAY, InvalidAction, NoughtsEnv, NoughtsVectorEnv, ResetNeeded
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
    # With an opponent inside, each is an environment of its own.
    envs = gymnasium.make_vec("noughts/NoughtsAndCrosses-v0", num_envs=3, opponent="alert")
    assert isinstance(envs, SyncVectorEnv)
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"].shape == (3, 9)


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
