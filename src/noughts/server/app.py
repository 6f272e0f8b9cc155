"""The application: the API, the pages, the middleware and the background jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import structlog
from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide

from noughts.server.cluster.nodes import Node
from noughts.server.cluster.replication import keep_up
from noughts.server.cluster.transport import Transport
from noughts.server.games import api as games_api
from noughts.server.games.channel import GameChannels
from noughts.server.games.pages import GamePages
from noughts.server.games.repository import Games
from noughts.server.games.service import GameService
from noughts.server.games.websocket import watch
from noughts.server.http import crawlers, health, pages, site_files
from noughts.server.http.errors import answer_error
from noughts.server.http.identity import ContextDep, request_context
from noughts.server.http.limits import Limits
from noughts.server.http.middleware import guard
from noughts.server.http.requests import JsonRequest, PageRequest
from noughts.server.http.static_files import static_file
from noughts.server.learn import api as learn_api
from noughts.server.learn import pages as learn_pages
from noughts.server.log.repository import EventLog
from noughts.server.log.store import Store
from noughts.server.metrics import Counters
from noughts.server.openapi import openapi_config
from noughts.server.retention import Retention, first_check
from noughts.server.rooms.api import RoomsApi, room_actions
from noughts.server.rooms.channel import RoomChannels
from noughts.server.rooms.doors import RoomDoors
from noughts.server.rooms.pages import RoomPages
from noughts.server.rooms.repository import Rooms
from noughts.server.rooms.service import RoomService
from noughts.server.settings import Settings
from noughts.server.worker_pool import WorkerPool

log = structlog.get_logger()

_LARGEST_BODY = 16_384  # bytes; real requests take a few hundred at most
_COMPRESSION = CompressionConfig(
    "gzip",
    gzip_compress_level=6,  # a page of 204 kB in 1.1 ms, 0.2 % larger than by the usual 9, in 3.0
    minimum_size=500,  # bytes: of a smaller file little is saved
    exclude=[games_api.STREAMED, site_files.ADDRESSES],
)
_CLOSE = 3.0  # seconds for jobs and connections to end, and for the database, which may not answer

Job = Callable[[], Coroutine[None, None, None]]

_API = Router(
    "/api/v1",
    route_handlers=[
        games_api.GamesApi,
        *games_api.game_actions,
        learn_api.PositionsApi,
        learn_api.PuzzlesApi,
        RoomsApi,
        *room_actions,
        watch,
        games_api.stream,
    ],
    request_class=JsonRequest,
)

_PAGES = (
    *(GamePages, RoomPages),
    *(learn_pages.LearnPages, learn_pages.AnalysisPages, learn_pages.PuzzlePages),
    *(pages.choose_language, pages.offline, pages.service_worker, static_file),
    *(crawlers.favicon, crawlers.robots_txt, crawlers.sitemap_xml),
)


def create_app(settings: Settings, store: Store, transport: Transport | None = None) -> Litestar:
    """Return the application on a store, which it closes; with a transport, a node of several."""
    pool = WorkerPool(settings.think_seconds)
    events = EventLog(store, Counters(), first_check(settings), is_shared=transport is not None)
    games = Games(events, pool)
    rooms = Rooms(events, games)
    live = GameChannels(games, settings.heartbeat_seconds, settings.fair_seconds)
    room_live = RoomChannels(rooms, settings.heartbeat_seconds)
    limits = Limits(settings)
    doors = RoomDoors(settings.codes_per_hour, limits.games_today)
    room_service = RoomService(rooms, room_live, doors)
    site = {} if not settings.site else site_files.read_site(Path(settings.site))
    jobs: list[Job] = [pool.warm_up, Retention(games, rooms, settings).run]
    if transport is None:  # `noughts admin purge` may delete what is in memory
        jobs.append(partial(keep_up, (games, rooms), asyncio.Event()))
    else:
        jobs.append(Node(transport, live, room_live).run)

    def game_service(context: ContextDep) -> GameService:
        return GameService(games, live, pool, context)

    def end_connections() -> None:
        live.end()
        room_live.end()

    state = {"end_connections": end_connections, "games": games, "live": live, "store": store}
    return Litestar(
        route_handlers=[
            *(_API, *_PAGES, health.healthz, health.readyz),
            *([site_files.site_handler(site)] if site else ()),
        ],
        # No name is that of a field of a request: its errors would be taken for the server's own.
        dependencies={
            "context": Provide(request_context, sync_to_thread=False),
            "service": Provide(game_service, sync_to_thread=False),
            "room_service": _always(room_service),
            "room_visit": Provide(room_service.enter),
            "limits": _always(limits),
            "pool": _always(pool),
        },
        middleware=[partial(guard, allowed_hosts=settings.hosts)],
        guards=[limits.count_request],
        exception_handlers={Exception: partial(answer_error, limits)},
        request_class=PageRequest,
        request_max_body_size=_LARGEST_BODY,
        compression_config=_COMPRESSION,
        template_config=pages.template_config(
            site_files.offline(site), is_private=settings.is_private
        ),
        openapi_config=openapi_config(),
        state=State(state),
        lifespan=[partial(_running, jobs, live, store)],
        logging_config=None,
    )


def _always(value: object) -> Provide:
    return Provide(lambda: value, sync_to_thread=False)


@asynccontextmanager
async def _running(
    jobs: Iterable[Job], live: GameChannels, store: Store, _app: Litestar
) -> AsyncIterator[None]:
    """Run background jobs until shutdown, then end what is under way, and close the store."""
    tasks = [asyncio.create_task(_log_failure(job)) for job in jobs]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        connections = asyncio.create_task(live.tasks.wait())
        await asyncio.wait([*tasks, connections], timeout=_CLOSE)  # a computer may think longer
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE):
                await store.close()


async def _log_failure(job: Job) -> None:
    try:
        await job()
    except Exception as error:  # the server goes on, and closes the store at the end
        log.error("a background task failed", exc_info=error)
