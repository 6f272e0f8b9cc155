"""The application: the API, the pages, the middleware and the background jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any, get_args

import msgspec
import structlog
from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig
from msgspec import Struct

from noughts import __version__
from noughts.server.games import api as games_api
from noughts.server.games import schemas
from noughts.server.games.channel import GameChannels
from noughts.server.games.pages import GamePages
from noughts.server.games.repository import Games
from noughts.server.games.service import GameService
from noughts.server.games.types import Action, ClockSetting, React, Sit
from noughts.server.games.websocket import watch
from noughts.server.http import health, pages
from noughts.server.http.errors import answer_error
from noughts.server.http.identity import ContextDep, request_context
from noughts.server.http.limits import Limits
from noughts.server.http.middleware import guard
from noughts.server.http.requests import JsonRequest, PageRequest
from noughts.server.http.static_files import static_file
from noughts.server.learn import api as learn_api
from noughts.server.learn import pages as learn_pages
from noughts.server.learn.views import PuzzleAnswer
from noughts.server.log.ids import is_room_id
from noughts.server.log.nodes import Node
from noughts.server.log.replication import keep_up
from noughts.server.log.repository import EventLog, Repository, events_of
from noughts.server.log.store import Append, Store, StoreUnavailable
from noughts.server.log.transport import Transport
from noughts.server.metrics import Counters
from noughts.server.rooms.api import RoomsApi, room_actions
from noughts.server.rooms.channel import RoomChannels
from noughts.server.rooms.doors import RoomDoors
from noughts.server.rooms.pages import RoomPages
from noughts.server.rooms.repository import Rooms
from noughts.server.rooms.service import RoomService
from noughts.server.rooms.types import ROOM_ACTIONS, Open
from noughts.server.settings import Settings
from noughts.server.worker_pool import WorkerPool
from noughts.wording.language import current

log = structlog.get_logger()

_LARGEST_BODY = 16_384  # bytes; real requests take a few hundred at most
_SMALLEST_COMPRESSED = 800  # bytes: smaller responses fit into one packet anyway
_COMPRESSION = 6  # a page of 204 kB in 1.1 ms, 0.2 % larger than by the usual 9, in 3.0
_CLOSE = 3.0  # seconds for jobs and connections to end, and for the database, which may not answer

_PAUSE = timedelta(hours=1)  # between two looks for what has expired
_BATCH = 100  # logs
_RETRY = timedelta(days=1)  # until an unreadable log is checked again
_NEVER = timedelta(days=3_650)  # until a log that never expires is checked again

# Requests with further fields are refused.
_STRICT: set[type[Struct]] = {
    *(schemas.NewGame, ClockSetting, Sit, *get_args(Action), React, PuzzleAnswer),
    *(Open, *ROOM_ACTIONS.values()),
}

_DESCRIPTION = (
    "Games of noughts and crosses on boards of any size, and what the coach knows about them. "
    "The person who begins a game plays it, known by the cookie that the first response sets. "
    "Every error is a problem (RFC 9457)."
)

Job = Callable[[], Coroutine[None, None, None]]


class OpenAPIPage(OpenAPIRenderPlugin):
    """The API's description as a plain page, which loads nothing from other hosts."""

    def __init__(self, *, path: str) -> None:
        super().__init__(path=path)
        self._pages: dict[str, bytes] = {}  # by language; each takes 25 ms to make

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if current() not in self._pages:
            engine = request.app.template_engine
            assert engine is not None
            page: str = engine.get_template("http/api.html").render(
                schema=_with_messages(openapi_schema),
                page_title="API · Noughts and crosses",
                path="/api",
            )
            self._pages[current()] = page.encode()
        return self._pages[current()]


class Description(JsonRenderPlugin):
    """The API's description as JSON."""

    _content = b""  # it takes 6 ms to make

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if not self._content:
            self._content = self._render(request, openapi_schema)
        return self._content

    def _render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        # Litestar does not say that unknown fields are refused, and that a request needs no tag.
        for kind in _STRICT:
            described = openapi_schema["components"]["schemas"][kind.__name__]
            described["additionalProperties"] = False
            described["required"] = [n for n in described.get("required", ()) if n != "type"]
        return super().render(request, _with_messages(openapi_schema))


def _with_messages(openapi_schema: dict[str, Any]) -> dict[str, Any]:
    """Add the messages of the WebSocket, which OpenAPI itself cannot describe."""
    (sent, received), types = msgspec.json.schema_components(
        [schemas.ServerMessage, schemas.ClientMessage], ref_template="#/components/schemas/{name}"
    )
    components = openapi_schema["components"]
    described = dict(sorted({**types, **components["schemas"]}.items()))
    live = {"path": "/api/v1/games/{game}/live", "sent": sent, "received": received}
    return {**openapi_schema, "components": {**components, "schemas": described}, "x-live": live}


