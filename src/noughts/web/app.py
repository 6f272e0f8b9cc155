"""The application: the API, the pages, the middleware and the background jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial

import structlog
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.plugins.jinja import JinjaTemplateEngine
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
from noughts.web.middleware.health import answer_when_cut, healthz, readyz
from noughts.web.middleware.rate_limits import ConnectionLimit, RequestLimits
from noughts.web.middleware.security_headers import check_origin
from noughts.web.middleware.tracing import bind_log_context
from noughts.web.pages.languages import template_globals
from noughts.web.pages.markup import environment
from noughts.web.pages.routes import PAGES
from noughts.web.pages.static_files import static, static_file
from noughts.web.services.games import GameService
from noughts.web.services.retention import Retention, first_check
from noughts.web.services.rooms import RoomService, wrong_code_limit
from noughts.web.settings import Settings
from noughts.web.storage.store import Store
from noughts.web.tasks import log_errors
from noughts.web.worker_pool import WorkerPool

_log = structlog.get_logger()

_LARGEST_BODY = 16_384  # bytes; real requests take a few hundred at most
_SMALLEST_COMPRESSED = 800  # bytes: smaller responses fit into one packet anyway
_COMPRESSION = 6  # a page of 204 kB in 1.1 ms, 0.2 % larger than by the usual 9, in 3.0
_PURGED = 10.0  # seconds between two looks for deleted games
_CLOSE = 3.0  # seconds for jobs to end and the database to close; it may not answer

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]
Job = Callable[[], Coroutine[None, None, None]]


def create_app(settings: Settings, store: Store, transport: Transport | None = None) -> Litestar:
    """The application on a store, which it closes; with a transport, one of several nodes."""
    pool = WorkerPool(settings.think_seconds)
    log = EventLog(store, Counters(), first_check(settings), is_shared=transport is not None)
    games = Games(log, pool, settings.fair_seconds)
    live = GameChannels(games, settings.heartbeat_seconds, settings.fair_seconds)
    rooms = Rooms(log, games)
    room_live = RoomChannels(rooms, settings.heartbeat_seconds)
    retention = Retention(games, rooms, store, settings)
    jobs = [pool.warm_up, retention.run]
    if transport is None:
        jobs.append(partial(_notice_purges, games, rooms))
    else:
        replicas = Replica(games, live), Replica(rooms, room_live)
        jobs.append(Node(transport, *replicas, log.counters).run)

    def end_connections() -> None:
        live.end()
        room_live.end()

    limits = RequestLimits(settings)
    provided = dependencies(
        GameService(games, live, pool),
        RoomService(rooms, room_live, games, wrong_code_limit(settings.codes_per_minute)),
        ConnectionLimit(settings, limits.moves),
    )
    state = {"end_connections": end_connections, "games": games, "live": live, "store": store}
    return _litestar(settings, limits, provided, State(state), jobs)


def _litestar(
    settings: Settings,
    limits: RequestLimits,
    provided: dict[str, Provide],
    state: State,
    jobs: Sequence[Job],
) -> Litestar:
    return Litestar(
        route_handlers=[api, *PAGES, healthz, readyz, static_file],
        dependencies=provided,
        middleware=[bind_log_context, check_origin(settings.hosts), answer_when_cut],
        guards=[limits.check],
        exception_handlers={Exception: answer_error},
        request_max_body_size=_LARGEST_BODY,
        compression_config=CompressionConfig(
            "gzip",
            gzip_compress_level=_COMPRESSION,
            minimum_size=_SMALLEST_COMPRESSED,
            exclude=[STREAMED],
        ),
        template_config=TemplateConfig(instance=_templates()),
        openapi_config=openapi(),
        state=state,
        lifespan=[_lifespan(state.store, *jobs)],
        logging_config=None,
    )


def _templates() -> JinjaTemplateEngine:
    found = environment()
    found.globals |= {"static": static, **template_globals()}
    return JinjaTemplateEngine.from_environment(found)


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
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSE):
                    await asyncio.wait(tasks)
                    await store.close()

    return lifespan


async def _log_failure(job: Job) -> None:
    try:
        await job()
    except Exception as error:  # the server goes on, and closes the store at the end
        _log.error("a background task failed", exc_info=error)


async def _notice_purges(*repositories: Games | Rooms) -> None:
    """Drop what `noughts admin purge` deletes; nodes of a cluster compare more with the log."""
    while True:
        await asyncio.sleep(_PURGED)
        for repository in repositories:
            await log_errors(repository.catch_up())
