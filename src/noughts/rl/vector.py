"""The Gymnasium vector environment: many boards at once; the agent plays both sides."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from noughts.core.errors import IllegalMove
from noughts.core.rules import Rules
from noughts.kernels.batch import Batch
from noughts.rl.errors import InvalidAction, ResetNeeded
from noughts.rl.options import read_rules
from noughts.rl.snapshot import Planes, planes_space

Actions: TypeAlias = NDArray[np.integer[Any]]  # (boards,)
Info: TypeAlias = dict[str, Any]
Steps: TypeAlias = tuple[Planes, NDArray[Any], NDArray[Any], NDArray[Any], Info]


class NoughtsVectorEnv(VectorEnv[Planes, Actions, NDArray[Any]]):
    """`num_envs` boards, all stepped at once by the compiled kernels.

    Each board works like `NoughtsEnv(opponent=None)`: a step is a ply, the observation is for the
    side to move, and the reward for the side that has moved. Observations are (boards, height,
    width, 2) int8, and `infos["action_mask"]` is (boards, squares) int8. `threads` splits the
    boards among threads.

    A board whose game has ended begins a new one with the next step, whatever its action. An
    illegal action raises InvalidAction, actions of another type or shape raise WrongType or
    ValueError, and no board changes. A step before `reset` raises ResetNeeded.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self, num_envs: int = 1, rules: Rules | str = "3x3:3", *, threads: int = 1
    ) -> None:
        self.rules = read_rules(rules)
        self.num_envs = num_envs
        self._batch = Batch(self.rules, num_envs, threads)
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
        self._under_way = True
        return self._batch.observations.copy(), self._masks()

    def step(self, actions: Actions) -> Steps:
        if not self._under_way:
            raise ResetNeeded("no episode is under way: call reset() before step()")
        batch = self._batch
        try:
            batch.step(actions)
        except IllegalMove as error:
            raise InvalidAction(str(error)) from error
        rewards = (batch.winners < 2).astype(np.float64)  # 2: nobody has won
        truncated = np.zeros(self.num_envs, np.bool_)
        return batch.observations.copy(), rewards, batch.ended.copy(), truncated, self._masks()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions on each board."""
        masks: NDArray[np.bool_] = self._batch.legal == 1
        return masks

    def _masks(self) -> Info:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._batch.legal.copy(), "_action_mask": everywhere}
