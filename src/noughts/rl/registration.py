"""The names under which Gymnasium and PettingZoo know the environments."""

from __future__ import annotations

import gymnasium
import pettingzoo

ENVIRONMENT = "noughts/NoughtsAndCrosses-v0"


def register() -> None:
    """Make the environments known to both libraries; a second time changes nothing.

    Gymnasium's own check of every step is left out by default, because it takes five times as long
    as the step; `gymnasium.make(…, disable_env_checker=False)` brings it back.
    """
    if ENVIRONMENT not in gymnasium.registry:
        gymnasium.register(
            ENVIRONMENT,
            entry_point="noughts.rl.single:NoughtsEnv",
        )
    if ENVIRONMENT not in pettingzoo.aec_registry:
        pettingzoo.register("aec", ENVIRONMENT, entry_point="noughts.rl.turns:env")
