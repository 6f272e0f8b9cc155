"""False claims of forced wins, counted by a slow referee that plays each out against every reply.

The referee knows the rules only. Positions come from random games, games near the fight and games
of a line counter. That a side loses, or that only some moves stop a threat, are claims of wins too.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from _bench import arguments_of, judged, print_machine
from noughts.kernels import DESCRIPTION

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the referee in tests

from tests.search.claims import Count, check_boards
from tests.search.positions import BOARDS, SMALL_BOARDS

ENOUGH = 100_000


def main() -> None:
    """Count and report."""
    parser = arguments_of("How many claimed forced wins are false.")
    parser.add_argument("--positions", type=int, default=240, help="of each board and style")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    positions = 10 if options.quick else options.positions
    print_machine(DESCRIPTION)
    began, claims, false = perf_counter(), Counter[int](), 0
    for board, count in check_boards(BOARDS + SMALL_BOARDS, positions, options.seed):
        print_board(board, count)
        claims += count.claims
        false += len(count.false)
    total = claims.total()
    print(f"{total:,} claims, {false} false, {perf_counter() - began:.0f} s")
    print(judged(f"0 false of at least {ENOUGH:,}", reached=not false and total >= ENOUGH))


def print_board(board: str, count: Count) -> None:
    """Hold what was found on a board, and every false claim."""
    number = f"{count.claims.total():7,} claims in {count.positions:7,} positions"
    longest = max(count.claims, default=0)
    print(
        f"{board:8} {number} (to {longest} plies), {len(count.false)} false,"
        f" {count.longer} times a longer win than claimed",
        flush=True,
    )
    for text in count.false:
        print(f"  {text}", flush=True)


if __name__ == "__main__":
    main()
