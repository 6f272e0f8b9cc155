"""Proofs shared by the workers of a Dask cluster: a real scheduler and two worker processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from noughts import Limit, Rules, Unsolved, Value
from noughts.kernels import COMPILED
from noughts.solver import dask_crew, jobs
from noughts.solver.dask_crew import dask_cluster
from noughts.solver.prover import Prover, Unproved

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not COMPILED, reason="takes minutes with plain kernels"),
]

BOARD = Rules.parse("7x7:5")
LONG = Rules.parse("8x8:5")


@pytest.fixture(autouse=True)
def distributed() -> Any:
    """Dask's package, which takes a while to import, and only where it is installed."""
    return pytest.importorskip("distributed")


@pytest.fixture
def cluster(distributed: Any) -> Iterator[Any]:
    """A scheduler and two workers on this machine."""
    options = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "processes": True}
    with distributed.LocalCluster(**options, dashboard_address="127.0.0.1:0") as cluster:
        yield cluster


def test_two_workers_share_one_proof_after_another(cluster: Any) -> None:
    with dask_cluster(cluster.scheduler_address) as crew:
        for board in (Rules.parse("5x5:4"), BOARD):
            assert Prover(board).prove(Limit(seconds=120), crew=crew).value is Value.DRAW


def test_workers_that_are_killed_change_nothing(
    cluster: Any, distributed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_MOST", 1_000)  # so that they are killed amid many jobs
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        victims = list(client.run(os.getpid).values())
    prover = Prover(Rules.parse("11x8:6"))  # 36,000 nodes, which take three seconds alone

    def kill(prover: Prover) -> None:
        # At once: with no worker left, the scheduler keeps their jobs for the dead ones.
        while victims and prover.nodes > 2_000:
            os.kill(victims.pop(), signal.SIGKILL)

    with dask_cluster(cluster.scheduler_address) as crew:
        assert prover.prove(Limit(seconds=280), kill, crew).value is Value.DRAW
    assert victims == []


def test_a_lost_scheduler_ends_the_proof_in_words(cluster: Any) -> None:
    prover = Prover(LONG, entries=1 << 14)

    def close(prover: Prover) -> None:
        if prover.nodes:
            cluster.close()

    lost = pytest.raises(Unsolved, match="connection to the Dask scheduler was lost")
    with dask_cluster(cluster.scheduler_address) as crew, lost:
        prover.prove(Limit(seconds=60), close, crew)


def test_the_limit_keeps_what_the_workers_have_learnt(cluster: Any) -> None:
    prover = Prover(LONG, entries=1 << 14)
    with dask_cluster(cluster.scheduler_address) as crew, pytest.raises(Unproved) as raised:
        prover.prove(Limit(nodes=20_000), crew=crew)
    assert prover.nodes >= raised.value.progress.nodes > 0


def test_another_version_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_crew, "version", lambda _package: "0")
    refused = pytest.raises(Unsolved, match=r"and here it is 0$")
    with dask_cluster(cluster.scheduler_address) as crew, refused:
        Prover(LONG, entries=1 << 14).prove(crew=crew)


def test_an_address_without_a_scheduler() -> None:
    nobody = pytest.raises(Unsolved, match="no Dask scheduler answers at tcp:")
    with nobody, dask_cluster("tcp://127.0.0.1:1"):
        pass
