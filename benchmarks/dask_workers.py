"""Proofs shared by two workers of a Dask cluster: nodes beside one search, and workers that die.

A scheduler and two worker processes on this machine. First 7x7:5 with several seeds, alone and
shared, which must take at most 1.5 times the nodes. Then 9x4:4 while a worker is killed every ten
seconds, which must give the same value.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
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
    compare_nodes(1 if options.quick else 8)
    kill_workers(Rules.parse("7x7:5" if options.quick else "9x4:4"))


@contextmanager
def two_workers() -> Iterator[Any]:
    """A cluster on this machine."""
    options = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "processes": True}
    with import_module("distributed").LocalCluster(**options, dashboard_address=None) as cluster:
        yield cluster


def compare_nodes(seeds: int) -> None:
    """7x7:5 alone and shared, by the same seeds."""
    board = Rules.parse("7x7:5")
    alone = sum(prove(board, seed=seed).nodes for seed in range(seeds))
    with two_workers() as cluster, dask_cluster(cluster.scheduler_address) as crew:
        shared = sum(Prover(board, seed).prove(crew=crew).nodes for seed in range(seeds))
    ratio = shared / alone
    text = f"{board}, {seeds} seeds: {shared:,} nodes, alone {alone:,}: {ratio:.2f} times as many"
    print(judged(text, reached=ratio <= MOST_NODES, aim_reached=ratio <= AIM))


def kill_workers(board: Rules) -> None:
    """The value of a board while workers die."""
    kills = 0
    began = killed_at = monotonic()
    with two_workers() as cluster, dask_cluster(cluster.scheduler_address) as crew:

        def kill_one(_prover: Prover) -> None:
            nonlocal kills, killed_at
            if monotonic() >= killed_at + BETWEEN_KILLS and (found := process_ids(cluster)):
                os.kill(found[kills % len(found)], signal.SIGKILL)
                kills, killed_at = kills + 1, monotonic()

        proof = Prover(board).prove(report=kill_one, crew=crew)
    wanted = Value.WIN if str(board) == "9x4:4" else Value.DRAW
    seconds = monotonic() - began
    text = f"{board}: {proof.value.name}, {proof.nodes:,} nodes, {kills} kills in {seconds:.0f} s"
    print(judged(text, reached=proof.value is wanted))


def process_ids(cluster: Any) -> list[int]:
    """The workers' process ids."""
    with import_module("distributed").Client(cluster.scheduler_address) as client:
        found = client.run(os.getpid, on_error="ignore")
    return sorted(found.values())


if __name__ == "__main__":
    main()
