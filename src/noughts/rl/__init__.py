"""Reinforcement learning: environments for Gymnasium and PettingZoo, on boards of any size.

Importing this registers `noughts/NoughtsAndCrosses-v0` with both.

>>> import gymnasium
>>> import noughts.rl
>>> env = gymnasium.make("noughts/NoughtsAndCrosses-v0", rules="4x4:3", opponent="alert", seat="x")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"].sum()
((4, 4, 2), np.int64(16))
"""

from noughts.core.extras import extra

with extra("rl"):
    import gymnasium as _gymnasium  # noqa: F401
    import numpy as _numpy  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401

from noughts.rl.agent import AgentPlayer
from noughts.rl.errors import InvalidAction, InvalidOption, ResetNeeded
from noughts.rl.registration import ENVIRONMENT, SELF_PLAY, register
from noughts.rl.single import NoughtsEnv
from noughts.rl.turns import NoughtsAEC, env
from noughts.rl.vector import NoughtsVectorEnv

register()

__all__ = [
    "ENVIRONMENT",
    "SELF_PLAY",
    "AgentPlayer",
    "InvalidAction",
    "InvalidOption",
    "NoughtsAEC",
    "NoughtsEnv",
    "NoughtsVectorEnv",
    "ResetNeeded",
    "env",
]
