"""The exact value of a position, and of each of its moves.

python examples/solve_position.py "xo./.../... x 3"
"""

import sys

from noughts import NoughtsError, Position, solve, values


def main() -> None:
    """Solve the position that was given."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        position = Position.parse(sys.argv[1])
        print(f"{position.turn} to move: {solve(position)}")
        for move, worth in values(position).items():
            print(f"{position.name(move)}: {worth}")
    except NoughtsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
