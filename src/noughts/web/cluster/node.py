"""One of several processes that share a database: what it tells the others, and hears."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic

import msgspec
import structlog

from noughts.web.aggregates.games import Games
from noughts.web.cluster.messages import (
    UNTOLD,
    Appended,
    Heartbeat,
    Message,
    NodeStopped,
    read,
    write,
)
from noughts.web.cluster.transport import Transport
from noughts.web.live.live import Live
from noughts.web.live.presence import PresenceQuery, PresenceUpdate
from noughts.web.live.room_live import RoomLive
from noughts.web.storage import queries
from noughts.web.storage.store import ROOM, Append
from noughts.web.tasks import Tasks, log_errors

log = structlog.get_logger()

_COMPARE = 10.0  # seconds between two looks whether the log has more than was heard
_BEAT = 5.0  # seconds between two signs of life
_SILENCE = 3.0  # beats without one, after which a node is given up


class Node:
    """Keeps the games in memory and the tables of one process at what other processes do."""

    def __init__(
        self, name: str, transport: Transport, games: Games, live: Live, room_live: RoomLive
    ) -> None:
        self._name = name
        self._transport = transport
        self._games = games
        self._rooms = room_live.rooms
        self._live = live
        self._room_live = room_live
        self._tasks = Tasks()
        self._heard_of: dict[str, float] = {}
        self._told = monotonic()  # when the last sign of life was
        self._is_behind = asyncio.Event()
        games.is_one_of_many = True
        live.join(self._tell)
        room_live.join(self._tell)

    async def run(self) -> None:
        """Tell and hear until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._transport.run(self._hear, self._on_connect))
            tasks.create_task(self._live_on())
            try:
                await self._compare()
            finally:  # while the transport is still connected
                self._tell(NodeStopped())
                await asyncio.shield(self._transport.close())

    def _tell(self, message: Message) -> None:
        self._transport.publish(write(self._name, message))

    def _hear(self, notice: str) -> None:
        try:
            for node, message in read(notice):
                if node != self._name:
                    self._hear_one(node, message)
                elif isinstance(message, Heartbeat):
                    self._games.counters.transport_latency.observe(monotonic() - self._told)
        except msgspec.DecodeError as error:  # of a newer program: the log has it
            log.warning("a message of another node cannot be read", reason=str(error))

    def _hear_one(self, node: str, message: Message) -> None:
        self._heard_of[node] = monotonic()
        match message:
            case Appended(game) if game.startswith(ROOM):
                heard = self._rooms.hear(game.removeprefix(ROOM), _append(message))
                self._tasks.start(log_errors(heard))
            case Appended(game, version):
                self._games.hear(_append(message), game, version)
            case PresenceUpdate(game) | PresenceQuery(game) if game.startswith(ROOM):
                self._room_live.hear(node, message)
            case PresenceUpdate() | PresenceQuery():
                self._live.hear(node, message)
            case NodeStopped():
                self._lose(node)

    def _on_connect(self) -> None:
        """The transport connected: messages may have been missed, and nodes may have stopped."""
        for node in tuple(self._heard_of):
            self._lose(node)
        self._games.doubt_all()
        self._rooms.doubt_all()
        self._live.tell_all()
        self._room_live.tell_all()
        self._is_behind.set()

    async def _live_on(self) -> None:
        while True:
            self._told = monotonic()
            self._tell(Heartbeat())
            await asyncio.sleep(_BEAT)
            patience = monotonic() - _BEAT * _SILENCE
            for node in [node for node, last in self._heard_of.items() if last < patience]:
                self._lose(node)

    def _lose(self, node: str) -> None:
        self._heard_of.pop(node, None)
        self._live.lose(node)
        self._room_live.lose(node)

    async def _compare(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_COMPARE):
                    await self._is_behind.wait()
            self._is_behind.clear()
            await log_errors(self._games.catch_up(self._live.watched()))
            await log_errors(self._rooms.catch_up())


def _append(kept: Appended) -> Append | None:
    """What is told to be kept; None if it was too long to be told."""
    if bytes(kept.events) == bytes(UNTOLD):
        return None
    events = queries.decode_events(bytes(kept.events))
    return Append(kept.game, kept.version, events, kept.command)
