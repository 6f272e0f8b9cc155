"""A board of your own: who wins on it, if that can be proved at once, and a game of two players.

python examples/own_board.py 5x4:4
"""

import sys

from noughts import Limit, NoughtsError, Unsolved, draw, match, prove


def main() -> None:
    """Prove its value, and show how a game of hard against medium ended."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    board = sys.argv[1]
    try:
        (game, _) = match("hard", "medium", 2, board, seed=1).games
        print(draw(game, last=game.last_move))
        print(game)
        print(prove(board, Limit(seconds=5)))
    except Unsolved:
        print(f"{board}: not proved within five seconds")
    except NoughtsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
