"""The same stream without a WebSocket: as server-sent events for pages, as lines for programs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack

from litestar import get
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.response import Stream

from noughts.web.api.parameters import After, GameId, problems
from noughts.web.api.visit import Visit
from noughts.web.live.frames import Audience, Show
from noughts.web.live.messages import GameFull
from noughts.web.live.subscriber import StreamSubscriber
from noughts.web.middleware.connection_limits import address_of
from noughts.web.middleware.identity import AnyRequest

STREAMED = "/live-events$|/stream$"  # paths whose answers compression would hold back
_RETRY = "retry: 1000\n\n"  # milliseconds after which a page tries again
_LINES = "application/x-ndjson"


@get("/games/{game:str}/live-events", include_in_schema=False)
async def events(
    request: AnyRequest,
    game: GameId,
    visit: NamedDependency[Visit],
    after: After = None,
) -> Stream:
    """A game as you see it, live, for a page that cannot open a WebSocket."""
    await _check(request, game, visit)

    async def told() -> AsyncIterator[str]:
        yield _RETRY
        async for frame in _frames(request, game, visit, "views", after):
            yield f"data: {frame}\n\n"

    return Stream(told(), media_type="text/event-stream")


@get(
    "/games/{game:str}/stream",
    tags=("Games",),
    responses={
        200: ResponseSpec(GameFull, media_type=_LINES, description="One message a line."),
        **problems(404, 429, 503),
    },
)
async def states(
    request: AnyRequest,
    game: GameId,
    visit: NamedDependency[Visit],
) -> Stream:
    """A game, live, for programs: `hello`, `gameFull`, then `gameState` whenever something happens.

    There are `presence` and `beat` messages between, each on a line of its own; `gameFull` comes
    again when somebody sat down or a rematch began.
    """
    await _check(request, game, visit)

    async def told() -> AsyncIterator[str]:
        async for frame in _frames(request, game, visit, "states", None):
            yield f"{frame}\n"

    return Stream(told(), media_type=_LINES)


async def _check(request: AnyRequest, game: str, visit: Visit) -> None:
    """Refuse what can be refused before the first byte."""
    await visit.desk.games.find(game)
    with visit.doorman.admit(address_of(request)):
        pass


async def _frames(
    request: AnyRequest, game: str, visit: Visit, show: Show, after: int | None
) -> AsyncIterator[str]:
    """What is told, until either side ends; what it holds is let go without waiting.

    The task that sends may be ended while it sends: then nobody would close the generator.
    """
    with ExitStack() as stack:
        stack.enter_context(visit.doorman.admit(address_of(request)))
        reader = StreamSubscriber(Audience(visit.key, show))
        table = await visit.desk.live.join(game, reader, after)
        stack.callback(table.leave, reader)
        reader.at_end(stack.pop_all().close)
    while (frame := await reader.next()) is not None:
        yield frame
