"""Find the first moves that win the most random games.

python examples/random_games.py 4x4:3
"""

from __future__ import annotations

import sys

from noughts import NoughtsError, Rules, playouts

GAMES = 20_000  # from each square


def main() -> None:
    """Play random games after each first move."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        start = Rules.parse(sys.argv[1]).start()
    except NoughtsError as error:
        sys.exit(str(error))
    shares = {
        start.name(move): playouts(start.play(move), GAMES, seed=1).x / GAMES
        for move in start.moves
    }
    for name, share in sorted(shares.items(), key=lambda item: -item[1])[:5]:
        print(f"{name}: X wins {share:.1%}")


if __name__ == "__main__":
    main()
