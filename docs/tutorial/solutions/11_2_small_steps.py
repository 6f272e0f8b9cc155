"""Correct a belief by half of the error only."""


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
        believed[action] += 0.5 * (reward - believed[action])
