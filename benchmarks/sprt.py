"""How often the SPRT is wrong, and how many pairs it takes, however many of the pairs are drawn.

Tests of no difference against another are simulated to their ends, with a look after every pair,
where one of the two is the truth. The peer is the normal approximation of the same likelihoods
with 0.001 for each result not seen, which many programs use.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from _bench import arguments_of, judged, print_machine

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the simulation in tests

from tests.arena import sequential

AT_MOST = 6.5  # per cent: 5 and three standard deviations of 2,000 tests


def main() -> None:
    """Simulate and report."""
    parser = arguments_of("How often an SPRT is wrong.")
    parser.add_argument("--elo", type=float, action="append", help="the difference (30, 40, 50)")
    parser.add_argument("--tests", type=int, default=2_000, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tests = 20 if options.quick else options.tests
    print_machine()
    most = max(compared(elo, tests, options.seed) for elo in options.elo or (30, 40, 50))
    print(judged(f"wrong in {AT_MOST} % at most, found {most:.1%}", reached=100 * most <= AT_MOST))


def compared(elo: float, tests: int, seed: int) -> float:
    """Print the errors of a test of 0 and `elo`; returns the most of ours."""
    print(f"0 or {elo:g} Elo       ours: wrong   after pairs   peer: wrong   after pairs")
    most = 0.0
    for true, drawn in product((0.0, elo), sequential.DRAW_RATES):
        for shape, chances in sequential.distributions(true, drawn):
            figures = []
            for kind in (sequential.likeliest, sequential.approximate):
                (run,) = sequential.simulate(kind(0, elo), [chances], tests, seed)
                figures += [(run.low if true else run.high) / tests, run.pairs]
            ours, pairs, theirs, their_pairs = figures
            most = max(most, ours)
            print(
                f"{true:2g}, {drawn:3.0%} drawn, {shape:5} {ours:8.1%} {pairs:13,.0f}"
                f" {theirs:13.1%} {their_pairs:13,.0f}",
                flush=True,
            )
    return most


if __name__ == "__main__":
    main()
