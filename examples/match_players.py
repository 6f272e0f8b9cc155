"""Let two players play a match, and keep its games in a file.

python examples/match_players.py medium hard 200 games.jsonl
"""

from __future__ import annotations

import sys
from pathlib import Path

import noughts


def main() -> None:
    """Play the match that was asked for."""
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    first, second, games, path = sys.argv[1:]
    try:
        played = noughts.match(first, second, int(games), seed=1)
    except ValueError as error:  # also what the library raises
        sys.exit(str(error))
    print(played)
    print(f"as X: {played.as_x}")
    print(f"as O: {played.as_o}")
    Path(path).write_text("".join(f"{record}\n" for record in played.records), encoding="utf-8")


if __name__ == "__main__":
    main()
