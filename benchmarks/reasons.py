"""The share of losing moves whose reason the coach names, with every clause checked by the rules.

A reason is named if the sentence says what decides: the line or the fork that the reply makes, the
block that it forces, or the fork that it threatens. A bare line of moves, or a reply alone, does
not count. Positions come from random games, games near the fight and games of a line counter; in
each position that has moves proved to lose, one of these is drawn.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from _bench import arguments_of, judged, print_machine
from noughts.coach.explanation import explain
from noughts.kernels import DESCRIPTION
from noughts.solver import Limit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the referee in tests

from tests.coach.reasons import BOARDS, check_loss, losing_moves, named_reason

_ENOUGH = 0.9
_LIMIT = Limit(seconds=1)  # as on the screen


def main() -> None:
    """Explain, judge and report."""
    parser = arguments_of("The share of losing moves whose reason is named.")
    parser.add_argument("--positions", type=int, default=250, help="of each board")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    count = 10 if options.quick else options.positions
    print_machine(DESCRIPTION)
    least = 1.0
    for board in BOARDS:
        kinds, played, seconds = Counter[str](), 0, 0.0
        for position, move in losing_moves(board, count, options.seed):
            began = perf_counter()
            explanation = explain(position, move, _LIMIT)
            seconds = max(seconds, perf_counter() - began)
            kinds[named_reason(explanation) or "nothing"] += 1
            played += check_loss(explanation)
        share = 1 - kinds["nothing"] / count
        least = min(least, share)
        named = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
        print(
            f"{board}: {share:.1%} of {count} ({named}); {played} losses played out;"
            f" {seconds:.2f} s at most",
            flush=True,
        )
    print(judged(f"at least {_ENOUGH:.0%} on each board", reached=least >= _ENOUGH))


if __name__ == "__main__":
    main()
