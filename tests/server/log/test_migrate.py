from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from noughts.core import Ending, Mark, Termination
from noughts.core.offer import Offer
from noughts.server.games.evolve import replay
from noughts.server.games.types import SeriesScore
from noughts.server.log.events import RENAMED, decode_events, encode_events, logged
from noughts.server.log.migrate import LATEST, migrate, step
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import metadata
from noughts.server.rooms import evolve as rooms
from noughts.server.rooms.types import Choices, Naming

GOLDEN = Path(__file__).parents[2] / "golden"
EVENTS, DATABASES = GOLDEN / "events", GOLDEN / "databases"

pytestmark = pytest.mark.anyio


def test_the_steps_make_the_tables_the_program_knows_and_once_made_they_stay() -> None:
    for before in ("", (DATABASES / "0001.sql").read_text(), (DATABASES / "0004.sql").read_text()):
        engine = create_engine("sqlite://")
        with engine.begin() as connection:
            driver: Any = connection.connection.driver_connection
            driver.executescript(before)
            migrate(connection)
            assert step(connection) == LATEST
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
            made = connection.exec_driver_sql("PRAGMA schema_version").scalar()
            migrate(connection)
            assert connection.exec_driver_sql("PRAGMA schema_version").scalar() == made
        engine.dispose()


@pytest.mark.parametrize("step_before", ["0004", "0006", LATEST])
async def test_a_log_of_before_is_read_by_the_names_of_today(
    tmp_path: Path, step_before: str
) -> None:
    """A file that the program wrote when `undone` was `took-back`; two names look like events.

    It went on to write so where a newer one had migrated its database meanwhile.
    """
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((DATABASES / "0004.sql").read_text())
        database.execute("UPDATE alembic_version SET version_num = ?", (step_before,))
        database.commit()
    store = SqliteStore(file)
    logs = await store.load_all(await store.ids_after("", 9))
    await store.close()
    events = [[event for append in log for event in append.events] for log in logs.values()]
    series, claimed, timed, undone, called_off = map(replay, events[:5])
    room = rooms.replay(events[5])
    assert (series.version, series.round, series.score) == (13, 2, SeriesScore(o=1, drawn=1))
    assert claimed.names == ('"type":"took-back"', 'Sly "type":"left" Fox')
    assert undone.offer == (Offer.UNDO, Mark.X)
    assert [game.game.ending for game in (series, claimed, timed, called_off)] == [
        Ending(Termination.RESIGNATION, Mark.O),
        Ending(Termination.ABANDONED, Mark.X),
        Ending(Termination.TIME, Mark.O),
        Ending(Termination.ABANDONED),
    ]
    assert room.choices == Choices(board="4x4:3", naming=Naming.TYPED)
    assert [(each.is_gone, each.is_removed, each.bars) for each in room.members] == [
        (True, False, ""),
        (True, True, "abc"),
    ]
    assert room.is_closed
    if step_before != LATEST:
        with closing(sqlite3.connect(file)) as database:
            text = "".join(events for (events,) in database.execute("SELECT events FROM appends"))
        assert [old for old in RENAMED if old in text] == []
        assert [new for new in RENAMED.values() if new not in text] == []


def test_events_change_with_a_step_only(pytestconfig: pytest.Config) -> None:
    """A program refuses to start on a later step; at its own it must be able to read every event.

    A new kind of event, or a field, needs a step, be it an empty one: then --accept-transcripts
    writes its file.
    """
    file = EVENTS / f"{LATEST}.txt"
    events = [f"{name} {json.dumps(event)}" for name, event in logged_events().items()]
    if pytestconfig.getoption("--accept-transcripts") and not file.exists():
        file.write_text("\n".join(events) + "\n")
    assert file.read_text().splitlines() == events, "events have changed: add a migration step"


def test_logs_of_the_latest_step_are_read_and_written_byte_for_byte() -> None:
    """The file has each kind of event, with each value of every field that has only a few."""
    lines = (EVENTS / f"{LATEST}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [encode_events(decode_events(line)) for line in lines] == lines
    kinds = {type(event) for line in lines for event in decode_events(line)}
    assert kinds == {*get_args(logged())}


def logged_events() -> dict[str, Any]:
    """What can be in a log, by the names of types: their fields, without descriptions."""
    schema = msgspec.json.schema(tuple[logged(), ...])  # type: ignore[misc]
    types: dict[str, Any] = schema["$defs"]
    return {
        name: {part: each[part] for part in ("properties", "required", "enum") if part in each}
        for name, each in types.items()
    }
