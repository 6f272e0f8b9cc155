"""Play a game by the names of its squares, and say how it ended.

python examples/play_game.py b2 a1 c1 a3 a2 b3 c2
"""

from __future__ import annotations

import sys

from noughts import Game, NoughtsError
from noughts.wording.drawing import draw


def main() -> None:
    """Play the moves that were given."""
    game = Game()
    for name in sys.argv[1:]:
        try:
            game = game.play(name)
        except NoughtsError as error:
            sys.exit(f"{name}: {error}")
    outcome = game.position.outcome
    print(draw(game.position, last=game.last_move, line=outcome.squares if outcome else ()))
    if game.ending is None:
        print(f"{game.position.turn} to move: {' '.join(game.position.move_names)}")
    else:
        print(f"over by {game.ending.termination.value}: {game.ending.result}")


if __name__ == "__main__":
    main()
