"""The environments: Gymnasium's for one agent, PettingZoo's for two (AEC), and a vectorised one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from noughts.core import Mark, Move, Position, Rules
from noughts.core.checks import as_type
from noughts.core.errors import IllegalMove
from noughts.kernels.batch import Batch
from noughts.players import Player, check_supports
from noughts.players.base import move_of
from noughts.players.table import as_player
from noughts.rl import options
from noughts.rl.options import InvalidAction, InvalidOption, Picture, ResetNeeded
from noughts.rl.snapshot import Planes, planes_space, snapshot_of, square_of

Info: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[Planes, float, bool, bool, Info]
Observation: TypeAlias = dict[str, Any]  # Planes and an ActionMask
Actions: TypeAlias = NDArray[np.integer[Any]]  # (boards,)
Steps: TypeAlias = tuple[Planes, NDArray[Any], NDArray[Any], NDArray[Any], Info]

FIRST, SECOND = AGENTS = ("player_1", "player_2")  # X, O

_MARKS = dict(zip(AGENTS, Mark, strict=True))
_SEEDS = 2**63


class _Board:
    """The board of an environment, and how it is shown."""

    def __init__(self, rules: Rules | str, render_mode: str | None) -> None:
        if render_mode is not None:
            modes = options.RENDER_METADATA["render_modes"]
            options.check_option("render_mode", render_mode, modes, options.UnsupportedMode)
        self.rules = as_type(rules, Rules, "the board")
        self.render_mode = render_mode
        self._start = self._now = snapshot_of(self.rules.start())
        self._last: Move | None = None

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._now.position

    def render(self) -> str | Picture | None:
        """Return the board in the render mode, or print it; the text has the squares' names."""
        return options.render(self.position, self._last, self.render_mode)


