"""The exact value of a position, and of each of its moves.

python examples/solve_position.py "xo./.../... x 3"
"""

from __future__ import annotations

import sys

from noughts import NoughtsError, Position, solve, values


def main() -> None:
    """Solve the position that was given."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        position = Position.parse(sys.argv[1])
        verdict = solve(position)
    except NoughtsError as error:
        sys.exit(str(error))
    print(f"{position.turn} to move: {verdict.value} in {verdict.plies} plies")
    for move, worth in values(position).items():
        best = " (best)" if move in verdict.best else ""
        print(f"{position.name(move)}: {worth.value} in {worth.plies}{best}")


if __name__ == "__main__":
    main()
