"""What every store must do; a new one is one more entry in STORES."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from noughts.core import Mark
from noughts.server.cluster.postgres import PostgresStore, migrate_database
from noughts.server.games.types import Began, Event, Person, Played, Resigned, SeriesScore, Undone
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append, Conflict, Store
from noughts.server.rooms.commands import Choose
from noughts.server.rooms.types import (
    Choices,
    Finished,
    Joined,
    Left,
    Opened,
    Result,
    RoundBegan,
    RoundRobinBegan,
    Way,
)
from tests.databases import new_database

pytestmark = pytest.mark.anyio

Open = Callable[[], Store]

NOW = "2026-01-02T03:04:05+00:00"
BEGAN = Began(".../.../... x 3", Person("ann"), Person("ben"), NOW, SeriesScore(1, 2, 3))


def postgres(request: pytest.FixtureRequest) -> Open:
    url = new_database(request.getfixturevalue("postgresql_server"))
    migrate_database(url)
    return lambda: PostgresStore(url)


STORES: dict[str, Callable[[pytest.FixtureRequest], Open]] = {
    "postgresql": postgres,
    "sqlite": lambda test: partial(SqliteStore, test.getfixturevalue("tmp_path") / "games.db"),
}


@pytest.fixture(params=sorted(STORES))
def opened(request: pytest.FixtureRequest) -> Open:
    """Opens the store; each call opens the same one."""
    return STORES[request.param](request)


@pytest.fixture
async def store(opened: Open) -> AsyncIterator[Store]:
    made = opened()
    yield made
    await made.close()


def first(game: str, *keys: str, command: str = "begin") -> Append:
    return Append(game, 0, (BEGAN,), command, keys)


def played(game: str, version: int, square: int, command: str | None = None) -> Append:
    return Append(game, version, (Played(square, NOW),), command or f"move-{version}-{square}")


async def append_all(store: Store, appends: Iterable[Append]) -> list[Append]:
    """Append all at once; returns those that succeeded."""
    tried = list(appends)
    answers = await asyncio.gather(*map(store.append, tried), return_exceptions=True)
    assert all(answer is None or isinstance(answer, Conflict) for answer in answers)
    return [append for append, answer in zip(tried, answers, strict=True) if answer is None]


async def refused(store: Store, append: Append) -> None:
    before = await store.load(append.id)
    with pytest.raises(Conflict):
        await store.append(append)
    assert await store.load(append.id) == before


async def test_appends_are_loaded_without_their_keys_and_for_no_other_game(store: Store) -> None:
    events: tuple[Event, ...] = (Played(4, NOW), Undone(1, NOW), Resigned(Mark.X, 'Ünïcøde "\\\n'))
    await store.append(first("one", "ann", "ben"))
    await store.append(Append("one", 1, events, "all"))
    assert await store.load("one") == (first("one"), Append("one", 1, events, "all"))
    for unknown in ("two", "", "ONE", "one ", "%", "o\0ne", "'; DROP TABLE appends; --"):
        assert await store.load(unknown) == (), unknown


async def test_all_servers_of_a_database_know_the_same_secret(
    store: Store, opened: Open, tmp_path: Path
) -> None:
    other, elsewhere = opened(), SqliteStore(tmp_path / "elsewhere.db")
    secrets = {await each.secret() for each in (store, other)}
    assert len(secrets) == 1
    assert await elsewhere.secret() not in secrets
    for each in (other, elsewhere):
        await each.close()


async def test_the_log_of_a_room_is_stored_like_that_of_a_game(store: Store) -> None:
    opening = Opened("ann", "secret", Choices("4x4:3", Way.ROUND_ROBIN, Choose().clock), at=NOW)
    began = RoundRobinBegan((0, 1), at=NOW), RoundBegan(((1, 0),), at=NOW)
    log = (
        Append("room", 0, (opening, Joined("ben", "Blue Cat", at=NOW)), "open"),
        Append("room", 2, began, "begin"),
        Append(
            "room", 4, (Finished(0, Result.DRAW, at=NOW), Left(0, is_removed=False, at=NOW)), "end"
        ),
    )
    for append in log:
        await store.append(append)
    assert await store.load("room") == log


async def test_all_ids_are_found_page_by_page(store: Store) -> None:
    ids = sorted(f"{number * 7919 % 1000:03}" for number in range(30))
    assert await store.ids_after("", 9) == ()
    for id_ in reversed(ids):
        await store.append(first(id_))
        await store.append(played(id_, 1, 4))
    found = [await store.ids_after("", 11)]
    while found[-1]:
        found.append(await store.ids_after(found[-1][-1], 11))
    assert [len(page) for page in found] == [11, 11, 8, 0]
    assert [id_ for page in found for id_ in page] == ids
    await store.delete(ids[3], 2)
    assert await store.ids_after(ids[2], 2) == (ids[4], ids[5])


async def test_appends_are_loaded_in_the_order_of_their_versions(store: Store) -> None:
    log = [first("one"), *(played("one", version, version % 9) for version in range(1, 120))]
    for append in log:
        await store.append(append)
    assert await store.load("one") == tuple(log)


async def test_many_logs_are_loaded_at_once(store: Store) -> None:
    for game in ("two", "one", "three"):
        await store.append(first(game, "ann"))
        await store.append(played(game, 1, 4))
    logs = await store.load_all(["two", "four", "one"])
    assert list(logs) == ["one", "two"]
    assert logs == {id_: await store.load(id_) for id_ in logs}
    assert await store.load_all([]) == {}


async def test_last_versions_has_the_games_that_exist(store: Store) -> None:
    for game in ("one", "two", "three"):
        await store.append(first(game))
    await store.append(Append("one", 1, (Played(0, NOW), Played(1, NOW)), "both"))
    await store.append(played("one", 3, 4))
    await store.append(played("two", 1, 4))
    assert await store.last_versions(["one", "two", "four"]) == {"one": 3, "two": 1}
    assert await store.last_versions([]) == {}


async def test_what_is_refused_leaves_nothing_in_a_log_or_a_list(store: Store) -> None:
    several = Append("one", 1, (Played(0, NOW), Played(1, NOW), Played(2, NOW)), "three")
    await store.append(first("one", "ann"))
    await store.append(several)
    await refused(store, played("one", 1, 5))
    await refused(store, Append("one", 1, (Played(5, NOW), Played(6, NOW)), "two"))
    for command in ("begin", "again"):
        await refused(store, first("one", "ann", "ben", command=command))
    assert await store.load("one") == (first("one"), several)
    assert await store.listed_ids("ann", 9) == ("one",)
    assert await store.listed_ids("ben", 9) == ()


async def test_a_list_holds_the_games_begun_last_latest_first(store: Store) -> None:
    for number in range(7):
        await store.append(first(f"game-{number}", "ann", *(["ben"] if number % 2 else [])))
    assert await store.listed_ids("ann", 3) == ("game-6", "game-5", "game-4")
    assert await store.listed_ids("ben", 30) == ("game-5", "game-3", "game-1")
    assert await store.listed_ids("ann", 0) == ()
    assert await store.listed_ids("ann", 2, "game-5") == ("game-4", "game-3")
    assert await store.listed_ids("ben", 9, "game-1") == ()
    await store.append(Append("game-3", 1, (Played(0, NOW),), "again", ("ann",)))
    assert await store.listed_ids("ann", 9, "game-3") == ("game-2", "game-1", "game-0")
    for elsewhere in ("game-2", "nothing", "%", "'"):
        assert await store.listed_ids("ben", 9, elsewhere) == ()
    for nobody in ("", "cat", "ANN", "%"):
        assert await store.listed_ids(nobody, 30) == (), nobody


async def test_a_game_leaves_one_list_and_is_there_all_the_same(store: Store) -> None:
    for id_ in ("one", "two"):
        await store.append(first(id_, "ann", "ben"))
    for _ in range(2):
        await store.unlist("one", "ann")
    await store.unlist("two", "cat")
    await store.unlist("nine", "ann")
    assert await store.listed_ids("ann", 9) == ("two",)
    assert await store.listed_ids("ben", 9) == ("two", "one")
    assert await store.load("one") == (first("one"),)


async def test_the_same_append_many_times_at_once_is_stored_once(store: Store) -> None:
    landed = await append_all(store, [first("one", "ann")] * 8)
    assert landed == [first("one", "ann")]
    assert await store.listed_ids("ann", 9) == ("one",)


@pytest.mark.parametrize("seed", range(3))
async def test_many_at_once_leave_just_the_appends_that_succeeded(store: Store, seed: int) -> None:
    """Every append that succeeded is there, no other, and no conflict was without a reason."""
    chance = Random(seed)
    games = [f"game-{number}" for number in range(12)]
    await append_all(store, [first(game, "ann") for game in games])
    landed: list[Append] = []
    for version in range(1, 9):
        tried = [
            played(game, version, chance.randrange(9), f"command-{chance.randrange(12)}")
            for game in games
            for _ in range(chance.randrange(5))
        ]
        chance.shuffle(tried)
        landed += await append_all(store, tried)
        for append in tried:
            log = await store.load(append.id)
            assert any(append.version == kept.version for kept in log) or any(
                append.command_id == kept.command_id for kept in log
            )
    for game in games:
        own = [append for append in landed if append.id == game]
        assert await store.load(game) == (first(game), *own)
    assert set(await store.listed_ids("ann", 99)) == set(games)


async def test_closing_waits_for_appends_under_way_and_reopening_finds_them(opened: Open) -> None:
    appends = [first(f"game-{number}", "ann") for number in range(200)]
    store = opened()
    under_way = asyncio.gather(*map(store.append, appends))
    await asyncio.sleep(0)  # now each is handed over
    await store.close()
    await under_way
    store = opened()
    for append in appends:
        assert await store.load(append.id) == (first(append.id),)
    assert len(await store.listed_ids("ann", 999)) == len(appends)
    await refused(store, first("game-7", command="again"))
    await store.append(played("game-7", 1, 5))
    await store.close()


async def test_a_game_is_due_at_the_time_of_its_first_append_until_set_anew(store: Store) -> None:
    """Be it in centuries."""
    for game, due in (("one", 300), ("two", 100), ("three", 200), ("four", 10**10)):
        await store.append(replace(first(game), due=due))
    assert await store.due_ids(99, 9) == ()
    assert await store.due_ids(200, 9) == ("two", "three")
    assert await store.due_ids(1_000, 2) == ("two", "three")
    await store.set_due("two", 2**33)
    assert await store.due_ids(1_000, 9) == ("three", "one")
    assert await store.due_ids(2**33, 9) == ("three", "one", "two")
    assert await store.due_ids(10**10, 9) == ("three", "one", "two", "four")


async def test_a_game_is_deleted_as_a_whole_and_no_other(store: Store) -> None:
    for game in ("one", "two"):
        await store.append(first(game, "ann"))
        await store.append(played(game, 1, 4))
    assert not await store.delete("one", 1)
    assert len(await store.load("one")) == 2
    assert await store.delete("one", 2)
    assert await store.load("one") == ()
    assert await store.listed_ids("ann", 9) == ("two",)
    assert await store.due_ids(10**9, 9) == ("two",)
    assert len(await store.load("two")) == 2
    await store.append(first("one", "ann"))
    assert await store.listed_ids("ann", 9) == ("one", "two")


async def test_an_append_to_a_game_deleted_elsewhere_conflicts(opened: Open, store: Store) -> None:
    for game in ("one", "two"):
        await store.append(first(game, "ann"))
    other = opened()
    assert await other.delete("one", 1)
    await other.close()
    late = [played("one", 1, 4), played("two", 1, 4)]
    assert await append_all(store, late) == late[1:]
    assert await store.load("one") == ()
    assert len(await store.load("two")) == 2
