"""Our server as one or several nodes on one PostgreSQL."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
from sqlalchemy import make_url

from _server import processes
from _server.processes import HERE, Running

sys.path.insert(0, str(HERE.parents[1]))  # before a package `tests` that some peer installs
from tests.databases import Postgres, execute, new_database

_SETTINGS = ("server_version", "fsync", "synchronous_commit", "full_page_writes")


def describe(postgres: Postgres) -> str:
    """Return the version of PostgreSQL, its settings, and whether its files are on a real disk."""
    version, *settings = (execute(postgres.url, f"SHOW {name}")[0][0] for name in _SETTINGS)
    shown = (f"{name} {value}" for name, value in zip(_SETTINGS[1:], settings, strict=True))
    return f"PostgreSQL {version} on {_file_system(postgres.folder)}, {', '.join(shown)}"


@contextmanager
def nodes(postgres: Postgres, count: int, *, is_routed: bool = False) -> Iterator[Running]:
    """Run some nodes on a new database."""
    database = new_database(postgres.url)
    with ExitStack() as stack:
        stack.callback(_drop, postgres, database)
        running = [stack.enter_context(processes.noughts(database)) for _ in range(count)]
        yield Running(
            servers=tuple(process for node in running for process in node.servers),
            ports=tuple(port for node in running for port in node.ports),
            services=(postgres.process,),
            is_routed=is_routed,
        )


def _drop(postgres: Postgres, database: str) -> None:
    """Delete a database, so that its vacuuming does not disturb the next measurement."""
    execute(postgres.url, f"DROP DATABASE {make_url(database).database} WITH (FORCE)")


def _file_system(folder: str) -> str:
    """Return the type of a folder's file system."""
    mounted = [
        part
        for part in psutil.disk_partitions(all=True)
        if Path(folder).is_relative_to(part.mountpoint)
    ]
    return max(mounted, key=lambda part: len(part.mountpoint)).fstype if mounted else os.name
