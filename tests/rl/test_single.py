"""The Gymnasium environment: its API, what it reports and shows, who plays and what it refuses."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from noughts import Mark, NoughtsError, Position, Rules, UnsupportedRules, rl
from noughts.core.errors import InvalidRules, NotationError
from noughts.players import Deterministic, UnknownPlayer, player, players_of
from noughts.rl.options import SQUARE_PIXELS, picture
from tests.rl.playing import BOARDS, mask, planes, random_games


def make(**options: Any) -> rl.NoughtsEnv:
    env = gymnasium.make(rl.ENVIRONMENT, **options).unwrapped
    assert isinstance(env, rl.NoughtsEnv)
    return env


@pytest.mark.parametrize("opponent", [None, "random", "medium"])
def test_gymnasium_finds_nothing_wrong(opponent: str | None) -> None:
    for rules in (*BOARDS, "1x1:1", "15x15:5"):
        check_env(make(rules=rules, opponent=opponent, seat="x", render_mode="ansi"))
    # The check steps on squares without looking whether they are free: seldom on a board so large.
    check_env(make(rules="15x15:5", opponent=opponent, illegal="raise"))


@pytest.mark.parametrize("seat", ["x", "o", "random"])
def test_gymnasium_finds_nothing_wrong_from_any_seat(seat: str) -> None:
    for opponent in ("random", "alert", "classic", "perfect", "hard"):
        check_env(make(opponent=opponent, seat=seat))


@pytest.mark.parametrize("text", BOARDS)
def test_on_both_sides_it_reports_every_ply_as_the_rules_have_it(text: str) -> None:
    env = make(rules=text, opponent=None)
    for moves in random_games(env.rules, 20, seed=1):
        position = env.rules.start()
        observation, info = env.reset()
        for move in moves:
            assert np.array_equal(observation, planes(position, position.turn))
            assert observation in env.observation_space
            assert info["action_mask"].tolist() == mask(position)
            assert info["action_mask"].dtype == np.int8
            assert env.action_masks().tolist() == list(map(bool, mask(position)))
            assert env.agent is position.turn
            position = position.play(move)
            observation, reward, terminated, truncated, info = env.step(move)
            assert (terminated, truncated) == (position.is_over, False)
            assert reward == (1 if position.has_winner else 0)
        assert np.array_equal(observation, planes(position, position.turn))
        assert not info["action_mask"].any()
        assert not env.action_masks().any()


@pytest.mark.parametrize("name", players_of(Rules()))
@pytest.mark.parametrize("seat", ["x", "o", "random"])
def test_an_opponent_answers_and_the_reward_is_the_agents(name: str, seat: str) -> None:
    env = make(opponent=name, seat=seat)
    random = np.random.default_rng(2)
    observation, info = env.reset(seed=3)
    rewards: dict[float, int] = {}
    for _ in range(60):
        marks = Mark.O if observation.any() else Mark.X
        assert env.agent is marks
        assert seat in (str(marks).lower(), "random")
        terminated = False
        while not terminated:
            assert observation[..., 0].sum() + (marks is Mark.O) == observation[..., 1].sum()
            assert np.array_equal(info["action_mask"], 1 - observation.sum(axis=2).ravel())
            action = int(random.choice(np.flatnonzero(info["action_mask"])))
            observation, reward, terminated, truncated, info = env.step(action)
            assert not truncated
            assert terminated or reward == 0
        position = env.position
        outcome = position.outcome
        assert outcome is not None
        assert reward == {None: 0, marks: 1, marks.other: -1}[outcome.winner]
        assert np.array_equal(observation, planes(position, marks))
        rewards[reward] = rewards.get(reward, 0) + 1
        observation, info = env.reset()
    if name in ("perfect", "strongest"):
        assert 1 not in rewards
    assert -1 in rewards


def test_an_opponent_may_be_a_player_of_ones_own_or_an_agent() -> None:
    class Last(Deterministic):
        """Takes the last free square."""

        def move(self, position: Position) -> int:
            return position.moves[-1]

    last_free = rl.AgentPlayer("last_free", lambda _, legal: legal.nonzero()[0][-1])
    for opponent in (Last(), last_free):
        env = make(opponent=opponent, seat="x")
        env.reset(seed=1)
        observation, *_ = env.step(0)
        assert np.argwhere(observation).tolist() == [[0, 0, 0], [2, 2, 1]]
        observation, *_ = env.step(7)
        assert observation[2, 1, 0] == observation[2, 0, 1] == 1
    stubborn = rl.AgentPlayer("stubborn", lambda *_: 4)
    env = make(opponent=stubborn, seat="x")
    env.reset()
    with pytest.raises(rl.InvalidAction, match=r"^stubborn chose 4"):
        env.step(4)
    with pytest.raises(rl.ResetNeeded):
        env.step(0)
    with pytest.raises(UnsupportedRules):
        make(opponent=last_free, rules="4x4:3")


def test_the_opponent_is_the_player_of_that_name() -> None:
    env, classic = make(opponent="classic", seat="o"), player("classic")
    env.reset()
    start = Rules().start()
    first = start.play(classic.choose(start).move)
    assert env.position == first
    env.step(0)
    answered = first.play(0)
    assert env.position == answered.play(classic.choose(answered).move)


def play_through(env: rl.NoughtsEnv, seed: int | None, games: int) -> list[Any]:
    """All that is reported of some games whose actions depend on nothing but the seed."""
    random = np.random.default_rng(4)
    reported: list[Any] = [env.reset(seed=seed)]
    for _ in range(games):
        info, terminated = reported[-1][-1], False
        while not terminated:
            reported.append(env.step(int(random.choice(np.flatnonzero(info["action_mask"])))))
            terminated, info = reported[-1][2], reported[-1][-1]
        reported.append(env.reset())
    return reported


@pytest.mark.parametrize("name", ["random", "medium", "hard"])
def test_the_seed_decides_all_that_is_drawn(name: str) -> None:
    env = make(opponent=name)
    first = play_through(env, 5, games=20)
    assert data_equivalence(play_through(env, 5, games=20), first, exact=True)
    assert data_equivalence(play_through(make(opponent=name), 5, games=20), first, exact=True)
    assert not data_equivalence(play_through(env, 6, games=20), first, exact=True)
    assert not data_equivalence(play_through(env, None, games=20), first, exact=True)


@pytest.mark.parametrize("action", [-1, 9, 2**70, 1.0, "4", None, np.array([1, 2]), [4]])
def test_what_is_no_square_is_refused_and_changes_nothing(action: Any) -> None:
    env = make(opponent=None)
    env.reset()
    for error in (rl.InvalidAction, gymnasium.error.InvalidAction, NoughtsError):
        with pytest.raises(error, match=r"^an action is an integer from 0 to 8, .+ not "):
            env.step(action)
    assert env.position == Rules().start()
    env.step(4)


def test_any_integer_will_do_and_a_taken_square_loses_at_once_or_is_an_error() -> None:
    env = make(opponent=None)
    for action in (4, np.int64(4), np.int8(4), np.uint8(4), np.array(4)):
        env.reset()
        assert env.step(action)[0][1, 1].tolist() == [0, 1]
    env = make(opponent="classic", seat="o")
    before, _ = env.reset()
    observation, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert np.array_equal(observation, before)
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(rl.ResetNeeded):
        env.step(0)
    env = make(opponent=None, illegal="raise")
    env.reset()
    env.step(4)
    with pytest.raises(rl.InvalidAction, match=r"^b2 is taken: info\['action_mask'\] tells"):
        env.step(4)
    env.step(0)
    assert env.position == Rules().start().play(4).play(0)


def test_a_step_needs_an_episode_and_a_board_of_one_move_has_them() -> None:
    env = make(opponent=None, rules="1x1:1")
    for error in (rl.ResetNeeded, gymnasium.error.ResetNeeded, NoughtsError):
        with pytest.raises(error, match=r"^no episode is under way: call reset\(\) before step"):
            env.step(0)
    env.reset()
    assert env.step(0)[1:3] == (1, True)
    with pytest.raises(rl.ResetNeeded):
        env.step(0)
    for options in ({"opponent": None}, {"seat": "x"}):
        make(rules="5x5:1", **options).reset()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rules": "3x3"}, NotationError, "3x3"),
        ({"rules": "3x3:4"}, InvalidRules, "choose 1 to 3"),
        ({"opponent": "nobody"}, UnknownPlayer, "there are random, alert"),
        ({"opponent": ""}, UnknownPlayer, "there are random, alert"),
        ({"opponent": "perfect", "rules": "9x9:5"}, UnsupportedRules, "but these do: random"),
        ({"rules": "5x5:1"}, rl.InvalidOption, "the first move ends the game: the seat must be x"),
        ({"rules": "1x1:1", "seat": "o"}, rl.InvalidOption, "the seat must be x"),
        ({"seat": "y"}, rl.InvalidOption, "seat is x, o or random, not 'y'"),
        ({"illegal": "win"}, rl.InvalidOption, "illegal is lose or raise, not 'win'"),
        ({"render_mode": "svg"}, rl.InvalidOption, "render_mode is human, ansi or rgb_array"),
        ({"render_mode": "svg"}, gymnasium.error.UnsupportedMode, "not 'svg'"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_one_line(
    options: dict[str, str], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        rl.NoughtsEnv(**options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_copy_goes_on_by_itself_from_the_same_place() -> None:
    env = make(opponent="medium", seat="x", render_mode="ansi")
    env.reset(seed=8)
    env.step(4)
    before, action = env.render(), int(np.flatnonzero(env.action_masks())[0])
    clones = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    assert [clone.render() for clone in clones] == [before, before]
    one, two = (clone.step(action) for clone in clones)
    assert data_equivalence(one, two, exact=True)
    assert env.render() == before
    assert data_equivalence(env.step(action), one, exact=True)


def test_what_is_reported_belongs_to_who_asked() -> None:
    env = make(opponent=None)
    observation, info = env.reset()
    observation[:], info["action_mask"][:] = 1, 0
    env.action_masks()[:] = False
    observation, _, _, _, info = env.step(4)
    assert observation.sum() == 1
    assert info["action_mask"].sum() == 8


WON = """\
   a   b   c
