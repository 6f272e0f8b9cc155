"""Whether a server could start: its settings, its database and its port."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.cli.setup.findings import Finding, State
from noughts.core.errors import MissingExtra
from noughts.file_lock import locked

if TYPE_CHECKING:
    from noughts.server.settings import Settings


def check_server(database: str | None) -> Iterator[Finding]:
    """The findings about the server of this environment's settings."""
    try:
        from noughts.server.settings import read_settings  # noqa: PLC0415 - half a second
    except MissingExtra:
        yield Finding("server", State.NOTE, "not installed", 'pip install "noughts[web]" brings it')
        return
    settings = read_settings({"database": database}, os.environ)
    yield from _check_database(settings)
    yield _check_port(settings)


def _check_database(settings: Settings) -> Iterator[Finding]:
    from noughts.server.admin import current_step  # noqa: PLC0415
    from noughts.server.backends import database_file, server_url  # noqa: PLC0415
    from noughts.server.log.store import UnsuitableDatabase  # noqa: PLC0415

    url = server_url(settings)
    if url is None:
        file = database_file(settings)
        if not file.exists():
            yield Finding("database", State.OK, f"none yet; noughts serve will make {file}")
            return
        where = f"{file}, {file.stat().st_size / 1e6:,.1f} MB"
        yield _check_lock(file)
    else:
        from noughts.server.log.postgres import describe  # noqa: PLC0415

        where = describe(url)
    try:
        found = current_step(settings)
    except UnsuitableDatabase as error:
        yield Finding("database", State.BROKEN, str(error), "name another with --database")
    else:
        yield _step(where, found)


def _step(where: str, found: str) -> Finding:
    from noughts.server.log.migrate import LATEST  # noqa: PLC0415

    text = f"{where}, at step {found or '0'} of {LATEST}"
    if found > LATEST:
        return Finding("database", State.BROKEN, text, "a newer noughts made it: install that")
    if found < LATEST:
        return Finding("database", State.NOTE, text, "noughts admin migrate brings it up to date")
    return Finding("database", State.OK, text)


def _check_lock(file: Path) -> Finding:
    """Whether a server uses the database, as `web.storage.sqlite.reserved` says it does."""
    lock = file.resolve().with_name(f"{file.resolve().name}.lock")
    with ExitStack() as stack:
        try:
            if lock.exists():
                stack.enter_context(locked(stack.enter_context(lock.open("rb+")), timeout=0))
        except BlockingIOError:
            return Finding("lock", State.NOTE, "a server is using the database now")
    return Finding("lock", State.OK, "no server is using the database")


def _check_port(settings: Settings) -> Finding:
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        text = f"noughts serve cannot listen on {host} port {port}: {error.strerror}"
        return Finding(
            "port",
            State.NOTE,
            text,
            "unless that is your server: noughts serve --port 0, or --host",
        )
    return Finding("port", State.OK, f"{port} on {host} is free")
