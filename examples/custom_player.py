"""A player of your own in six lines, and exactly how good it is.

python examples/custom_player.py
"""

from noughts import Position, certify
from noughts.core.threats import blocks, wins
from noughts.players import Deterministic


class Latecomer(Deterministic):
    """Wins or blocks if it can, else moves as far along the board as it may."""

    def move(self, position: Position) -> int:
        return (wins(position) or blocks(position) or position.moves)[-1]


if __name__ == "__main__":
    print(Latecomer.description)
    print(certify(Latecomer()))
