"""The dependencies that handlers can declare, by the names of their parameters."""

from __future__ import annotations

from litestar.di import NamedDependency, Provide

from noughts.web.middleware.identity import RequestContext, request_context
from noughts.web.middleware.rate_limits import ConnectionLimit
from noughts.web.services.games import GameService
from noughts.web.services.rooms import RoomService

ContextDep = NamedDependency[RequestContext]
GamesDep = NamedDependency[GameService]
RoomsDep = NamedDependency[RoomService]
ConnectionsDep = NamedDependency[ConnectionLimit]


def dependencies(
    games: GameService, rooms: RoomService, connections: ConnectionLimit
) -> dict[str, Provide]:
    """The dependencies of the application.

    No name is that of a field of a request: its errors would be taken for the server's own.
    """
    return {
        "context": Provide(request_context, sync_to_thread=False),
        "game_service": Provide(lambda: games, sync_to_thread=False),
        "room_service": Provide(lambda: rooms, sync_to_thread=False),
        "connections": Provide(lambda: connections, sync_to_thread=False),
    }
