"""The PettingZoo environment, in which two agents take turns (AEC)."""

from __future__ import annotations

from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from gymnasium.spaces import Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from noughts.core.bits import Move
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.rl.errors import InvalidAction, ResetNeeded
from noughts.rl.options import read_rules
from noughts.rl.rendering import RENDER_METADATA, Picture, check_render_mode, render
from noughts.rl.snapshot import Planes, mask_space, planes_space, snapshot_of, square_of

Observation: TypeAlias = dict[str, Any]  # Planes and an ActionMask

FIRST, SECOND = AGENTS = ("player_1", "player_2")  # X, O
_MARKS = dict(zip(AGENTS, Mark, strict=True))


def env(rules: Rules | str = "3x3:3", render_mode: str | None = None) -> AECEnv[Any, Any, Any]:
    """The environment in PettingZoo's usual wrappers.

    An action out of range or out of order raises AssertionError. Playing on an occupied
    square loses the game.
    """
    wrapped = TerminateIllegalWrapper(NoughtsAEC(rules, render_mode), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


class NoughtsAEC(AECEnv[str, Observation, SupportsIndex | None]):
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
        **RENDER_METADATA,
        "name": "noughts_and_crosses_v0",
        "is_parallelizable": False,
    }

    def __init__(self, rules: Rules | str = "3x3:3", render_mode: str | None = None) -> None:
        check_render_mode(render_mode)
        self.rules = read_rules(rules)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: _space(self.rules) for agent in AGENTS}
        self.action_spaces = {agent: Discrete(self.rules.size) for agent in AGENTS}
        self.state_space = planes_space(self.rules)
        self.agents: list[str] = []  # until the first reset
        self._start = self._now = snapshot_of(self.rules.start())
        self._last: Move | None = None
        self._none_legal = np.zeros(self.rules.size, np.int8)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._now.position

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
        now = self._now
        if _MARKS[agent] is now.turn:
            return {"observation": now.own.copy(), "action_mask": now.legal.copy()}
        return {"observation": now.other.copy(), "action_mask": self._none_legal.copy()}

    def state(self) -> Planes:
        """The board, with X's marks in plane 0."""
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
            name = square_name(self.rules.width, square)
            raise InvalidAction(f"{name} is taken: the action mask tells which squares are not")
        self._now, self._last = after, square
        self.agent_selection = SECOND if agent == FIRST else FIRST
        if after.is_over:
            self._end(agent)
        if self.render_mode == "human":
            self.render()

    def _end(self, last: str) -> None:
        """Terminate both agents; `last` has won unless the game is a draw."""
        self.terminations = {FIRST: True, SECOND: True}
        if self._now.reward:
            self.rewards = {agent: 1.0 if agent == last else -1.0 for agent in AGENTS}
            self._accumulate_rewards()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of the agent to move, in the type that sb3-contrib expects."""
        masks: NDArray[np.bool_] = self._now.legal == 1
        return masks

    def render(self) -> str | Picture | None:
        """The board in the render mode; empty squares show the action that takes them."""
        return render(self.position, self._last, self.render_mode)

    def close(self) -> None:
        """Do nothing, since there are no resources to release."""


def _space(rules: Rules) -> Dict:
    return Dict({"observation": planes_space(rules), "action_mask": mask_space(rules)})
