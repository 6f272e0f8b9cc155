"""Review the games in a file of records: one JSON line a game, as `noughts --record` writes them.

python examples/review_file.py games.jsonl
"""

from __future__ import annotations

import sys
from pathlib import Path

from noughts import NotationError, Record
from noughts.coach import review, review_text


def main() -> None:
    """Review each game, and name the lines that are not records."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        sys.exit(str(error))
    for number, line in enumerate(lines, 1):
        try:
            record = Record.parse(line)
        except NotationError as error:
            print(f"line {number}: {error}")
            continue
        print(f"line {number}: {' against '.join(record.players.values())}")
        print(review_text(review(record.game)))


if __name__ == "__main__":
    main()
