"""Let two players play a match, and keep its games in a file.

python examples/match_players.py medium hard 200 games.jsonl
"""

import sys

from noughts import match, write_records


def main() -> None:
    """Play the match that was asked for."""
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    first, second, games, path = sys.argv[1:]
    try:
        played = match(first, second, int(games), seed=1)
        write_records(path, played.records)
    except (ValueError, OSError) as error:  # also what the library raises
        sys.exit(str(error))
    print(played)
    print(f"as X: {played.as_x}")
    print(f"as O: {played.as_o}")


if __name__ == "__main__":
    main()
