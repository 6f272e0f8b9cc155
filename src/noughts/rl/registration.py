"""The registered names of the environments in Gymnasium and PettingZoo."""

from __future__ import annotations

import gymnasium
import pettingzoo

ENVIRONMENT = "noughts/NoughtsAndCrosses-v0"  # with an opponent; in PettingZoo, with two agents
SELF_PLAY = "noughts/SelfPlay-v0"  # the agent plays both sides, on one board or on many


def register() -> None:
    """Register the environments with both libraries; doing so twice has no effect."""
    if ENVIRONMENT not in gymnasium.registry:
        gymnasium.register(ENVIRONMENT, entry_point="noughts.rl.single:NoughtsEnv")
    if SELF_PLAY not in gymnasium.registry:
        gymnasium.register(
            SELF_PLAY,
            entry_point="noughts.rl.single:self_play",
            vector_entry_point="noughts.rl.vector:NoughtsVectorEnv",
        )
    if ENVIRONMENT not in pettingzoo.aec_registry:
        pettingzoo.register("aec", ENVIRONMENT, entry_point="noughts.rl.turns:env")
