"""The store on SQLite: how it writes, and files that cannot be used."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from noughts.online.games import Began, Computer, Person
from noughts.web.storage.migrate import LATEST
from noughts.web.storage.sqlite import SqliteStore
from noughts.web.storage.store import Append, StoreUnavailable, UnsuitableDatabase

NOW = "2026-01-02T03:04:05+00:00"
BEGAN = Append(
    "one", 0, (Began(".../.../... x 3", Person("ann"), Computer("easy"), NOW),), "begin", ("ann",)
)


def made(file: Path) -> Path:
    """A database with a game in it."""

    async def run() -> None:
        store = SqliteStore(file)
        await store.append(BEGAN)
        await store.close()

    asyncio.run(run())
    return file


def execute(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def refusal(file: Path) -> str:
    with pytest.raises(UnsuitableDatabase) as caught:
        SqliteStore(file)
    (line,) = str(caught.value).splitlines()
    return line


def test_writing_waits_for_the_disk_and_blocks_no_reader(tmp_path: Path) -> None:
    found: list[tuple[object, ...]] = []
    wrote: list[object] = []

    def listen(connection: sqlite3.Connection, _record: object) -> None:
        """To all that is done over a connection, and so find the one that stores games."""

        def receive(statement: str) -> None:
            if statement.strip().startswith("INSERT INTO appends"):
                wrote.append(connection)

        connection.set_trace_callback(receive)

    def ask(connection: sqlite3.Connection, _record: object) -> None:
        """Of every connection, once it has done all it was to do."""
        pragmas = ("journal_mode", "synchronous")
        received = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
        found.append((*received, connection in wrote))

    event.listen(Pool, "connect", listen)
    event.listen(Pool, "checkin", ask)
    try:
        made(tmp_path / "games.db")
    finally:
        event.remove(Pool, "checkin", ask)
        event.remove(Pool, "connect", listen)
    full = 2
    assert found == [("wal", full, False), ("wal", full, True)]  # who made the tables; the writer


def test_a_folder_cannot_be_used(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} cannot be used: unable to open database file"


def test_a_missing_folder_cannot_be_used(tmp_path: Path) -> None:
    assert "unable to open database file" in refusal(tmp_path / "missing" / "games.db")


@pytest.mark.parametrize("content", [b"my diary\n" * 200, b"\0" * 5_000, b"SQLite format 3\0" * 99])
def test_a_file_of_another_format_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "diary"
    file.write_bytes(content)
    assert "is not a database" in refusal(file)
    assert file.read_bytes() == content


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.touch()
    made(file)


def test_a_foreign_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "recipes.db"
    execute(file, "CREATE TABLE recipes (name TEXT)")
    received = "the database holds something else: name another with --database"
    assert refusal(file) == received
    with closing(sqlite3.connect(file)) as connection:
        assert [name for (name,) in connection.execute("SELECT name FROM sqlite_master")] == [
            "recipes"
        ]


@pytest.mark.parametrize("step", [f"{int(LATEST) + 1:04}", "9999"])
def test_a_newer_database_asks_for_a_newer_program(tmp_path: Path, step: str) -> None:
    file = made(tmp_path / "games.db")
    execute(file, f"UPDATE alembic_version SET version_num = '{step}'")
    received = f"the database is at step {step}, this program knows {LATEST}: use a newer noughts"
    assert refusal(file) == received


@pytest.mark.parametrize("step", ["0000", "1975ea83b712", "", "ae1027a6acf"])
def test_a_database_at_an_unknown_step_is_foreign(tmp_path: Path, step: str) -> None:
    file = tmp_path / "other.db"
    execute(
        file,
        "CREATE TABLE alembic_version (version_num TEXT)",
        f"INSERT INTO alembic_version VALUES ('{step}')",
    )
    received = "the database holds something else: name another with --database"
    assert refusal(file) == received


def test_tables_without_a_step_are_refused(tmp_path: Path) -> None:
    file = made(tmp_path / "games.db")
    execute(file, "DELETE FROM alembic_version")
    assert refusal(file) == "the database holds something else: name another with --database"


@contextmanager
def powerless() -> Iterator[Path]:
    """A folder whose files may be read and not written, also by the superuser."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made(folder / "games.db")
        folder.chmod(0o555)
        (folder / "games.db").chmod(0o444)
        is_superuser = os.geteuid() == 0
        if is_superuser:
            os.seteuid(65_534)  # nobody
        try:
            yield folder
        finally:
            if is_superuser:
                os.seteuid(0)
            folder.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter on Windows")
