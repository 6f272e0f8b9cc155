"""Count the positions of a board, with and without symmetry.

python examples/count_positions.py 3x3:3
"""

from __future__ import annotations

import sys

from noughts import NoughtsError, Position, Rules, canonical


def reachable(start: Position) -> set[Position]:
    """All positions that a game can reach."""
    found = ply = {start}
    while ply:
        ply = {position.play(move) for position in ply for move in position.moves}
        found = found | ply
    return found


def main() -> None:
    """Count those of the board that was given."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        positions = reachable(Rules.parse(sys.argv[1]).start())
    except NoughtsError as error:
        sys.exit(str(error))
    print(f"{len(positions):,} positions, {len(set(map(canonical, positions))):,} up to symmetry")


if __name__ == "__main__":
    main()
