"""Random games in bulk on one core, against OpenSpiel's random rollouts in C++.

The peer is `pyspiel.RandomRolloutEvaluator`, which plays a given number of games from a state; a
tree search of one simulation calls it once, at its root, in a single call into C++. On
3x3 it plays `tic_tac_toe`, on 15x15:5 `mnk`. Both sides play every game to its end and add up the
results. Processor time of this process; the ratio is the median over the rounds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

from _bench import arguments_of, interleave, judged, print_machine, print_table, spread
from noughts import Rules, playouts
from noughts.kernels import DESCRIPTION

_OURS, _PEER = "noughts.playouts", "OpenSpiel, C++"
_WARM_UPS = 1


def main() -> None:
    """Measure and report."""
    options = arguments_of("Random games in bulk against OpenSpiel.").parse_args()
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        sys.exit("OpenSpiel is not installed here: run `make bench`")
    print_machine(DESCRIPTION)
    rounds = 3 if options.quick else 11
    share = 20 if options.quick else 1
    compare(
        pyspiel, "3x3:3", "tic_tac_toe", (40_000_000 // share, 100_000 // share), (40, 500), rounds
    )
    large = (200_000 // share, 100 // share)
    compare(pyspiel, "15x15:5", "mnk(m=15,n=15,k=5)", large, (2_000, 5_000), rounds)


def compare(
    pyspiel: Any,
    board: str,
    game: str,
    games: tuple[int, int],
    targets: tuple[int, int],
    rounds: int,
) -> None:
    """Print the games a second of both, and the ratio beside its targets."""
    start, peer = Rules.parse(board).start(), pyspiel.load_game(game)
    state = peer.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games[1], seed=1)
    search = pyspiel.MCTSBot(
        peer,
        evaluator,
        uct_c=1,
        max_simulations=1,
        max_memory_mb=0,
        solve=False,
        seed=1,
        verbose=False,
    )
    contenders: dict[str, Callable[[], float]] = {
        _OURS: partial(rate, games[0], lambda: playouts(start, games[0], seed=1)),
        _PEER: partial(rate, games[1], lambda: search.mcts_search(state)),
    }
    samples = interleave(contenders, rounds, _WARM_UPS)
    ratios = [ours / peer for ours, peer in zip(samples[_OURS], samples[_PEER], strict=True)]
    rows = [(f"{board}, {name}", spread(rates, 0)) for name, rates in samples.items()]
    print_table(("random games", f"games/s, median of {rounds} (range)"), rows)
    must, aim = targets
    ratio = median(ratios)
    text = f"{spread(ratios, 0)} times the peer; at least {must:,}, aim {aim:,}"
    print(judged(text, reached=ratio >= must, aim_reached=ratio >= aim))


def rate(games: int, play: Callable[[], object]) -> float:
    """Return games a second of processor time."""
    begun = process_time()
    play()
    return games / (process_time() - begun)


if __name__ == "__main__":
    main()