def test_a_file_that_cannot_be_written_is_refused() -> None:
    with powerless() as folder:
        file = folder / "games.db"
        assert "readonly database" in refusal(file) or "unable to open" in refusal(file)
        assert "unable to open database file" in refusal(folder / "new.db")


def test_a_database_that_stays_locked_is_refused(tmp_path: Path) -> None:
    file = made(tmp_path / "games.db")
    with patch("noughts.web.storage.sqlite._BUSY", 0.01), closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert refusal(file) == f"{file} cannot be used: database is locked"


def test_a_database_that_is_locked_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    execute(file, "PRAGMA user_version = 0")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        pauses: list[float] = []

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 3:
                other.rollback()

        with patch("noughts.web.storage.sqlite.sleep", pause):
            made(file)
    assert len(pauses) == 3
    assert all(0 < seconds < 1 for seconds in pauses)


def unavailable(file: Path, spoil: Callable[[], object]) -> list[str]:
    """The errors of reading and writing once an open database was damaged."""

    async def run() -> list[str]:
        store = SqliteStore(file)
        await store.append(BEGAN)
        spoil()
        received = []
        another = Append("two", 0, BEGAN.events, "begin", ("ann",))
        try:
            for action in (store.append(another), store.load("one"), store.listed_ids("ann", 9)):
                with pytest.raises(StoreUnavailable) as caught:
                    await action
                (line,) = str(caught.value).splitlines()
                received.append(line)
        finally:
            await store.close()
        return received

    return asyncio.run(run())


def test_a_lock_of_another_process_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.db"

    async def run() -> None:
        with patch("noughts.web.storage.sqlite._BUSY", 0.01):
            store = SqliteStore(file)
        with closing(sqlite3.connect(file)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable, match=r"^the game cannot be saved: .* locked$"):
                await store.append(BEGAN)
            assert await store.load("one") == ()
            other.rollback()
            await store.append(BEGAN)
        assert len(await store.load("one")) == 1
        await store.close()

    asyncio.run(run())


def test_a_missing_table_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "games.db"

    def spoil() -> None:
        execute(file, "DROP TABLE appends", "DROP TABLE listings")

    kept, *read = unavailable(file, spoil)
    assert kept == "the game cannot be saved: no such table: appends"
    assert [line.split(":")[0] for line in read] == ["the games cannot be read"] * 2


@pytest.mark.parametrize(
    "events", ["", "{}", "[]", "[1]", '[{"type":"exploded"}]', '[{"type":"played","square":"a1"}]']
)
def test_a_damaged_row_is_reported(tmp_path: Path, events: str) -> None:
    file = made(tmp_path / "games.db")
    execute(file, f"UPDATE appends SET events = '{events}'")

    async def run() -> None:
        store = SqliteStore(file)
        with pytest.raises(StoreUnavailable, match=r"^the games cannot be read: "):
            await store.load("one")
        await store.close()

    asyncio.run(run())


OPEN = "import sys; from pathlib import Path; from noughts.web.storage.sqlite import SqliteStore; "


@pytest.mark.slow
def test_several_processes_can_create_the_same_database_at_once(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    code = f"{OPEN}SqliteStore(Path(sys.argv[1]))"
    programs = [
        subprocess.Popen([sys.executable, "-c", code, file], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [program.communicate()[1] for program in programs] == ["", "", ""]
