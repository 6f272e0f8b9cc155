"""Find the first moves that win the most random games.

python examples/random_games.py 4x4:3
"""

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
        name: playouts(start.play(name), GAMES, seed=1).x / GAMES for name in start.move_names
    }
    for name in sorted(shares, key=shares.__getitem__, reverse=True)[:5]:
        print(f"{name}: X wins {shares[name]:.1%}")


if __name__ == "__main__":
    main()
