"""The store on SQLite: how it writes, and files that cannot be used."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from noughts.server.games.types import Began, Computer, Person
from noughts.server.log.sqlite import SqliteStore, database_step
from noughts.server.log.store import Append, StoreUnavailable, UnsuitableDatabase

NOW = "2026-01-02T03:04:05+00:00"
BEGAN = Append(
    "one", 0, (Began(".../.../... x 3", Person("ann"), Computer("easy"), NOW),), "begin", ("ann",)
)


FOREIGN = "the database holds something else: name another with --database"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def made(file: Path) -> Path:
    """A database with a game in it, which one connection made and another one wrote."""

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


def test_writing_waits_for_the_disk_and_blocks_no_reader(file: Path) -> None:
    found: list[tuple[object, ...]] = []

    def ask(connection: sqlite3.Connection, _record: object) -> None:
        """Of every connection, once it has done all it was to do."""
        pragmas = ("journal_mode", "synchronous")
        found.append(tuple(connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas))

    event.listen(Pool, "checkin", ask)
    try:
        made(file)
    finally:
        event.remove(Pool, "checkin", ask)
    full = 2
    assert found == [("wal", full)] * 2  # who made the tables; the writer


def test_a_folder_and_what_is_in_none_cannot_be_used(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "missing" / "games.db"):
        assert refusal(file).startswith(f"{file} cannot be used: ")


@pytest.mark.parametrize("content", [b"my diary\n" * 200, b"\0" * 5_000, b"SQLite format 3\0" * 99])
def test_a_file_of_another_format_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "diary"
    file.write_bytes(content)
    assert refusal(file).startswith(f"{file} cannot be used: ")
    assert file.read_bytes() == content


@pytest.mark.parametrize("step", [None, "0000", "1975ea83b712", "", "ae1027a6acf"])
def test_a_foreign_database_is_refused_and_left_alone(tmp_path: Path, step: str | None) -> None:
    """One without a step, or at a step that is not ours."""
    file = tmp_path / "recipes.db"
    execute(file, "CREATE TABLE recipes (name TEXT)")
    if step is not None:
        execute(file, "CREATE TABLE alembic_version (version_num TEXT)")
        execute(file, f"INSERT INTO alembic_version VALUES ('{step}')")
    content = file.read_bytes()
    assert refusal(file) == FOREIGN
    assert file.read_bytes()[100:] == content[100:]


def test_tables_without_a_step_or_at_an_unknown_one_are_refused(file: Path) -> None:
    made(file)
    execute(file, "UPDATE alembic_version SET version_num = '1975ea83b712'")
    assert refusal(file) == FOREIGN
    execute(file, "DELETE FROM alembic_version")
    assert refusal(file) == FOREIGN


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter on Windows")
def test_a_file_that_cannot_be_written_is_refused() -> None:
    """By the superuser neither, who would write it: so this is somebody else for a moment."""
    with tempfile.TemporaryDirectory() as name:  # not below a folder that only we may enter
        folder = Path(name)
        file = made(folder / "games.db")
        folder.chmod(0o555)
        file.chmod(0o444)
        is_superuser = os.geteuid() == 0
        if is_superuser:
            os.seteuid(65_534)  # nobody
        try:
            for each in (file, folder / "new.db"):
                assert refusal(each).startswith(f"{each} cannot be used: ")
        finally:
            if is_superuser:
                os.seteuid(0)
            folder.chmod(0o755)


def test_a_database_that_stays_locked_is_refused(file: Path) -> None:
    made(file)
    with patch("noughts.server.log.sqlite._BUSY", 0.01), closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert refusal(file).startswith(f"{file} cannot be used: ")
    assert database_step(file)  # nothing else is the matter with it


def test_a_database_that_is_locked_for_a_moment_is_waited_for(file: Path) -> None:
    execute(file, "PRAGMA user_version = 0")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        pauses: list[float] = []

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 3:
                other.rollback()

        with patch("noughts.server.log.sqlite.sleep", pause):
            made(file)
    assert len(pauses) == 3
    assert all(0 < seconds < 1 for seconds in pauses)


@pytest.mark.anyio
async def test_a_lock_of_another_process_is_reported_and_loses_nothing(file: Path) -> None:
    with patch("noughts.server.log.sqlite._BUSY", 0.01):
        store = SqliteStore(file)
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match=r"^the game cannot be saved: [^\n]+$"):
            await store.append(BEGAN)
        assert await store.load("one") == ()
        other.rollback()
        await store.append(BEGAN)
    assert len(await store.load("one")) == 1
    await store.close()


@pytest.mark.anyio
async def test_a_missing_table_is_reported(file: Path) -> None:
    store = SqliteStore(file)
    await store.append(BEGAN)
    execute(file, "DROP TABLE appends", "DROP TABLE listings")
    with pytest.raises(StoreUnavailable, match=r"^the game cannot be saved: [^\n]+$"):
        await store.append(Append("two", 0, BEGAN.events, "begin", ("ann",)))
    for reading in (store.load("one"), store.listed_ids("ann", 9)):
        with pytest.raises(StoreUnavailable, match=r"^the games cannot be read: [^\n]+$"):
            await reading
    await store.close()


@pytest.mark.anyio
@pytest.mark.parametrize(
    "events", ["", "{}", "[]", "[1]", '[{"type":"exploded"}]', '[{"type":"played","square":"a1"}]']
)
async def test_a_damaged_row_is_reported(file: Path, events: str) -> None:
    store = SqliteStore(file)
    await store.append(BEGAN)
    execute(file, f"UPDATE appends SET events = '{events}'")
    with pytest.raises(StoreUnavailable, match=r"^the games cannot be read: "):
        await store.load("one")
    await store.close()


def test_the_first_events_are_read_without_making_a_decoder() -> None:
    """Where two threads made one at once, msgspec 0.22 ended the process."""
    code = (
        "import sys, noughts.server.app; from noughts.server.log.events import decode_events; "
        "called = []; sys.setprofile(lambda frame, *_: called.append(frame.f_code.co_name)); "
        """decode_events('[{"type":"drawn","at":""}]'); sys.setprofile(None); """
        "assert set(called) <= {'<module>', 'decode_events'}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_several_processes_can_create_the_same_database_at_once(file: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from noughts.server.log.sqlite import SqliteStore; "
        "SqliteStore(Path(sys.argv[1]))"
    )
    programs = [
        subprocess.Popen([sys.executable, "-c", code, file], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [program.communicate()[1] for program in programs] == ["", "", ""]
