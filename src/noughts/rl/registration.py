"""The names under which Gymnasium and PettingZoo know the environments."""

from __future__ import annotations

import gymnasium
import pettingzoo

ENVIRONMENT = "noughts/NoughtsAndCrosses-v0"  # an opponent inside; in PettingZoo, two agents
SELF_PLAY = "noughts/SelfPlay-v0"  # both sides played, on one board or on many


def register() -> None:
    """Make the environments known to both libraries; a second time changes nothing."""
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
