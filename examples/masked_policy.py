"""Train a masked policy with sb3-contrib's MaskablePPO, and certify what it has learned.

pip install ".[rl]" sb3-contrib        # PyTorch comes with it: about 1 GB
python examples/masked_policy.py
"""

from __future__ import annotations

import argparse
from time import perf_counter

from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from noughts import certify
from noughts.rl import AgentPlayer, NoughtsEnv


def train(steps: int, seed: int, opponent: str) -> MaskablePPO:
    """Return the policy learned from so many moves against the opponent, from both seats."""
    environments = make_vec_env(lambda: NoughtsEnv(opponent=opponent), n_envs=16, seed=seed)
    model = MaskablePPO(
        "MlpPolicy",
        environments,
        n_steps=256,
        batch_size=512,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=lambda left: 1e-3 * left,  # of the training still to come
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    return model.learn(steps)


def main() -> None:
    """Train and report."""
    parser = argparse.ArgumentParser(description="Train a masked policy and certify it.")
    parser.add_argument("--steps", type=int, default=600_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponent", default="random", help="a name that `noughts players` lists")
    options = parser.parse_args()
    begun = perf_counter()
    model = train(options.steps, options.seed, options.opponent)
    print(f"{options.steps:,} moves in {perf_counter() - begun:.0f} s")
    agent = AgentPlayer(
        "masked_policy",
        lambda seen, mask: model.predict(seen, action_masks=mask, deterministic=True)[0],
    )
    print(certify(agent))


if __name__ == "__main__":
    main()
