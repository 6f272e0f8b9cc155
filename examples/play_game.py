"""Play a game by the names of its squares, and say how it stands.

python examples/play_game.py b2 a1 c1 a3 a2 b3 c2
"""

import sys

from noughts import Game, NoughtsError, draw


def main() -> None:
    """Play the moves that were given."""
    try:
        game = Game(moves=sys.argv[1:])
    except NoughtsError as error:
        sys.exit(str(error))
    print(draw(game, last=game.last_move))
    print(game)


if __name__ == "__main__":
    main()
