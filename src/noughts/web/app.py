"""The application: the API, the pages, the middleware and the background jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import structlog
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.stores.memory import MemoryStore
from litestar.template import TemplateConfig

from noughts.web.aggregates.games import Games
from noughts.web.aggregates.repository import EventLog
from noughts.web.aggregates.rooms import Rooms
from noughts.web.api.openapi import openapi
from noughts.web.api.routes import api
from noughts.web.api.sse import STREAMED
from noughts.web.cluster.node import Node, Replica
from noughts.web.cluster.transport import Transport
from noughts.web.counters import Counters
from noughts.web.live.game_channel import GameChannels
from noughts.web.live.room_channel import RoomChannels
from noughts.web.middleware.dependencies import dependencies
from noughts.web.middleware.errors import answer_error
from noughts.web.middleware.health import healthz, readyz
from noughts.web.middleware.rate_limits import ConnectionLimit, count_stores, limiters
from noughts.web.middleware.security_headers import check_origin
from noughts.web.middleware.tracing import bind_log_context
from noughts.web.pages.routes import PAGES
from noughts.web.pages.static_files import static, static_router
from noughts.web.services.games import GameService
from noughts.web.services.retention import Retention, first_check
from noughts.web.services.rooms import RoomService, wrong_code_limit
from noughts.web.settings import Settings
from noughts.web.storage.store import Store
from noughts.web.worker_pool import WorkerPool

_log = structlog.get_logger()

_LARGEST_BODY = 16_384  # bytes; real requests take a few hundred at most
_SMALLEST_COMPRESSED = 800  # bytes: smaller responses fit into one packet anyway
_SWEEP = 60.0  # seconds between two deletions of expired counts

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]
Job = Callable[[], Coroutine[None, None, None]]


def create_app(
    settings: Settings, store: Store, name: str = "", transport: Transport | None = None
) -> Litestar:
    """The application on a store, which it closes; with a transport, one of several nodes."""
    pool = WorkerPool(settings.think_seconds)
    log = EventLog(store, Counters(), first_check(settings), is_shared=transport is not None)
    games = Games(log, pool, settings.fair_seconds)
    live = GameChannels(games, settings.heartbeat_seconds, settings.fair_seconds)
    rooms = Rooms(log, games)
    room_live = RoomChannels(rooms, settings.heartbeat_seconds)
    retention = Retention(games, rooms, store, settings)
    jobs = [pool.warm_up, retention.run]
    if transport is not None:
        replicas = Replica(games, live), Replica(rooms, room_live)
        jobs.append(Node(name, transport, *replicas, log.counters).run)

    def end_connections() -> None:
        live.end()
        room_live.end()

    provided = dependencies(
        GameService(games, live, pool),
        RoomService(rooms, room_live, games, wrong_code_limit(settings.codes_per_minute)),
        ConnectionLimit(settings),
    )
    state = {"end_connections": end_connections, "games": games, "live": live, "store": store}
    return _litestar(settings, provided, State(state), jobs)


def _litestar(
    settings: Settings, provided: dict[str, Provide], state: State, jobs: Sequence[Job]
) -> Litestar:
    counts = count_stores()
    return Litestar(
        route_handlers=[api, *PAGES, healthz, readyz, static_router()],
        dependencies=provided,
        middleware=[bind_log_context, check_origin, *limiters(settings)],
        exception_handlers={Exception: answer_error},
        request_max_body_size=_LARGEST_BODY,
        compression_config=CompressionConfig(
            "gzip", minimum_size=_SMALLEST_COMPRESSED, exclude=[STREAMED]
        ),
        template_config=TemplateConfig(instance=_templates()),
        openapi_config=openapi(),
        stores={**counts},
        state=state,
        lifespan=[_lifespan(state.store, *jobs, partial(_delete_expired, counts))],
        logging_config=None,
    )


def _templates() -> JinjaTemplateEngine:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "pages" / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = static
    return JinjaTemplateEngine.from_environment(environment)


def _lifespan(store: Store, *jobs: Job) -> Lifespan:
    """Run background jobs until shutdown, then close the store."""

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(_log_failure(job)) for job in jobs]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await store.close()

    return lifespan


async def _log_failure(job: Job) -> None:
    try:
        await job()
    except Exception as error:  # the server goes on, and closes the store at the end
        _log.error("a background task failed", exc_info=error)


async def _delete_expired(counts: Mapping[str, MemoryStore]) -> None:
    """Delete expired counts of the rate limits, which the stores would otherwise keep."""
    while True:
        await asyncio.sleep(_SWEEP)
        for store in counts.values():
            await store.delete_expired()
