"""Choose moves by random games, and find out exactly how strong that is.

python docs/tutorial/10_random_games.py
"""

import sys

try:
    from noughts import Rules, playouts
    from noughts.arena import certify
    from noughts.players import Deterministic
except ImportError:
    sys.exit("This step needs the library: python -m pip install .")


class Dreamer(Deterministic):
    """Plays random games after every move, and takes the move after which most went well."""

    def __init__(self, games):
        self.games = games

    def move(self, position):
        """The first square with the best score."""
        return max(position.moves, key=lambda move: self.score(position, move))

    def score(self, position, move):
        """The games won after a move, less those lost."""
        after = position.play(move)
        won = playouts(after, self.games, seed=1)
        return won.x - won.o if str(position.turn) == "X" else won.o - won.x


def show_first_moves():
    """Print how often X wins random games after each first move."""
    start = Rules.parse("3x3:3").start()
    for move in start.moves:
        played = playouts(start.play(move), 10_000, seed=1)
        share = played.x / played.games
        print(f"{share:6.1%}", end="\n" if move % 3 == 2 else " ")


def main():
    """Try every game there is against the dreamer, with more and more random games for a move."""
    print("X wins so many of 10,000 random games after each first move:")
    show_first_moves()
    print()
    print("Random games for each move, and what the dreamer then loses:")
    for games in (1, 10, 100, 1_000):
        sides = certify(Dreamer(games)).sides
        lost = [f"as {side.mark} it loses {side.lines_lost} of {side.lines}" for side in sides]
        print(f"{games:5,}: {', '.join(lost)}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl-C: you don't want to wait
        print("\nGoodbye!")