1 [X]|[X]|[X]
  ---+---+---
2  O | O |
  ---+---+---
3    |   |"""


def played(env: rl.NoughtsEnv | rl.NoughtsAEC) -> rl.NoughtsEnv | rl.NoughtsAEC:
    env.reset()
    for move in (0, 3, 1, 4, 2):
        env.step(move)
    return env


def test_text_is_printed_for_a_person_and_shows_names_and_the_winning_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert played(rl.NoughtsEnv(opponent=None, render_mode="ansi")).render() == WON
    for env in (
        rl.NoughtsEnv(opponent=None, render_mode="human"),
        rl.NoughtsAEC(render_mode="human"),
    ):
        played(env)
        shown = capsys.readouterr().out
        assert shown.count("\n\n") == 6
        assert shown.endswith(WON + "\n\n")
        assert env.render() is None
        assert capsys.readouterr().out == WON + "\n\n"


def test_a_picture_shows_every_square_as_it_is_and_marks_the_winning_line() -> None:
    shown = picture(Position.parse("x.../.o../.... x 3"))
    side = SQUARE_PIXELS
    assert shown.shape == (3 * side, 4 * side, 3)
    assert shown.dtype == np.uint8
    tiles = [
        shown[row * side : (row + 1) * side, column * side : (column + 1) * side]
        for row in range(3)
        for column in range(4)
    ]
    empty = tiles[1]
    for square, tile in enumerate(tiles):
        assert np.array_equal(tile, empty) == (square not in (0, 5))
    assert not np.array_equal(tiles[0], tiles[5])
    shown = picture(Position.parse("xxx/oo./... o 3"))
    corners = shown[3::SQUARE_PIXELS, 3::SQUARE_PIXELS]
    ground = [[tuple(corner) for corner in row] for row in corners.tolist()]
    assert len(set(ground[0])) == 1
    assert {*ground[1], *ground[2]} == {(255, 255, 255)}
    assert ground[0][0] != (255, 255, 255)


def test_without_a_mode_there_is_a_warning_and_nothing_to_see() -> None:
    env = rl.NoughtsEnv()
    env.reset()
    with pytest.warns(UserWarning, match="shows nothing without a render_mode"):
        assert env.render() is None
