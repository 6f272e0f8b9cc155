"""A player of your own in six lines, and exactly how good it is.

python examples/custom_player.py
"""

from __future__ import annotations

from noughts import Position
from noughts.arena import certify
from noughts.core.threats import blocks, wins
from noughts.players import Deterministic


class Latecomer(Deterministic):
    """Wins or blocks if it can, else moves as far along the board as it may."""

    def move(self, position: Position) -> int:
        urgent = wins(position) or blocks(position) or position.moves
        return urgent[-1]


def main() -> None:
    """Play every line against it."""
    latecomer = Latecomer()
    print(f"{latecomer.name} {latecomer.description}")
    for side in certify(latecomer).sides:
        worst = float(side.worst_loss)
        print(f"as {side.mark}: {side.lines_lost} of {side.lines} lines lost, at worst {worst:.0%}")
        if side.refutation is not None:
            print(f"  beaten by {' '.join(side.refutation.move_names)}")


if __name__ == "__main__":
    main()
