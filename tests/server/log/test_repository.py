"""What subscribers of a game receive, and when."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from noughts.server.games.repository import Games
from noughts.server.games.types import Play, Resign, SharedGame
from noughts.server.log.repository import Published
from tests.server.log.failing import ANN, begun

__all__ = ["ANN", "begun"]

pytestmark = pytest.mark.anyio
Message = Published[SharedGame]


async def play(games: Games, id_: str) -> SharedGame:
    """A game after one more move."""
    shared = await games.find(id_)
    square = shared.game.position.moves[0]
    return (await games.execute(id_, ANN, Play(shared.version, square), None)).after


async def test_nothing_is_received_of_a_command_that_is_refused(games: Games) -> None:
    id_ = await begun(games)
    received: list[Message] = []
    games.subscribe(id_, received.append)
    for _ in range(2):
        await games.execute(id_, ANN, Resign(1), "resign")
    assert len(received) == 1


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
async def test_at_random_all_receive_what_came_while_subscribed(games: Games, seed: int) -> None:
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
        assert [message.state for message in received] == expected
        versions = [message.append.version + 1 for message in received if message.append]
        assert versions == [state.version for state in expected]


async def test_who_subscribes_twice_receives_twice_and_ends_once_each(games: Games) -> None:
    id_ = await begun(games)
    received: list[Message] = []
    stops = [games.subscribe(id_, received.append) for _ in range(2)]
    for left in (2, 1, 0):
        received.clear()
        after = await play(games, id_)
        assert [message.state for message in received] == [after] * left
        if stops:
            stops.pop()()
