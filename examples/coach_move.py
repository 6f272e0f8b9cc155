"""Explain why a move is good or bad.

python examples/coach_move.py "x../.o./..x o 3" c1
"""

from __future__ import annotations

import sys

from noughts import NoughtsError, Position
from noughts.coach import explain, explanation_text
from noughts.coach.explanation import advise
from noughts.players import player


def main() -> None:
    """Explain the move that was given, and show a better one."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    text, name = sys.argv[1:]
    try:
        position = Position.parse(text)
        explanation = explain(position, name)
    except NoughtsError as error:
        sys.exit(str(error))
    print(explanation_text(explanation))
    if not explanation.keeps_value:
        print("Better:", explanation_text(advise(position, player("perfect"))))


if __name__ == "__main__":
    main()
