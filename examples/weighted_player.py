"""A player that draws its moves by probabilities of your own, and its exact odds.

python examples/weighted_player.py
"""

from __future__ import annotations

from collections.abc import Mapping

from noughts import Mark, Position
from noughts.arena import odds
from noughts.players import Weighted, player


class Central(Weighted):
    """Prefers squares near the centre."""

    def weights(self, position: Position) -> Mapping[int, float]:
        rules = position.rules
        return {
            move: 0.5 ** (abs(row - rules.height // 2) + abs(column - rules.width // 2))
            for move in position.moves
            for row, column in [divmod(move, rules.width)]
        }


def main() -> None:
    """Say how it opens and how it fares."""
    central = Central(seed=1)
    start = Position.parse(".../.../... x 3")
    for move, probability in central.policy(start).items():
        print(f"{start.name(move)} {probability}")
    for mark in Mark:
        exact = odds(central, player("random"), mark=mark)
        print(
            f"as {mark} against random: wins {float(exact.win):.3f}, loses {float(exact.loss):.3f}"
        )


if __name__ == "__main__":
    main()
