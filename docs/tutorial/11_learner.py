"""A table that learns what every move is worth from nothing but games against itself.

python docs/tutorial/11_learner.py
"""

import random
import sys

try:
    from noughts.arena import certify
    from noughts.rl import AgentPlayer, NoughtsEnv
except ImportError:
    sys.exit('This step needs the library: python -m pip install ".[rl]"')

EXPLORES = 0.8  # the share of random moves: without trying, nothing is learned


def legal_actions(mask):
    """The squares that are free."""
    return [action for action in range(9) if mask[action]]


def worths(table, observation):
    """Return the believed values of the nine moves of a position; at first all 0."""
    return table.setdefault(observation.tobytes(), [0.0] * 9)


def best_action(believed, mask):
    """The free square believed to be worth most."""
    return max(legal_actions(mask), key=lambda action: believed[action])


def play_one_game(env, table):
    """Play both sides of a game, and after each move correct what the table believes of it."""
    observation, info = env.reset()
    over = False
    while not over:
        believed, mask = worths(table, observation), info["action_mask"]
        if random.random() < EXPLORES:
            action = random.choice(legal_actions(mask))
        else:
            action = best_action(believed, mask)
        observation, reward, over, _, info = env.step(action)
        if not over:  # what is good for the opponent is bad for us
            reply = worths(table, observation)
            reward = -reply[best_action(reply, info["action_mask"])]
        believed[action] = reward


def report(games, table):
    """Try every game against what was learned."""

    def act(observation, mask):
        return best_action(worths(table, observation), mask)

    sides = certify(AgentPlayer("learner", act)).sides
    lost = [f"as {side.mark} it loses {side.lines_lost} of {side.lines}" for side in sides]
    print(f"after game {games:6,}: {', '.join(lost)}")


def main():
    """Learn, and report now and then."""
    random.seed(1)  # so that every run prints the same; take it away and try again
    env = NoughtsEnv(opponent=None)
    table = {}
    played = 0
    for games in (1, 100, 1_000, 4_000, 12_000):
        while played < games:
            play_one_game(env, table)
            played += 1
        report(games, table)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl-C: you don't want to wait
        print("\nGoodbye!")
