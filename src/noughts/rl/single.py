"""The Gymnasium environment: one agent against an opponent, or on both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from noughts.core.bits import Move
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players import Player
from noughts.rl.errors import InvalidAction, ResetNeeded
from noughts.rl.options import check_option, read_opponent, read_rules, read_seat
from noughts.rl.rendering import RENDER_METADATA, Picture, check_render_mode, render
from noughts.rl.snapshot import Planes, planes_space, snapshot_of, square_of

Info: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[Planes, float, bool, bool, Info]

_SEEDS = 2**63


class NoughtsEnv(gymnasium.Env[Planes, SupportsIndex]):
    """Noughts and crosses for one agent; X moves first.

    An action is a square, numbered from 0 in reading order. An observation, (height, width, 2)
    int8, holds the agent's own marks in plane 0 and its opponent's in plane 1.
    `info["action_mask"]`, int8, is 1 for each legal action and all zero at the end. The reward is 1
    for a win, -1 for a loss, and 0 for every other step.

    `opponent` is the name of a player, or None. With None the agent plays both sides: a step is a
    ply, the observation is for the side to move, and the reward for the side that has moved.
    `seat` is x, o or random (drawn each episode). The seed of `reset` determines everything random.

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

    metadata = RENDER_METADATA

    def __init__(
        self,
        rules: Rules | str = "3x3:3",
        *,
        opponent: str | None = "random",
        seat: str = "random",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        check_option("illegal", illegal, ("lose", "raise"))
        check_render_mode(render_mode)
        self.rules = read_rules(rules)
        self.render_mode = render_mode
        self.observation_space = planes_space(self.rules)
        self.action_space = Discrete(self.rules.size)
        self._seat = read_seat(seat)
        self._make_opponent = (
            None if opponent is None else read_opponent(opponent, self.rules, seat)
        )
        self._opponent: Player | None = None
        self._agent = Mark.X
        self._illegal_loses = illegal == "lose"
        self._start = self._now = snapshot_of(self.rules.start())
        self._last: Move | None = None
        self._under_way = False

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._now.position

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
        self._under_way = True
        if self._make_opponent is not None:
            self._seat_players(self._make_opponent, anew=seed is not None)
        if self.render_mode == "human":
            self.render()
        return self._now.own.copy(), {"action_mask": self._now.legal.copy()}

    def _seat_players(self, make: Callable[[int], Player], *, anew: bool) -> None:
        if self._opponent is None or anew:
            self._opponent = make(int(self.np_random.integers(_SEEDS)))
        self._agent = self._seat or (Mark.X, Mark.O)[self.np_random.integers(2)]
        if self._agent is Mark.O:
            self._answer(self._opponent)

    def _answer(self, opponent: Player) -> None:
        move = opponent.choose(self._now.position).move
        self._now, self._last = self._now.played(move), move

    def step(self, action: SupportsIndex) -> Step:
        if not self._under_way:
            raise ResetNeeded("no episode is under way: call reset() before step()")
        square = square_of(action, self.rules)
        after = self._now.play(square)
        if after is None:
            return self._refuse(square)
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

    def _refuse(self, square: Move) -> Step:
        """End the episode with a loss, or raise InvalidAction."""
        if not self._illegal_loses:
            name = square_name(self.rules.width, square)
            raise InvalidAction(f"{name} is taken: info['action_mask'] tells which squares are not")
        self._under_way = False
        now = self._now
        return now.own.copy(), -1.0, True, False, {"action_mask": np.zeros_like(now.legal)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, with the name and type that sb3-contrib expects."""
        legal = self._now.legal
        return legal == 1 if self._under_way else np.zeros(len(legal), np.bool_)

    def render(self) -> str | Picture | None:
        """The board in the render mode; empty squares show the action that takes them."""
        return render(self.position, self._last, self.render_mode)


def self_play(
    rules: Rules | str = "3x3:3", *, illegal: str = "lose", render_mode: str | None = None
) -> NoughtsEnv:
    """The environment in which the agent plays both sides."""
    return NoughtsEnv(rules, opponent=None, illegal=illegal, render_mode=render_mode)
