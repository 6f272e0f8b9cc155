"""Review the games in a file of records: one JSON line a game, as `noughts --record` writes them.

python examples/review_file.py games.jsonl
"""

import sys

from noughts import read_records, review


def main() -> None:
    """Review each game, and name the lines that are not records."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        for record in read_records(sys.argv[1], print):
            print(" against ".join(record.players.values()))
            print(review(record.game))
    except OSError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
