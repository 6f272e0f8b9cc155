"""Commands on games: what they did is viewed without reading the log again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import UNSET

from noughts.core import Mark
from noughts.server.games.channel import GameChannels
from noughts.server.games.reactions import Reacted, Reactions
from noughts.server.games.repository import Games
from noughts.server.games.schemas import NewGame
from noughts.server.games.service import GameService, StaleGame
from noughts.server.games.types import Play, React, Sit
from noughts.server.games.views import GameAudience
from noughts.server.http.limits import RateLimited
from noughts.server.live.subscribers import Subscriber
from noughts.server.log.errors import Refused
from noughts.server.log.repository import EventLog
from noughts.server.log.sqlite import SqliteStore
from noughts.server.worker_pool import WorkerPool
from tests.server.games.people import asking

pytestmark = pytest.mark.anyio


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[GameService]:
    store, pool = SqliteStore(tmp_path / "games.db"), WorkerPool(1.0)
    games = Games(EventLog(store), pool)
    yield GameService(games, GameChannels(games, 60, 60), pool, asking("ann"))
    await store.close()


async def test_a_command_from_the_latest_version_replays_nothing(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[int] = []
    find_at = Games.find_at

    async def counting(games: Games, id_: str, version: int) -> object:
        replayed.append(version)
        return await find_at(games, id_, version)

    monkeypatch.setattr(Games, "find_at", counting)
    id_ = await service.begin(NewGame(opponent=None))
    command = Play(1, 4, "command-1")
    view = await service.execute_and_view(id_, command)
    assert view.announcement.startswith("X takes b2.")
    assert replayed == []
    again = await service.execute_and_view(id_, command)
    assert (again.announcement, replayed) == (view.announcement, [1])
    with pytest.raises(StaleGame) as refused:
        await service.execute_and_view(id_, Play(1, 4, "command-2"))
    assert refused.value.game.version == view.version


async def test_other_nodes_hear_nothing_of_a_visitor_without_a_key(service: GameService) -> None:
    published: list[object] = []
    service.live.publish = published.append
    id_ = await service.begin(NewGame(opponent="friend"))
    with pytest.raises(Refused):
        await replace(service, context=asking("")).execute(id_, Play(1, 4))
    assert published == []
    with pytest.raises(Refused):
        await replace(service, context=asking("cat")).execute(id_, Play(1, 4))
    assert len(published) == 1


async def test_who_reads_the_page_without_a_connection_is_here(service: GameService) -> None:
    id_ = await service.begin(NewGame(opponent="friend", side="o", first="x"))
    for_ben = replace(service, context=asking("ben"))
    await for_ben.execute(id_, Sit())
    channel = await service.live.join(id_, Silent(GameAudience("ann")), None)
    assert channel.attendance.presence(await service.games.find(id_), Mark.X) != "here"
    await for_ben.view(id_)
    assert channel.attendance.presence(await service.games.find(id_), Mark.X) == "here"


async def test_a_reaction_is_shown_for_a_moment_and_stored_nowhere(service: GameService) -> None:
    seconds, published = [0.0], list[object]()
    for_ben = replace(service, context=asking("ben"))
    service.live.reactions = Reactions(lambda: seconds[0])
    service.live.publish = published.append
    id_ = await service.begin(NewGame(opponent="friend", side="x"))
    react = React("nice", "command-1")
    with pytest.raises(Refused, match="nobody here"):
        await service.react(id_, react)
    await for_ben.execute(id_, Sit())
    page = Silent(GameAudience("ben"))
    await service.live.join(id_, page, None)
    version = (await service.games.find(id_)).version
    await service.react(id_, react)
    sent = '{"type":"reaction","side":"x","reaction":"nice","command":"command-1"}'
    assert page.frames.count(sent) == 1
    assert Reacted(id_, Mark.X, "nice", "command-1") in published
    with pytest.raises(RateLimited):
        await service.react(id_, React("wow"))
    with pytest.raises(Refused, match="watching"):
        await replace(service, context=asking("cat")).react(id_, react)
    service.live.receive("other", Reacted(id_, Mark.O, "hmm", "command-2"))  # from another node
    assert '"hmm"' in page.frames[-1]
    seen = (await for_ben.view(id_)).reactions
    assert [each.reaction for each in seen or ()] == ["nice", "hmm"]
    seconds[0] = 6
    view = await for_ben.view(id_)
    assert (view.reactions, view.version) == (UNSET, version)
    await service.react(id_, react)
    assert [each.command for each in service.live.reactions.of(id_)] == ["command-1"]


class Silent(Subscriber[GameAudience]):
    """A connection whose frames nobody reads."""

    def __init__(self, audience: GameAudience) -> None:
        super().__init__(audience)
        self.frames: list[str] = []

    def send(self, frame: str) -> None:
        self.frames.append(frame)

    def end(self) -> None:
        pass

    def cut_off(self) -> None:
        pass
