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
    import gymnasium as _gymnasium
    import numpy as _numpy  # noqa: F401
    import pettingzoo as _pettingzoo

from noughts.rl.environments import NoughtsAEC, NoughtsEnv, NoughtsVectorEnv, env
from noughts.rl.options import InvalidAction, InvalidOption, ResetNeeded
from noughts.rl.snapshot import AgentPlayer

ENVIRONMENT = "noughts/NoughtsAndCrosses-v0"  # with an opponent; in PettingZoo, with two agents
SELF_PLAY = "noughts/SelfPlay-v0"  # the agent plays both sides, on one board or on many

if ENVIRONMENT not in _gymnasium.registry:  # else this module has been reloaded
    _gymnasium.register(
        ENVIRONMENT,
        entry_point="noughts.rl.environments:NoughtsEnv",
        vector_entry_point="noughts.rl.environments:NoughtsVectorEnv",
        kwargs={"opponent": "random"},
    )
    _gymnasium.register(
        SELF_PLAY,
        entry_point="noughts.rl.environments:self_play",
        vector_entry_point="noughts.rl.environments:NoughtsVectorEnv",
    )
    _pettingzoo.register("aec", ENVIRONMENT, entry_point="noughts.rl.environments:env")

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
