"""Live streams without a WebSocket: server-sent events for pages, lines of JSON for programs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, ExitStack

from litestar import get
from litestar.openapi import ResponseSpec
from litestar.response import Stream

from noughts.web.api.parameters import After, GameId, problems
from noughts.web.live.channel import Channel
from noughts.web.live.frames import Audience, Show
from noughts.web.live.messages import GameFull
from noughts.web.live.subscriber import StreamSubscriber
from noughts.web.middleware.dependencies import ConnectionsDep, ContextDep, GamesDep
from noughts.web.middleware.identity import RequestContext
from noughts.web.middleware.rate_limits import ConnectionLimit
from noughts.web.services.games import GameService

STREAMED = "/live-events$|/stream$"  # paths whose responses must not be buffered by compression
EVENTS = "text/event-stream"
LINES = "application/x-ndjson"
_RETRY = "retry: 1000\n\n"  # milliseconds before a page reconnects

Join = Callable[[StreamSubscriber], Awaitable[Channel]]


@get("/games/{game:str}/live-events", include_in_schema=False)
async def live_events(
    game: GameId,
    game_service: GamesDep,
    connections: ConnectionsDep,
    context: ContextDep,
    after: After = None,
) -> Stream:
    """A game as you see it, live, for pages that cannot open a WebSocket."""
    sent = await _game_frames(game, game_service, connections, context, "views", after)
    return Stream(as_events(sent), media_type=EVENTS)


@get(
    "/games/{game:str}/stream",
    tags=("Games",),
    responses={
        200: ResponseSpec(GameFull, media_type=LINES, description="One message a line."),
        **problems(404, 429, 503),
    },
)
async def states(
    game: GameId, game_service: GamesDep, connections: ConnectionsDep, context: ContextDep
) -> Stream:
    """A game, live, for programs: `hello`, `gameFull`, then `gameState` whenever something happens.

    Each message, `presence` and `beat` included, is on a line of its own; `gameFull` is sent again
    when somebody takes a seat or a rematch begins.
    """
    sent = await _game_frames(game, game_service, connections, context, "states")
    return Stream((f"{frame}\n" async for frame in sent), media_type=LINES)


async def _game_frames(
    game: str,
    game_service: GameService,
    connections: ConnectionLimit,
    context: RequestContext,
    show: Show,
    after: int | None = None,
) -> AsyncIterator[str]:
    """The frames of a game; raises UnknownGame and RateLimited before anything is sent."""
    await game_service.find(game)
    connections.check(context.address)
    return frames(
        connections.admit(context.address),
        Audience(context.key, show),
        lambda subscriber: game_service.live.join(game, subscriber, after),
    )


async def frames(
    admission: AbstractContextManager[object], audience: Audience, join: Join
) -> AsyncIterator[str]:
    """Join a channel and yield its frames, until either end closes the connection.

    If the sending task is cancelled, nobody closes this generator: the channel is left when that
    task ends.
    """
    with ExitStack() as stack:
        stack.enter_context(admission)
        subscriber = StreamSubscriber(audience)
        channel = await join(subscriber)
        stack.callback(channel.leave, subscriber)
        subscriber.at_end(stack.pop_all().close)
    while (frame := await subscriber.next()) is not None:
        yield frame


async def as_events(frames: AsyncIterator[str]) -> AsyncIterator[str]:
    """Frames as server-sent events."""
    yield _RETRY
    async for frame in frames:
        yield f"data: {frame}\n\n"
