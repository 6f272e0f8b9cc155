"""A machine of matchboxes as the opponent of a learner."""

from __future__ import annotations

from random import Random

import gymnasium
import numpy as np
import pytest

import noughts.rl  # noqa: F401 - registers the environments
from noughts.arena import odds
from noughts.core import Mark
from noughts.menace.machine import Machine
from noughts.menace.training import Matchboxes, train
from noughts.rl import ENVIRONMENT

GAMES = 400


@pytest.fixture
def opponent() -> Matchboxes:
    *_, last = train(Machine.new(), "random", 100, seed=1)
    return Matchboxes(last.machine, seed=1)


def test_a_learner_plays_a_machine_as_often_as_it_is_to_win(opponent: Matchboxes) -> None:
    """A player who moves anywhere is a learner that has not begun; its odds are known exactly."""
    env = gymnasium.make(ENVIRONMENT, opponent=opponent, seat="o")
    rng, rewards = Random(1), []
    for game in range(GAMES):
        _, info = env.reset(seed=game)
        is_over = False
        while not is_over:
            square = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, is_over, _, info = env.step(square)
        rewards.append(reward)
    exact = odds("random", opponent, mark=Mark.O)
    for reward, share in ((1, exact.win), (0, exact.draw), (-1, exact.loss)):
        assert rewards.count(reward) / GAMES == pytest.approx(float(share), abs=0.06)


def test_a_machine_answers_on_all_boards_at_once(opponent: Matchboxes) -> None:
    envs = gymnasium.make_vec(ENVIRONMENT, num_envs=4, opponent=opponent, seat="o")
    observations, info = envs.reset(seed=1)
    for _ in range(30):
        marks = observations.sum(axis=(1, 2))  # of the learner, and of the machine
        assert {*(marks[:, 1] - marks[:, 0])} <= {0, 1}
        masks = info["action_mask"]
        actions = [np.flatnonzero(mask)[0] if mask.any() else 0 for mask in masks]
        observations, _, _, _, info = envs.step(np.array(actions))
