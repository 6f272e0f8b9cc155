"""Train a table of values by playing both sides, and certify what it has learned.

    pip install ".[rl]"
    python examples/tabular.py

Each ply is one step of Q-learning. The value of an action is its reward or, while the game goes on,
minus the value of the opponent's best reply. The game has no element of chance, so each new value
replaces the old one.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from noughts import certify
from noughts.rl import AgentPlayer, NoughtsEnv

Array = NDArray[np.int8]
Table = defaultdict[bytes, list[float]]  # the value of each action, by observation

EXPLORED = 0.8  # of the actions, at random


def train(episodes: int, seed: int) -> Table:
    """Return the table learned from so many games against itself; 3 s for 60,000."""
    env = NoughtsEnv(opponent=None)
    random = np.random.default_rng(seed)
    table: Table = defaultdict(lambda: [0.0] * 9)
    for _ in range(episodes):
        observation, info = env.reset()
        terminated = False
        while not terminated:
            worth, mask = table[observation.tobytes()], info["action_mask"]
            explores = random.random() < EXPLORED
            action = random.choice(np.flatnonzero(mask)) if explores else best(worth, mask)
            observation, reward, terminated, _, info = env.step(action)
            after = table[observation.tobytes()]
            best_reply = 0.0 if terminated else after[best(after, info["action_mask"])]
            worth[action] = reward - best_reply
    return table


def best(worth: list[float], mask: Array) -> int:
    """The legal action worth most."""
    return max(np.flatnonzero(mask).tolist(), key=worth.__getitem__)


def main() -> None:
    """Train and report."""
    parser = argparse.ArgumentParser(description="Train a table of values and certify it.")
    parser.add_argument("--episodes", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = perf_counter()
    table = train(options.episodes, options.seed)
    print(
        f"{options.episodes:,} games and {len(table):,} positions in {perf_counter() - begun:.1f} s"
    )
    agent = AgentPlayer("tabular", lambda seen, mask: best(table[seen.tobytes()], mask))
    print(certify(agent))


if __name__ == "__main__":
    main()
