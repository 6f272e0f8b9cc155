"""Our server as one or several nodes on one PostgreSQL."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from sqlalchemy import make_url

from _server import processes
from _server.processes import HERE, Running

sys.path.insert(0, str(HERE.parents[1]))  # before a package `tests` that some peer installs
from tests.databases import Postgres, Redis, execute, new_database, redis

_SETTINGS = ("server_version", "fsync", "synchronous_commit", "full_page_writes")


@dataclass(frozen=True)
class Services:
    """A PostgreSQL and a Redis, each at a Unix socket."""

    postgres: Postgres
    redis: Redis

    def __str__(self) -> str:
        """Their versions, and whether PostgreSQL's files are on a real disk."""
        version, *settings = (
            execute(self.postgres.url, f"SHOW {name}")[0][0] for name in _SETTINGS
        )
        shown = (f"{name} {value}" for name, value in zip(_SETTINGS[1:], settings, strict=True))
        return f"PostgreSQL {version} on {_file_system(self.postgres.folder)}, {', '.join(shown)}"


@contextmanager
def services(folder: Path) -> Iterator[Services]:
    """Run both services for as long as the block lasts."""
    with closing(Postgres()) as postgres, redis(folder) as bus:
        yield Services(postgres, bus)


@contextmanager
def nodes(behind: Services, count: int, bus: str | None = None) -> Iterator[Running]:
    """Run some nodes on a new database: over NOTIFY, unless another bus is named."""
    database = new_database(behind.postgres.url)
    flags = () if bus is None else (f"--bus={bus}",)
    used = [behind.postgres.process]
    if bus == behind.redis.url:
        assert behind.redis.process is not None
        used.append(psutil.Process(behind.redis.process.pid))
    with ExitStack() as stack:
        stack.callback(_drop, behind, database)
        running = [stack.enter_context(processes.noughts(database, *flags)) for _ in range(count)]
        yield Running(
            servers=tuple(process for each in running for process in each.servers),
            ports=tuple(port for each in running for port in each.ports),
            services=tuple(used),
        )


def _drop(behind: Services, database: str) -> None:
    """Delete a database, so that its vacuuming does not disturb the next measurement."""
    execute(behind.postgres.url, f"DROP DATABASE {make_url(database).database} WITH (FORCE)")


def _file_system(folder: str) -> str:
    """The type of a folder's file system."""
    mounted = [
        part
        for part in psutil.disk_partitions(all=True)
        if Path(folder).is_relative_to(part.mountpoint)
    ]
    return max(mounted, key=lambda part: len(part.mountpoint)).fstype if mounted else os.name
