"""Play a thousand random games side by side over NumPy arrays.

pip install ".[rl]"
python examples/many_boards.py
"""

from __future__ import annotations

import numpy as np

from noughts import Rules
from noughts.kernels.batch import Batch

BOARDS = 1_000


def main() -> None:
    """Step all boards until each has ended a game."""
    batch = Batch(Rules.parse("4x4:3"), BOARDS)
    random = np.random.default_rng(1)
    rewards = np.zeros(BOARDS, np.float32)  # X's, of the first game on each board
    has_ended = np.zeros(BOARDS, np.bool_)
    steps = 0
    while not has_ended.all():
        actions = np.argmax(random.random(batch.legal.shape) * batch.legal, axis=1)
        batch.step(actions)
        rewards += np.where(has_ended, 0, batch.rewards[:, 0])
        has_ended |= batch.ended.astype(np.bool_)
        steps += 1
    won, lost = int((rewards > 0).sum()), int((rewards < 0).sum())
    print(f"{steps} steps: X won {won}, O won {lost}, {BOARDS - won - lost} drawn")


if __name__ == "__main__":
    main()
