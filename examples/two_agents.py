"""Two agents of PettingZoo on one board, which take the first and the last free square.

pip install ".[rl]"
python examples/two_agents.py
"""

from noughts.rl import NoughtsAEC


def main() -> None:
    """Play a game, and print it with the reward of each agent."""
    env = NoughtsAEC("4x4:3", render_mode="ansi")
    env.reset()
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last(observe=False)
        rewards[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            free = env.observe(agent)["action_mask"].nonzero()[0]
            env.step(free[0] if agent == "player_1" else free[-1])
    print(env.render())
    print(rewards)


if __name__ == "__main__":
    main()
