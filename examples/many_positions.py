"""The exact values of many positions, one a line in a file: their notation or a board.

python examples/many_positions.py positions.txt
"""

import sys
from pathlib import Path

from noughts import NoughtsError, solve


def main() -> None:
    """Solve each position, and say what is wrong with a line that is none."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        sys.exit(str(error))
    for line in lines:
        try:
            print(f"{line}: {solve(line)}")
        except NoughtsError as error:
            print(f"{line}: {error}")


if __name__ == "__main__":
    main()
