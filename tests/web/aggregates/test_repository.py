"""What subscribers of a game receive, and when."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest

from noughts import Mark
from noughts.online.games import Person, Play, Resign, SharedGame
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.repository import EventLog, Published
from noughts.web.storage.sqlite import SqliteStore
from noughts.web.worker_pool import WorkerPool

pytestmark = pytest.mark.anyio

ANN = Person("ann")
Message = Published[SharedGame]


@pytest.fixture
async def games(tmp_path: Path) -> AsyncIterator[Games]:
    store = SqliteStore(tmp_path / "games.db")
    yield Games(EventLog(store), WorkerPool(1.0))
    await store.close()


async def begun(games: Games) -> str:
    return await games.begin(games.begun(".../.../... x 3", dict.fromkeys(Mark, ANN)), "ann", None)


async def play(games: Games, id_: str) -> SharedGame:
    """A game after one more move."""
    shared = await games.find(id_)
    square = shared.game.position.moves[0]
    return (await games.execute(id_, Play(ANN, shared.version, square), None)).after


def states(received: list[Message]) -> list[SharedGame]:
    return [message.state for message in received]


async def test_subscribers_receive_each_change_of_their_game_alone_and_in_order(
    games: Games,
) -> None:
    id_, other = await begun(games), await begun(games)
    received: list[Message] = []
    games.subscribe(id_, received.append)
    expected = []
    for _ in range(5):
        expected.append(await play(games, id_))
        await play(games, other)
    assert states(received) == expected
    assert [message.append and message.append.version for message in received] == [*range(1, 6)]


async def test_nothing_is_kept_for_those_who_subscribe_later(games: Games) -> None:
    id_ = await begun(games)
    await play(games, id_)
    received: list[Message] = []
    games.subscribe(id_, received.append)
    assert received == []


async def test_nothing_is_received_of_a_command_that_is_refused(games: Games) -> None:
    id_ = await begun(games)
    received: list[Message] = []
    games.subscribe(id_, received.append)
    for _ in range(2):
        await games.execute(id_, Resign(ANN, 1), "resign")
    assert len(received) == 1


async def test_a_double_subscription_receives_twice_and_ends_once_each(games: Games) -> None:
    id_ = await begun(games)
    received: list[Message] = []
    stops = [games.subscribe(id_, received.append) for _ in range(2)]
    for left in (2, 1, 0):
        received.clear()
        after = await play(games, id_)
        assert states(received) == [after] * left
        if stops:
            stops.pop()()


async def test_subscriptions_may_begin_and_end_while_something_is_published(games: Games) -> None:
    id_ = await begun(games)
    received: list[str] = []
    stops: dict[str, Callable[[], None]] = {}

    def once(_: Message) -> None:
        received.append("once")
        stops["once"]()
        stops["late"] = games.subscribe(id_, lambda _: received.append("late"))

    stops["once"] = games.subscribe(id_, once)
    games.subscribe(id_, lambda _: received.append("always"))
    await play(games, id_)
    assert sorted(set(received) - {"late"}) == ["always", "once"]
    received.clear()
    await play(games, id_)
    assert sorted(received) == ["always", "late"]


@pytest.mark.parametrize("seed", range(3))
async def test_at_random_all_receive_what_happened_while_they_were_subscribed(
    games: Games, seed: int
) -> None:
    chance = Random(seed)
    ids = [await begun(games) for _ in range(12)]
    active: list[tuple[str, Callable[[], None], list[Message], list[SharedGame]]] = []
    ended = []
    for _ in range(100):
        id_ = chance.choice(ids)
        match chance.randrange(4):
            case 0:
                received: list[Message] = []
                active.append((id_, games.subscribe(id_, received.append), received, []))
            case 1 if active:
                ended.append(active.pop(chance.randrange(len(active))))
                ended[-1][1]()
            case _ if (await games.find(id_)).game.ending is None:
                after = await play(games, id_)
                for name, _, _, expected in active:
                    if name == id_:
                        expected.append(after)
    for _, _, received, expected in [*active, *ended]:
        assert states(received) == expected
