"""The application: the API, the pages and what stands around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import structlog
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.stores.memory import MemoryStore
from litestar.template import TemplateConfig

from noughts.web.api import api
from noughts.web.bus import MemoryBus
from noughts.web.codes import Tries
from noughts.web.desk import Desk
from noughts.web.doorman import Doorman
from noughts.web.expiry import Expiry, first_look
from noughts.web.games import Games
from noughts.web.hardening import check_origin
from noughts.web.health import healthz, readyz
from noughts.web.identity import known_key, visitor
from noughts.web.limits import count_stores, limiters
from noughts.web.live import Live
from noughts.web.node import Node
from noughts.web.pages import PAGES
from noughts.web.problems import answer_error
from noughts.web.reference import openapi
from noughts.web.room_api import caller
from noughts.web.room_desk import RoomDesk
from noughts.web.room_live import RoomLive
from noughts.web.room_pages import RoomPages
from noughts.web.rooms import Rooms
from noughts.web.settings import Settings
from noughts.web.static_files import static, static_router
from noughts.web.store import Store
from noughts.web.streams import STREAMED
from noughts.web.thinking import Thinker
from noughts.web.tracing import name_game
from noughts.web.visit import Visit
from noughts.web.wire import Wire

log = structlog.get_logger()

_LARGEST_BODY = 16_384  # bytes; the largest request there is takes a few hundred
_SMALLEST_COMPRESSED = 800  # bytes: less fits into one packet anyway
_SWEEP = 60.0  # seconds between two clearings of who asked how often

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def create_app(
    settings: Settings, store: Store, name: str = "", wire: Wire | None = None
) -> Litestar:
    """The application on a store, which it closes when it ends; with a wire, as a node of many."""
    thinker = Thinker(settings.think_seconds)
    bus = MemoryBus()
    games = Games(store, thinker, bus, settings.fair_seconds, first_look(settings))
    live = Live(games, bus, settings.heartbeat_seconds, settings.fair_seconds)
    desk = Desk(games, live, thinker)
    rooms = Rooms(games, store, bus, first_look(settings))
    room_live = RoomLive(rooms, settings.heartbeat_seconds)
    room_desk = RoomDesk(rooms, room_live, games, Tries(settings.codes_per_minute))
    expiry = Expiry(games, rooms, store, settings)
    works = [thinker.warm_up, expiry.run]
    if wire is not None:
        works.append(Node(name, wire, games, live, room_live).run)

    def end_lines() -> None:
        live.end()
        room_live.end()

    counts = count_stores()
    return Litestar(
        route_handlers=[api, *PAGES, RoomPages, healthz, readyz, static_router()],
        dependencies=_provided(desk, room_desk, Doorman(settings)),
        middleware=[name_game, check_origin, *limiters(settings)],
        exception_handlers={Exception: answer_error},
        request_max_body_size=_LARGEST_BODY,
        compression_config=CompressionConfig(
            "gzip", minimum_size=_SMALLEST_COMPRESSED, exclude=[STREAMED]
        ),
        template_config=TemplateConfig(instance=_templates()),
        openapi_config=openapi(),
        stores={**counts},
        state=State({"end_lines": end_lines, "games": games, "live": live, "store": store}),
        lifespan=[_lifespan(store, *works, partial(_sweep, counts))],
        logging_config=None,
    )


def _provided(desk: Desk, room_desk: RoomDesk, doorman: Doorman) -> dict[str, Provide]:
    """What handlers may ask for."""

    def visit(key: NamedDependency[str | None]) -> Visit:
        return Visit(desk, doorman, key)

    return {
        "desk": Provide(lambda: desk, sync_to_thread=False),
        "visit": Provide(visit, sync_to_thread=False),
        "room_desk": Provide(lambda: room_desk, sync_to_thread=False),
        "caller": Provide(caller, sync_to_thread=False),
        "key": Provide(known_key, sync_to_thread=False),
        "visitor": Provide(visitor, sync_to_thread=False),
    }


def _templates() -> JinjaTemplateEngine:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = static
    return JinjaTemplateEngine.from_environment(environment)


def _lifespan(store: Store, *works: Callable[[], Coroutine[None, None, None]]) -> Lifespan:
    """What is done beside answering, until the end."""

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(_attempt(work)) for work in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await store.close()

    return lifespan


async def _attempt(work: Callable[[], Coroutine[None, None, None]]) -> None:
    try:
        await work()
    except Exception as error:  # whatever it is, games go on, and the store is closed at the end
        log.error("something beside answering failed", exc_info=error)


async def _sweep(counts: Mapping[str, MemoryStore]) -> None:
    """Forget now and then who asked how often; the store by itself forgets only who asks again."""
    while True:
        await asyncio.sleep(_SWEEP)
        for store in counts.values():
            await store.delete_expired()
