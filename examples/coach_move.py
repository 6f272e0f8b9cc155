"""Explain why a move is good or bad.

python examples/coach_move.py "x../.o./..x o 3" c1
"""

import sys

from noughts import NoughtsError, explain
from noughts.coach import hint


def main() -> None:
    """Explain the move that was given, and show a better one."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    position, move = sys.argv[1:]
    try:
        explanation = explain(position, move)
    except NoughtsError as error:
        sys.exit(str(error))
    print(explanation)
    if not explanation.keeps_value:
        print("Better:", hint(position))


if __name__ == "__main__":
    main()
