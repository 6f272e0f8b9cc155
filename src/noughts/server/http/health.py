"""Health checks for load balancers."""

from __future__ import annotations

import asyncio

from litestar import MediaType, get
from litestar.datastructures import State

from noughts.core.errors import NoughtsError
from noughts.server.http.limits import UNLIMITED
from noughts.server.log.migrate import check_step
from noughts.server.log.store import StoreUnavailable
from noughts.wording.language import gettext as _

HEALTH = ("/healthz", "/readyz")
_TIMEOUT = 2.0  # seconds for the store
_NO_GAME = ""  # an id with an empty log


class Draining(NoughtsError):
    """A server that is shutting down: send it no requests."""

    status = 503


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False, opt=UNLIMITED)
async def healthz() -> str:
    """The process answers."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False, opt=UNLIMITED)
async def readyz(state: State) -> str:
    """The store can be read, no newer server has taken over, and this one is not shutting down."""
    if state.live.is_ending:
        raise Draining(_("The server is restarting"))
    try:
        async with asyncio.timeout(_TIMEOUT):
            check_step(await state.store.step())
            await state.store.load(_NO_GAME)
    except TimeoutError:
        raise StoreUnavailable(f"the games cannot be read within {_TIMEOUT:.0f} seconds") from None
    return "ok\n"
