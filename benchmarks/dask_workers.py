"""Proofs shared by two workers of a Dask cluster: nodes beside one search, and workers that die.

A scheduler and two worker processes on this machine. First 8x7:5 with several seeds, alone and
shared, which must take at most 1.5 times the nodes. Then 9x4:4 and 8x7:5 in turn for five minutes,
in which a worker is killed every ten seconds: each must come to its value.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import cycle
from time import monotonic
from typing import Any

from _bench import arguments_of, judged, print_machine
from noughts import Rules, Value, prove
from noughts.kernels import COMPILED, DESCRIPTION
from noughts.solver.dask_crew import dask_cluster
from noughts.solver.prover import Prover

MOST_NODES = 1.5  # times those of one search
AIM = 1.2
BETWEEN_KILLS = 10.0  # seconds
KILLING = 300.0  # seconds
VALUES = {Rules.parse("9x4:4"): Value.WIN, Rules.parse("8x7:5"): Value.DRAW}


def main() -> None:
    """Measure and report."""
    options = arguments_of("Proofs shared by two workers of a Dask cluster.").parse_args()
    if not COMPILED:
        sys.exit("the kernels are not compiled here: the figures would say nothing")
    try:
        import_module("distributed")
    except ImportError:
        sys.exit("distributed is not installed here: run `make bench`")
    print_machine(DESCRIPTION)
    compare_nodes(1 if options.quick else 4)
    kill_workers(2 * BETWEEN_KILLS if options.quick else KILLING)


@contextmanager
def two_workers() -> Iterator[Any]:
    """Yield a cluster on this machine."""
    options = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "processes": True}
    with import_module("distributed").LocalCluster(**options, dashboard_address=None) as cluster:
        yield cluster


def compare_nodes(seeds: int) -> None:
    """Compare 8x7:5 alone and shared, by the same seeds."""
    board = Rules.parse("8x7:5")
    alone = sum(prove(board, seed=seed).nodes for seed in range(seeds))
    with two_workers() as cluster, dask_cluster(cluster.scheduler_address) as crew:
        shared = sum(Prover(board, seed).prove(crew=crew).nodes for seed in range(seeds))
    ratio = shared / alone
    text = f"{board}, {seeds} seeds: {shared:,} nodes, alone {alone:,}: {ratio:.2f} times as many"
    print(judged(text, reached=ratio <= MOST_NODES, aim_reached=ratio <= AIM))


def kill_workers(seconds: float) -> None:
    """Compare the values of boards while workers die."""
    killer = Killer()
    began = monotonic()
    with two_workers() as cluster, dask_cluster(cluster.scheduler_address) as crew:
        for number, (board, value) in enumerate(cycle(VALUES.items())):
            if monotonic() >= began + seconds:
                break
            prover = Prover(board, seed=number // len(VALUES))
            proof = prover.prove(report=lambda _: killer.kill_if_due(cluster), crew=crew)
            text = f"{board}: {proof.value.name}, {proof.nodes:,} nodes, {killer.kills} kills"
            print(judged(text, reached=proof.value is value))


class Killer:
    """A killer of one worker of a cluster every ten seconds."""

    def __init__(self) -> None:
        self.kills = 0
        self.due = monotonic() + BETWEEN_KILLS

    def kill_if_due(self, cluster: Any) -> None:
        if monotonic() >= self.due and (ids := process_ids(cluster)):
            os.kill(ids[self.kills % len(ids)], signal.SIGKILL)
            self.kills += 1
            self.due = monotonic() + BETWEEN_KILLS


def process_ids(cluster: Any) -> list[int]:
    """Return the workers' process ids."""
    with import_module("distributed").Client(cluster.scheduler_address) as client:
        ids = client.run(os.getpid, on_error="ignore")
    return sorted(ids.values())


if __name__ == "__main__":
    main()
