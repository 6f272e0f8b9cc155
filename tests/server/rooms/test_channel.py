"""Who looks at a room, on this node and on others; who leaves looks for no game any more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from noughts.server.games.repository import Games
from noughts.server.live.presence import PresenceUpdate
from noughts.server.live.streams import StreamSubscriber
from noughts.server.log.repository import EventLog
from noughts.server.log.sqlite import SqliteStore
from noughts.server.rooms.channel import RoomAudience, RoomChannels
from noughts.server.rooms.commands import Join, Look
from noughts.server.rooms.repository import Rooms
from noughts.server.rooms.types import Choices
from noughts.server.worker_pool import WorkerPool

pytestmark = pytest.mark.anyio

ELSEWHERE, THIRD = "a node", "another node"


class Place:
    """A room of Ann's, who looks for a game at another node, while somebody looks on here."""

    def __init__(
        self, live: RoomChannels, code: str, subscriber: StreamSubscriber[RoomAudience]
    ) -> None:
        self.live = live
        self.code = code
        self.subscriber = subscriber

    def attend(self, node: str, lines: int) -> None:
        self.live.receive(node, PresenceUpdate(f"room-{self.code}", "ann", lines, lines))

    async def is_looking(self) -> bool:
        return bool((await self.live.repository.find(self.code)).looking)

    async def received(self, what: str) -> None:
        while f'"{what}"' not in (await self.subscriber.next() or ""):
            pass


@pytest.fixture
async def place(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Place]:
    """The room, where a heart beats every so many seconds."""
    store = SqliteStore(tmp_path / "games.db")
    log = EventLog(store)
    rooms = Rooms(log, Games(log, WorkerPool(1.0)))
    code = await rooms.open("owner", Choices(), None)
    await rooms.execute(code, "ann", Join())
    subscriber = StreamSubscriber(RoomAudience("owner"))
    place = Place(RoomChannels(rooms, request.param), code, subscriber)
    await place.live.join(code, subscriber)
    place.attend(ELSEWHERE, 1)
    await rooms.execute(code, "ann", Look())
    await place.received("people")
    await place.received("room")
    yield place
    assert not [each for family in log.counters.refused.collect() for each in family.samples]
    await store.close()


quiet = pytest.mark.parametrize("place", [60], indirect=True)
quick = pytest.mark.parametrize("place", [0.1], indirect=True)


@quiet
async def test_who_moves_on_from_a_node_that_ends_goes_on_looking_for_a_game(place: Place) -> None:
    place.live.lose(ELSEWHERE)
    assert "ann" in place.live.present(place.code)
    place.attend(THIRD, 1)
    place.attend(THIRD, 0)
    place.attend(THIRD, 1)
    await place.live.repository.execute(place.code, "ben", Join())
    await place.received("room")
    assert await place.is_looking()


@quick
async def test_who_does_not_come_back_from_a_node_that_ended_looks_no_more(place: Place) -> None:
    place.live.lose(ELSEWHERE)
    await place.received("room")
    assert not await place.is_looking()
    assert place.live.present(place.code) == {"owner"}


@quick
async def test_who_was_away_is_ready_again_as_soon_as_their_page_is_back(place: Place) -> None:
    place.live.lose(ELSEWHERE)
    await place.received("room")
    assert (await place.live.repository.find(place.code)).ready == ()
    place.attend(THIRD, 1)
    await place.received("room")
    assert len((await place.live.repository.find(place.code)).ready) == 1


@quick
async def test_who_leaves_without_being_a_member_is_refused_nothing(place: Place) -> None:
    await place.received("heartbeat")
    place.live.receive(ELSEWHERE, PresenceUpdate(f"room-{place.code}", "eve", 1, 1))
    place.live.receive(ELSEWHERE, PresenceUpdate(f"room-{place.code}", "eve", 0, 0))
    await place.received("heartbeat")
    assert await place.is_looking()


@quiet
async def test_somebody_who_only_looks_on_is_no_news_to_the_others(place: Place) -> None:
    stranger = StreamSubscriber(RoomAudience("stranger"))
    await place.live.join(place.code, stranger)
    await place.live.repository.execute(place.code, "ben", Join())
    assert '"room"' in (await place.subscriber.next() or "")
