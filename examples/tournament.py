"""A tournament: each player meets each other one, and the table shows the points.

python examples/tournament.py 3x3:3 20
"""

import sys
from itertools import combinations

from noughts import match
from noughts.players import players_of


def main() -> None:
    """Play the tournament on the board that was given, with so many games for each pair."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    board, games = sys.argv[1:]
    try:
        points = dict.fromkeys(players_of(board), 0.0)
        for first, second in combinations(points, 2):
            score = match(first, second, int(games), board, seed=1).score
            points[first] += score.points
            points[second] += score.games - score.points
    except ValueError as error:  # also what the library raises
        sys.exit(str(error))
    for name in sorted(points, key=points.__getitem__, reverse=True):
        print(f"{name:10} {points[name]:g}")


if __name__ == "__main__":
    main()
