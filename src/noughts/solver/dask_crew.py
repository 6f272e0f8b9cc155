"""A crew on other machines: the workers of a Dask cluster (extra `noughts[dask]`)."""

from __future__ import annotations

import logging
import platform
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.metadata import version
from time import monotonic
from typing import TYPE_CHECKING

from noughts.core.errors import Unsolved
from noughts.core.extras import extra
from noughts.kernels.compilation import COMPILED
from noughts.solver.crew import Crew, stop_search

if TYPE_CHECKING:
    from distributed import Client

_CONNECT_SECONDS = 10
_BETWEEN_LOOKS = 1.0  # seconds between looks at which workers there are

_LOST = "the connection to the Dask scheduler was lost"


@contextmanager
def dask_cluster(address: str) -> Iterator[Crew]:
    """Yield the workers of the scheduler at an address, also those that come and go meanwhile.

    Raises MissingExtra, and Unsolved if no scheduler answers.
    """
    with extra("dask"):
        from distributed import Client  # 0.5 s
        from distributed.scheduler import KilledWorker
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what is wrong is said in one line
    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Unsolved(f"no Dask scheduler answers at {address}") from error
    try:
        yield DaskCrew(client, KilledWorker)
    finally:
        client.close(timeout=2)


class DaskCrew(Crew):
    """The workers of a cluster; each does one job at a time, however many threads it has.

    The job of a worker that dies is lost, which does no harm: the search asks again for whatever
    it needs.
    """

    broken = (OSError, TimeoutError, RuntimeError)
    reason = _LOST

    def __init__(self, client: Client, lost: type[BaseException]) -> None:
        super().__init__(stop=self._stop)
        self._client = client
        self.lost = (lost,)
        self._workers: dict[str, Executor] = {}
        self._look_at = 0.0

    def executors(self) -> Sequence[Executor]:
        if self._client.status != "running":
            raise Unsolved(_LOST)
        if monotonic() >= self._look_at:
            here = set(self._client.scheduler_info(n_workers=-1)["workers"])
            fresh = here - self._workers.keys()
            if fresh:
                self._check(sorted(fresh))
            for address in self._workers.keys() - here:
                del self._workers[address]
            for address in sorted(fresh):
                self._workers[address] = self._client.get_executor(workers=[address], pure=False)
            self._look_at = monotonic() + _BETWEEN_LOOKS
        return list(self._workers.values())

    def _check(self, addresses: list[str]) -> None:
        own = versions()
        answers = self._client.run(versions, workers=addresses, on_error="return")
        for address, facts in answers.items():
            if isinstance(facts, ImportError):
                raise Unsolved(f"noughts is not installed at the worker {address}")
            if isinstance(facts, dict) and facts != own:
                name = next(name for name in own if facts.get(name) != own[name])
                raise Unsolved(
                    f"the worker {address} has {name} {facts.get(name)}, and here it is {own[name]}"
                )

    def _stop(self, search: int) -> None:
        if self._client.status == "running":
            self._client.run(_stop_soon, search, wait=False, on_error="ignore")


async def _stop_soon(search: int) -> None:
    """Stop the search; a coroutine, since Dask waits for the answers of functions."""
    stop_search(search)


def versions() -> dict[str, str]:
    """Return what has to be the same here and at the workers."""
    return {
        "noughts": version("noughts"),
        "kernels": "compiled" if COMPILED else "not compiled",
        "distributed": version("distributed"),
        "Python": ".".join(platform.python_version_tuple()[:2]),
    }
