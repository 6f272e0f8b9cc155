"""Win or block before dreaming."""

from noughts.core.threats import blocks, wins
from noughts.players import Deterministic


class Dreamer(Deterministic):
    """Wins, else blocks, else takes the move after which most random games went well."""

    def __init__(self, games):
        self.games = games

    def move(self, position):
        """The first square with the best score, of those that win or else of those that block."""
        moves = wins(position) or blocks(position) or position.moves
        return max(moves, key=lambda move: self.score(position, move))

    def score(self, position, move):
        """The games won after a move, less those lost."""
        after = position.play(move)
        won = playouts(after, self.games, seed=1)
        return won.x - won.o if str(position.turn) == "X" else won.o - won.x
