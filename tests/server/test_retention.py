"""What is deleted when, on a real database and with a fake clock."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from noughts import Mark, Rules
from noughts.server.games.repository import Games, UnknownGame
from noughts.server.games.types import Person, Play, Resign, Seat
from noughts.server.log.repository import EventLog
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append, StoreUnavailable
from noughts.server.retention import Retention, first_check
from noughts.server.rooms.commands import Close, Join
from noughts.server.rooms.repository import Rooms, UnknownRoom
from noughts.server.rooms.types import Choices
from noughts.server.settings import Settings
from noughts.server.worker_pool import WorkerPool
from tests.server.client import visiting
from tests.serving import serving

pytestmark = pytest.mark.anyio

ANN = Person("ann")
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
YEARS = timedelta(days=3_653)
AHEAD = """
import sys
from datetime import UTC, datetime, timedelta
from noughts.server.log import events

events.now = lambda: (datetime.now(UTC) + timedelta(days=3_653)).isoformat()
from noughts.cli.main import main

sys.exit(main())
"""
SETTINGS = Settings(keep_finished_days=90, keep_idle_days=30)


class Place:
    """Games on a store, with a fake clock, which may be wrong."""

    def __init__(self, file: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time, self.error = BEGINNING, timedelta(0)
        monkeypatch.setattr("noughts.server.retention.monotonic", self.seconds)
        self._settings = settings
        self.store = SqliteStore(file)
        log = EventLog(self.store, first_check=first_check(settings), now=self.now)
        self.games = Games(log, WorkerPool(1.0))
        self.rooms = Rooms(log, self.games)
        self.retention = self.start()

    def start(self) -> Retention:
        return Retention(self.games, self.rooms, self._settings)

    def now(self) -> str:
        return (self.time + self.error).isoformat()

    def seconds(self) -> float:
        return (self.time - BEGINNING).total_seconds()

    async def begin(self) -> str:
        seats: dict[Mark, Seat] = dict.fromkeys(Mark, ANN)
        began = self.games.begun(Rules().start().notation, seats)
        return await self.games.begin(began, "ann", None)

    async def after(self, days: float) -> int:
        """Delete what has expired after some days; returns how many."""
        self.time = BEGINNING + timedelta(days=days)
        return await self.retention.delete_expired()

    async def is_gone(self, game: str) -> bool:
        try:
            await self.games.find(game)
        except UnknownGame:
            assert await self.store.load(game) == ()
            assert game not in await self.store.listed_ids("ann", 99)
            return True
        return False


@pytest.fixture
async def place(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Place]:
    settings = getattr(request, "param", SETTINGS)
    made = Place(tmp_path / "games.db", settings, monkeypatch)
    yield made
    await made.store.close()


async def test_an_idle_game_is_deleted_after_its_days_a_finished_one_later(place: Place) -> None:
    idle, played, finished = [await place.begin() for _ in range(3)]
    await place.games.execute(finished, ANN, Resign(1), None)
    assert await place.after(29.9) == 0
    await place.games.execute(played, ANN, Play(1, 4), None)
    assert await place.after(30.1) == 1
    assert await place.is_gone(idle)
    assert not await place.is_gone(played)
    assert await place.after(59.8) == 0
    assert await place.after(60) == 1
    assert await place.is_gone(played)
    assert await place.after(89) == 0
    assert await place.after(91) == 1
    assert await place.is_gone(finished)


async def test_a_room_is_deleted_after_its_days_and_a_closed_one_later(place: Place) -> None:
    idle, used, closed = [await place.rooms.open("ann", Choices(), None) for _ in range(3)]
    await place.rooms.execute(closed, "ann", Close())
    assert await place.after(29.9) == 0
    await place.rooms.execute(used, "ben", Join())
    assert await place.after(30.1) == 1
    with pytest.raises(UnknownRoom):
        await place.rooms.find(idle)
    assert (await place.rooms.find(used)).present == (0,)
    assert await place.after(89) == 1  # the one that was used
    assert (await place.rooms.find(closed)).is_closed
    assert await place.after(91) == 1


@pytest.mark.parametrize(
    "place", [Settings(keep_finished_days=0, keep_idle_days=0)], indirect=True, ids=["0 days"]
)
async def test_zero_days_are_for_ever(place: Place) -> None:
    await place.begin()
    assert await place.after(3_000) == 0


async def test_a_game_that_goes_on_while_it_is_checked_stays(place: Place) -> None:
    game = await place.begin()
    await place.games.execute(game, ANN, Play(1, 4), None)
    assert not await place.games.delete(game, 1)
    assert not await place.is_gone(game)
    assert await place.games.delete(game, 2)
    assert await place.is_gone(game)


async def test_a_damaged_or_unreadable_log_is_kept_and_blocks_no_other(
    tmp_path: Path, place: Place
) -> None:
    damaged, torn, whole = [await place.begin() for _ in range(3)]
    (began,) = (await place.store.load(damaged))[0].events
    await place.store.append(Append(damaged, 1, (began,), "again"))
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        connection.execute("UPDATE appends SET events = '[' WHERE game = ?", (torn,))
        connection.execute("UPDATE games SET due = 0 WHERE game = ?", (torn,))
    assert await place.after(1_000) == 1
    assert await place.is_gone(whole)
    assert len(await place.store.load(damaged)) == 2
    with pytest.raises(StoreUnavailable):
        await place.store.load(torn)


async def test_a_log_that_another_process_just_deleted_is_not_damaged(place: Place) -> None:
    game = await place.begin()
    due_ids = place.store.due_ids

    async def due_and_gone(now: int, count: int) -> tuple[str, ...]:
        found = await due_ids(now, count)
        await place.store.delete(game, 1)
        return found

    place.store.due_ids = due_and_gone  # type: ignore[method-assign]
    with capture_logs() as logged:
        assert await place.after(31) == 0
    assert logged == []


class Hours:
    """Lets an hour of the retention pass when it is told to."""

    def __init__(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        self._place = place
        self._asleep: asyncio.Queue[float] = asyncio.Queue()
        self._awake: asyncio.Queue[None] = asyncio.Queue()
        monkeypatch.setattr(asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self._asleep.put_nowait(seconds)
        await self._awake.get()

    async def fall_asleep(self) -> None:
        assert await self._asleep.get() == 3_600

    async def pass_one(self) -> None:
        self._place.time += timedelta(hours=1)
        self._awake.put_nowait(None)
        await self.fall_asleep()


RunHours = Callable[[], Awaitable[Hours]]


@pytest.fixture
async def run(place: Place, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunHours]:
    """Start the retention; returns the hours that it then lets pass."""
    tasks = []

    async def start() -> Hours:
        hours = Hours(place, monkeypatch)
        tasks.append(asyncio.create_task(place.start().run()))
        await hours.fall_asleep()
        return hours

    yield start
    for task in tasks:
        task.cancel()


async def test_nothing_is_deleted_in_the_first_hour_in_which_a_clock_may_be_put_right(
    place: Place, run: RunHours
) -> None:
    game = await place.begin()
    place.error = YEARS
    hours = await run()
    assert not await place.is_gone(game)
    place.error = timedelta(0)
    await hours.pass_one()
    assert not await place.is_gone(game)


async def test_a_clock_that_jumps_ahead_deletes_nothing(place: Place, run: RunHours) -> None:
    game = await place.begin()
    hours = await run()
    place.error = YEARS
    for _ in range(2):
        await hours.pass_one()
        assert not await place.is_gone(game)
    place.time += timedelta(days=30)
    await hours.pass_one()
    assert await place.is_gone(game)


@pytest.mark.slow
def test_a_server_that_starts_with_a_clock_ahead_keeps_its_games(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database) as server, visiting(server.address) as visitor:
        game = visitor.begin(opponent=None)["id"]
    with (
        serving(database, program=(sys.executable, "-c", AHEAD)) as server,
        visiting(server.address) as visitor,
    ):
        year = (datetime.now(UTC) + YEARS).year
        for _ in range(200):  # it used to be gone after some of them
            visitor.get(f"games/{game}")
        visitor.begin(opponent=None)
    with closing(sqlite3.connect(database)) as connection:
        found = [events for (events,) in connection.execute("SELECT events FROM appends")]
    assert len(found) == 2
    assert any(f'"at":"{year}' in events for events in found)


@pytest.mark.slow
async def test_many_games_are_deleted_at_once(place: Place) -> None:
    games = await asyncio.gather(*(place.begin() for _ in range(250)))
    assert await place.after(31) == 250
    assert await place.is_gone(games[0])
    assert await place.after(32) == 0
