"""The names under which Gymnasium and PettingZoo know the environments."""

from __future__ import annotations

import gymnasium
import pettingzoo

ENVIRONMENT = "noughts/NoughtsAndCrosses-v0"


def register() -> None:
    """Make the environments known to both libraries; a second time changes nothing."""
    if ENVIRONMENT not in gymnasium.registry:
        gymnasium.register(ENVIRONMENT, entry_point="noughts.rl.single:NoughtsEnv")
    if ENVIRONMENT not in pettingzoo.aec_registry:
        pettingzoo.register("aec", ENVIRONMENT, entry_point="noughts.rl.turns:env")
