"""The PettingZoo environment: its API, the observations of each agent, and errors."""

from __future__ import annotations

import copy
import pickle
import warnings
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from noughts import Mark, NoughtsError, Rules
from noughts.rl import ENVIRONMENT, InvalidAction, InvalidOption, NoughtsAEC, ResetNeeded, env
from tests.rl.playing import BOARDS, mask, planes, random_games

# What PettingZoo's own board games do as well, and its test excuses by their names.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

with warnings.catch_warnings():
    # Where pygame is installed it imports a game of its own in a way that it warns of.
    warnings.simplefilter("ignore")
    checks: Any = import_module("pettingzoo.test")

MARKS = {"player_1": Mark.X, "player_2": Mark.O}


@pytest.mark.parametrize("make", [env, NoughtsAEC])
@pytest.mark.parametrize("rules", [*BOARDS, "1x1:1", "5x5:1", "15x15:5"])
def test_pettingzoo_finds_nothing_wrong(make: Any, rules: str) -> None:
    checks.api_test(make(rules), num_cycles=200)
    checks.seed_test(lambda: make(rules))
    if rules in ("3x3:3", "9x8:5"):
        checks.render_test(lambda render_mode: make(rules, render_mode))


def test_it_is_made_by_name() -> None:
    made: Any = pettingzoo.make("aec", ENVIRONMENT, rules="4x4:3")
    made.reset()
    assert str(made.unwrapped) == "noughts_and_crosses_v0"
    assert made.observe("player_1")["observation"].shape == (4, 4, 2)


@pytest.mark.parametrize("make", [env, NoughtsAEC])
@pytest.mark.parametrize("rules", BOARDS)
def test_every_agent_is_told_every_ply_as_the_rules_have_it(make: Any, rules: str) -> None:
    game = make(rules)
    for moves in random_games(game.unwrapped.rules, 20, seed=1):
        position = game.unwrapped.rules.start()
        game.reset()
        for move in moves:
            told = game.last()
            assert MARKS[game.agent_selection] is position.turn
            assert told[1:4] == (0, False, False)
            for agent, mark in MARKS.items():
                observation = game.observe(agent)
                assert observation in game.observation_space(agent)
                assert np.array_equal(observation["observation"], planes(position, mark))
                expected = mask(position) if mark is position.turn else [0] * position.rules.size
                assert observation["action_mask"].tolist() == expected
            assert np.array_equal(told[0]["observation"], planes(position, position.turn))
            assert game.unwrapped.action_masks().tolist() == list(map(bool, mask(position)))
            assert np.array_equal(game.state(), planes(position, Mark.X))
            position = position.play(move)
            game.step(move)
        assert game.terminations == dict.fromkeys(MARKS, True)
        assert game.truncations == dict.fromkeys(MARKS, False)
        outcome = position.outcome
        assert outcome is not None
        for agent in game.agent_iter():
            observation, reward, terminated, truncated, _ = game.last()
            assert (terminated, truncated) == (True, False)
            assert reward == {None: 0, MARKS[agent]: 1}.get(outcome.winner, -1)
            assert not observation["action_mask"].any()
            game.step(None)
        assert game.agents == []


@pytest.mark.parametrize("action", [-1, 9, 2**70, 1.5, "4", None])
def test_what_is_no_square_is_refused_and_changes_nothing(action: Any) -> None:
    game = NoughtsAEC()
    game.reset()
    for error in (InvalidAction, gymnasium.error.InvalidAction, NoughtsError):
        with pytest.raises(error, match=r"^an action is an integer from 0 to 8, .+ not "):
            game.step(action)
    assert game.position == Rules().start()
    assert game.agent_selection == "player_1"
    wrapped = env()
    wrapped.reset()
    with pytest.raises(AssertionError):  # PettingZoo's
        wrapped.step(action)


def test_a_taken_square_is_an_error_and_loses_in_the_usual_wrappers() -> None:
    game, wrapped = NoughtsAEC(), env()
    for each in (game, wrapped):
        each.reset()
        each.step(4)
    with pytest.raises(InvalidAction, match=r"^b2 is taken: the action mask tells"):
        game.step(4)
    assert game.agent_selection == "player_2"
    game.step(0)
    wrapped.step(4)
    assert wrapped.terminations == dict.fromkeys(MARKS, True)
    assert wrapped.rewards == {"player_1": 0, "player_2": -1}


def test_once_it_is_over_the_one_action_is_none_and_nothing_goes_before_a_reset() -> None:
    game = NoughtsAEC("2x1:1")
    game.reset()
    game.step(0)
    with pytest.raises(ValueError):  # noqa: PT011 - PettingZoo's, in its words
        game.step(1)
    game.step(None)
    game.step(None)
    for unready in (game, NoughtsAEC()):
        with pytest.raises(ResetNeeded, match=r"^no game is under way: call reset\(\) before step"):
            unready.step(None)
    with pytest.raises(AssertionError):  # PettingZoo's
        env().step(0)
    with pytest.raises(InvalidOption, match="render_mode is human, ansi or rgb_array, not 'svg'"):
        env(render_mode="svg")


def test_a_copy_goes_on_by_itself_from_the_same_place() -> None:
    game = NoughtsAEC("4x3:3", render_mode="ansi")
    game.reset()
    game.step(3)
    for clone in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert clone.render() == game.render()
        clone.step(4)
        assert clone.observe("player_1")["observation"].sum() == 2
        assert game.observe("player_1")["observation"].sum() == 1