class Retention:
    """Checks the logs that are due, and deletes those that have expired."""

    def __init__(self, games: Games, rooms: Rooms, settings: Settings) -> None:
        self._games = games
        self._rooms = rooms
        self._log = games.log
        self._finished = _days(settings.keep_finished_days)
        self._idle = _days(settings.keep_idle_days)
        self._started = self._clock(), monotonic()

    async def run(self) -> None:
        """Delete what has expired, an hour after the start and every hour, until cancelled."""
        while True:
            await asyncio.sleep(_PAUSE.total_seconds())  # in which a wrong clock is put right
            try:
                count = await self.delete_expired()
                if count:
                    log.info("deleted expired games and rooms", count=count)
            except Exception as error:  # the server goes on, and this is retried
                log.warning("could not delete expired games and rooms", exc_info=error)

    async def delete_expired(self) -> int:
        """Check every log that is due; returns how many were deleted."""
        count = 0
        while ids := await self._log.store.due_ids(int(self._now().timestamp()), _BATCH):
            for id_ in ids:
                count += await self._check(id_)
        return count

    async def _check(self, id_: str) -> bool:
        """Delete a log if it has expired, or set when it is due next; True if it was deleted."""
        now = self._now()
        due = now + _RETRY
        try:
            appends = await self._log.store.load(id_)
        except StoreUnavailable as error:  # if the store is down, `due_ids` soon raises it too
            log.warning("a log cannot be read", game=id_, reason=str(error))
            appends = ()
        if appends:  # else it cannot be read, or another process has deleted it
            repository: Repository[Any] = self._rooms if is_room_id(id_) else self._games
            expires = self._expires(repository, appends)
            if expires <= now and await repository.delete(id_, appends[-1].version + 1):
                return True
            due = max(expires, now + _PAUSE)
        await self._log.store.set_due(id_, int(due.timestamp()))
        return False

    def _expires(self, repository: Repository[Any], appends: tuple[Append, ...]) -> datetime:
        """Return when a log expires; a damaged one does not, so that it can be repaired."""
        try:
            is_over = repository.is_over(repository.replay(events_of(appends)))
            last = datetime.fromisoformat(appends[-1].events[-1].at)
        except (ValueError, IndexError) as error:
            log.warning("a log is damaged", game=appends[0].id, reason=str(error))
            return self._now() + _NEVER
        return last + (self._finished if is_over else self._idle)

    def _now(self) -> datetime:
        """The time by the clock, but for what it has jumped ahead since the start.

        A jump back counts: it puts right a clock that was ahead, and only defers deletion.
        """
        clock, seconds = self._started
        return min(self._clock(), clock + timedelta(seconds=monotonic() - seconds))

    def _clock(self) -> datetime:
        return datetime.fromisoformat(self._log.now())


def first_check(settings: Settings) -> timedelta:
    """Return the least time from the first event of a log to its deletion."""
    return min(_days(settings.keep_finished_days), _days(settings.keep_idle_days))


def _days(days: float) -> timedelta:
    return timedelta(days=days) if days else _NEVER


_api = Router(
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
)


def create_app(settings: Settings, store: Store, transport: Transport | None = None) -> Litestar:
    """The application on a store, which it closes; with a transport, one of several nodes."""
    pool = WorkerPool(settings.think_seconds)
    events = EventLog(store, Counters(), first_check(settings), is_shared=transport is not None)
    games = Games(events, pool)
    live = GameChannels(games, settings.heartbeat_seconds, settings.fair_seconds)
    rooms = Rooms(events, games)
    room_live = RoomChannels(rooms, settings.heartbeat_seconds)
    limits = Limits(settings)
    doors = RoomDoors(settings.codes_per_hour, limits.games_today)
    room_service = RoomService(rooms, room_live, doors)
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

    return Litestar(
        route_handlers=[_api, *_PAGES, health.healthz, health.readyz],
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
        compression_config=CompressionConfig(
            "gzip",
            gzip_compress_level=_COMPRESSION,
            minimum_size=_SMALLEST_COMPRESSED,
            exclude=[games_api.STREAMED],
        ),
        template_config=TemplateConfig(
            instance=JinjaTemplateEngine.from_environment(pages.environment())
        ),
        openapi_config=OpenAPIConfig(
            title="Noughts and crosses",
            version=__version__,
            description=_DESCRIPTION,
            use_handler_docstrings=True,
            path="/api",
            render_plugins=[OpenAPIPage(path="/"), Description(path="/openapi.json")],
        ),
        state=State(
            {"end_connections": end_connections, "games": games, "live": live, "store": store}
        ),
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