class NoughtsEnv(_Board, gymnasium.Env[Planes, SupportsIndex]):
    """Noughts and crosses for one agent; X moves first.

    An action is a square, numbered from 0 in reading order. An observation, (height, width, 2)
    int8, holds the agent's own marks in plane 0 and its opponent's in plane 1.
    `info["action_mask"]`, int8, is 1 for each legal action and all zero at the end. The reward is 1
    for a win, -1 for a loss, and 0 for every other step.

    `opponent` is a player, such as one of your own or an AgentPlayer, the name of one, or None.
    With None the agent plays both sides: a step is a ply, the observation is for the side to move,
    and the reward for the side that has moved. `seat` is x, o or random (drawn each episode). The
    seed of `reset` determines everything random but the moves of a player that is not given by
    name, which has a seed of its own.

    Playing on an occupied square loses at once, as in PettingZoo's own games. With
    `illegal="raise"` the step raises InvalidAction instead and changes nothing; so does an action
    that is not a square. A step before `reset` or after the end raises ResetNeeded. Invalid options
    raise InvalidOption, UnknownPlayer, UnsupportedRules or what `Rules.parse` raises.

    >>> env = NoughtsEnv(opponent="perfect", seat="x")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(4)
    >>> info["action_mask"]
    array([0, 1, 1, 1, 0, 1, 1, 1, 1], dtype=int8)
    """

    metadata = options.RENDER_METADATA

    def __init__(
        self,
        rules: Rules | str = "3x3:3",
        *,
        opponent: Player | str | None = "random",
        seat: str = "random",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        options.check_option("illegal", illegal, ("lose", "raise"))
        super().__init__(rules, render_mode)
        self.observation_space = planes_space(self.rules)
        self.action_space = Discrete(self.rules.size)
        options.check_option("seat", seat, options.SEATS)
        self._seat = options.SEATS[seat]  # None for a random one each episode
        self._make_opponent = _maker_of(opponent, self.rules, seat)
        self._opponent: Player | None = None
        self._agent = Mark.X
        self._illegal_loses = illegal == "lose"
        self._under_way = False

    @property
    def agent(self) -> Mark:
        """The agent's mark in this episode, or the side to move if it plays both."""
        return self._now.turn if self._make_opponent is None else self._agent

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Info | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[Planes, Info]:
        super().reset(seed=seed)
        self._now, self._last = self._start, None
        self._under_way = False  # until the opponent, which may fail, has moved
        if self._make_opponent is not None:
            if self._opponent is None or seed is not None:
                self._opponent = self._make_opponent(int(self.np_random.integers(_SEEDS)))
            self._agent = self._seat or (Mark.X, Mark.O)[self.np_random.integers(2)]
            if self._agent is Mark.O:
                self._answer(self._opponent)
        self._under_way = True
        if self.render_mode == "human":
            self.render()
        return self._now.own.copy(), {"action_mask": self._now.legal.copy()}

    def _answer(self, opponent: Player) -> None:
        self._under_way = False  # if it fails
        move = move_of(opponent, self._now.position)
        self._now, self._last = self._now.played(move), move

    def step(self, action: SupportsIndex) -> Step:
        if not self._under_way:
            raise ResetNeeded("no episode is under way: call reset() before step()")
        square = square_of(action, self.rules)
        after = self._now.play(square)
        if after is None:
            now = self._now
            if not self._illegal_loses:
                name = now.position.name(square)
                raise InvalidAction(
                    f"{name} is taken: info['action_mask'] tells which squares are not"
                )
            self._under_way = False
            return now.own.copy(), -1.0, True, False, {"action_mask": np.zeros_like(now.legal)}
        self._now, self._last = after, square
        if self._opponent is None:
            return self._result(after.own, after.reward)
        if after.is_over:
            return self._result(after.other, after.reward)
        self._answer(self._opponent)
        return self._result(self._now.own, -1.0 if self._now.reward else 0.0)

    def _result(self, planes: Planes, reward: float) -> Step:
        now = self._now
        self._under_way = not now.is_over
        if self.render_mode == "human":
            self.render()
        return planes.copy(), reward, now.is_over, False, {"action_mask": now.legal.copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, with the name and type that sb3-contrib expects."""
        legal = self._now.legal
        return legal == 1 if self._under_way else np.zeros(len(legal), np.bool_)


def _maker_of(
    opponent: Player | str | None, rules: Rules, seat: str
) -> Callable[[int], Player] | None:
    """Return what makes the opponent from a seed, if there is one; raises as `NoughtsEnv` does."""
    if opponent is None:
        return None
    if seat != "x" and 1 in (rules.k, rules.size):
        raise InvalidOption(f"on {rules} the first move ends the game: the seat must be x")
    check_supports(opponent, rules)
    return partial(as_player, opponent)


def self_play(
    rules: Rules | str = "3x3:3", *, illegal: str = "lose", render_mode: str | None = None
) -> NoughtsEnv:
    """Return the environment in which the agent plays both sides."""
    return NoughtsEnv(rules, opponent=None, illegal=illegal, render_mode=render_mode)


def env(rules: Rules | str = "3x3:3", render_mode: str | None = None) -> AECEnv[Any, Any, Any]:
    """Return the environment in PettingZoo's usual wrappers.

    An action out of range or out of order raises AssertionError. Playing on an occupied
    square loses the game.
    """
    inner = wrappers.TerminateIllegalWrapper(NoughtsAEC(rules, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


class NoughtsAEC(_Board, AECEnv[str, Observation, SupportsIndex | None]):
    """Noughts and crosses for two agents, `player_1` (X, first) and `player_2` (O).

    Like PettingZoo's `tictactoe`, with the same names, spaces and rewards, except that squares are
    numbered row by row: action 3c + r there is 3r + c here. `observe` returns a dict:
    `observation`, (height, width, 2) int8, with the agent's own marks in plane 0, and
    `action_mask`, int8, all zero for the agent that is not to move. Both agents terminate with the
    last move.

    Without the wrappers of `env`, an action that is not a free square raises InvalidAction and
    changes nothing. Once the game is over, the only action of each agent is None, and any other
    raises ValueError, as always in PettingZoo. A step without agents raises ResetNeeded.
    """

    metadata = {  # noqa: RUF012 - PettingZoo's name for it
        **options.RENDER_METADATA,
        "name": "noughts_and_crosses_v0",
        "is_parallelizable": False,
    }

    def __init__(self, rules: Rules | str = "3x3:3", render_mode: str | None = None) -> None:
        super().__init__(rules, render_mode)

        def new_space() -> Dict:
            masks = Box(0, 1, (self.rules.size,), np.int8)
            return Dict({"observation": planes_space(self.rules), "action_mask": masks})

        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: new_space() for agent in AGENTS}
        self.state_space = planes_space(self.rules)
        self.action_spaces = {agent: Discrete(self.rules.size) for agent in AGENTS}
        self.agents: list[str] = []  # until the first reset
        self._none_legal = np.zeros(self.rules.size, np.int8)

    def observation_space(self, agent: str) -> Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[SupportsIndex | None]:
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,  # noqa: ARG002 - nothing is random
        options: dict[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> None:
        self._now, self._last = self._start, None
        self.agents = list(AGENTS)
        self.rewards = {FIRST: 0.0, SECOND: 0.0}
        self._cumulative_rewards = {FIRST: 0.0, SECOND: 0.0}
        self.terminations = {FIRST: False, SECOND: False}
        self.truncations = {FIRST: False, SECOND: False}
        self.infos = {FIRST: {}, SECOND: {}}
        self.agent_selection = FIRST
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        mark, now = _MARKS[agent], self._now
        legal = now.legal if mark is now.turn else self._none_legal
        return {"observation": now.seen_by(mark), "action_mask": legal.copy()}

    def state(self) -> Planes:
        """Return the board, with X's marks in plane 0."""
        return self._now.seen_by(Mark.X)

    def step(self, action: SupportsIndex | None) -> None:
        if not self.agents:
            raise ResetNeeded("no game is under way: call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        square = square_of(action, self.rules)
        after = self._now.play(square)
        if after is None:
            name = self.position.name(square)
            raise InvalidAction(f"{name} is taken: the action mask tells which squares are not")
        self._now, self._last = after, square
        self.agent_selection = SECOND if agent == FIRST else FIRST
        if after.is_over:
            self.terminations = {FIRST: True, SECOND: True}
            if after.reward:
                self.rewards = {name: 1.0 if name == agent else -1.0 for name in AGENTS}
                self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the agent to move, in the type that sb3-contrib expects."""
        return self._now.legal.astype(np.bool_)

    def close(self) -> None:
        """Do nothing, since there are no resources to release."""


class NoughtsVectorEnv(VectorEnv[Planes, Actions, NDArray[Any]]):
    """`num_envs` boards, all stepped at once by the compiled kernels.

    Each board works like `NoughtsEnv` with the same `opponent` and `seat`; one opponent answers on
    all of them. Without one, a step is a ply. Observations are (boards, height, width, 2) int8, and
    `infos["action_mask"]` is (boards, squares) int8. `threads` splits the boards among threads.

    A board whose game has ended begins a new one with the next step, whatever its action. An
    illegal action raises InvalidAction, actions of another type or shape raise WrongType or
    ValueError, and no board changes. A step before `reset` raises ResetNeeded.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = "3x3:3",
        *,
        opponent: Player | str | None = None,
        seat: str = "random",
        threads: int = 1,
        **others: object,
    ) -> None:
        if others:
            raise InvalidOption(
                f"many boards at once have no option {next(iter(others))}, but single ones have:"
                ' make_vec(…, vectorization_mode="sync") steps these one after the other'
            )
        options.check_option("seat", seat, options.SEATS)
        self.rules = as_type(rules, Rules, "the board")
        self._make_opponent = _maker_of(opponent, self.rules, seat)
        self._opponent: Player | None = None
        self._seat = options.SEATS[seat]
        self.num_envs = num_envs
        self._batch = Batch(self.rules, num_envs, threads)
        self._agents = np.full(num_envs, self._seat is Mark.O, np.int8)  # as Batch.turns
        self._under_way = False
        self.single_observation_space = planes_space(self.rules)
        self.single_action_space = Discrete(self.rules.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Info | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[Planes, Info]:
        super().reset(seed=seed)
        self._batch.reset()
        if self._make_opponent is not None:
            if self._opponent is None or seed is not None:
                self._opponent = self._make_opponent(int(self.np_random.integers(_SEEDS)))
            self._answer(self._opponent, np.ones(self.num_envs, np.bool_))
        self._under_way = True
        return self._seen(), self._masks()

    def _answer(self, opponent: Player, begins: NDArray[np.bool_]) -> None:
        """Draw the seats on the boards that begin, and move on those where it is the opponent's."""
        batch = self._batch
        if self._seat is None:
            self._agents[begins] = self.np_random.integers(2, size=np.count_nonzero(begins))
        waiting = ~batch.ended & (batch.turns != self._agents)
        replies = np.zeros(self.num_envs, np.int64)
        for board in np.flatnonzero(waiting).tolist():
            replies[board] = move_of(opponent, batch.position(board))
        if waiting.any():
            batch.step(replies, only=waiting)

    def _seen(self) -> Planes:
        """Return the boards as the agent sees them; as the side to move does if it plays both."""
        seen = self._batch.observations
        if self._opponent is None:
            return seen.copy()
        is_own = (self._batch.turns == self._agents)[:, np.newaxis, np.newaxis, np.newaxis]
        return np.where(is_own, seen, seen[..., ::-1])

    def step(self, actions: Actions) -> Steps:
        if not self._under_way:
            raise ResetNeeded("no episode is under way: call reset() before step()")
        batch, begins = self._batch, self._batch.ended.copy()
        try:
            batch.step(actions)
        except IllegalMove as error:
            raise InvalidAction(str(error)) from error
        rewards = (batch.winners < 2).astype(np.float64)  # 2: nobody has won
        if self._opponent is not None:
            self._under_way = False  # if it fails
            self._answer(self._opponent, begins)
            self._under_way = True
            rewards = batch.rewards[np.arange(self.num_envs), self._agents].astype(np.float64)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._seen(), rewards, batch.ended.copy(), truncated, self._masks()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions on each board."""
        return self._batch.legal.astype(np.bool_)

    def _masks(self) -> Info:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._batch.legal.copy(), "_action_mask": everywhere}
