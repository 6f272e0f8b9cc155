"""Play a thousand games side by side, by NumPy arrays: an agent that moves at random against easy.

pip install ".[rl]"
python examples/many_boards.py
"""

import gymnasium
import numpy as np

import noughts.rl

BOARDS = 1_000


def main() -> None:
    """Step all boards until each has ended a game."""
    envs = gymnasium.make_vec(noughts.rl.ENVIRONMENT, BOARDS, opponent="easy")
    _, infos = envs.reset(seed=1)
    random = np.random.default_rng(1)
    results = np.full(BOARDS, np.nan)  # of the first game on each board, for the agent
    while np.isnan(results).any():
        actions = np.argmax(random.random((BOARDS, 9)) * infos["action_mask"], axis=1)
        _, rewards, ended, _, infos = envs.step(actions)
        first = ended & np.isnan(results)
        results[first] = rewards[first]
    won, drawn, lost = ((results == result).sum() for result in (1, 0, -1))
    print(f"{won} won, {drawn} drawn, {lost} lost against easy")


if __name__ == "__main__":
    main()
