"""A player that draws its moves by probabilities of your own, and its exact odds.

python examples/weighted_player.py
"""

from noughts import Mark, Position, Rules, odds
from noughts.players import Weighted


class Central(Weighted):
    """Prefers squares near the centre."""

    def weights(self, position: Position) -> dict[int, float]:
        rules = position.rules
        return {
            move: 0.5 ** (abs(row - rules.height // 2) + abs(column - rules.width // 2))
            for move in position.moves
            for row, column in [divmod(move, rules.width)]
        }


if __name__ == "__main__":
    central, start = Central(), Rules().start()
    for move, probability in central.policy(start).items():
        print(start.name(move), probability)
    for mark in Mark:
        print(f"as {mark} against random: {odds(central, 'random', mark=mark)}")
