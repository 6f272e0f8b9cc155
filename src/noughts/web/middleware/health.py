"""Health checks for load balancers: the process answers, and it can serve."""

from __future__ import annotations

import asyncio

from litestar import MediaType, get
from litestar.datastructures import State

from noughts.core.errors import NoughtsError
from noughts.web.live.game_channel import GameChannels
from noughts.web.storage.store import Store, StoreUnavailable

HEALTH = ("/healthz", "/readyz")
_TIMEOUT = 2.0  # seconds for the store
_NO_GAME = ""  # an id with an empty log


class Draining(NoughtsError):
    """The server is shutting down: send it no requests."""


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def healthz() -> str:
    """The process answers."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False)
async def readyz(state: State) -> str:
    """The store can be read, and the server is not shutting down."""
    live: GameChannels = state.live
    if live.is_ending:
        raise Draining("the server is about to end")
    await _read(state.store)
    return "ok\n"


async def _read(store: Store) -> None:
    try:
        async with asyncio.timeout(_TIMEOUT):
            await store.load(_NO_GAME)
    except TimeoutError:
        raise StoreUnavailable(f"the games cannot be read within {_TIMEOUT:.0f} seconds") from None
