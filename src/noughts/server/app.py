"""The application: the API, the pages, the middleware and the background jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
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
from noughts.language import current
from noughts.server.counters import Counters
from noughts.server.games.api import STREAMED, GamesApi, game_actions, states
from noughts.server.games.channel import GameChannels
from noughts.server.games.pages import GamePages
from noughts.server.games.repository import Games
from noughts.server.games.schemas import ClientMessage, NewGame, ServerMessage
from noughts.server.games.service import GameService
from noughts.server.games.types import Action, Sit
from noughts.server.games.websocket import watch
from noughts.server.http.api import JsonRequest
from noughts.server.http.errors import answer_error
from noughts.server.http.health import answer_when_cut, healthz, readyz
from noughts.server.http.identity import request_context
from noughts.server.http.language import LanguagePages, template_globals
from noughts.server.http.limits import ConnectionLimit, RequestLimits
from noughts.server.http.pages import environment
from noughts.server.http.security_headers import check_origin
from noughts.server.http.static_files import OfflinePages, static, static_file
from noughts.server.http.tracing import bind_log_context
from noughts.server.learn.api import PositionsApi, PuzzlesApi
from noughts.server.learn.pages import AnalysisPages, LearnPages, PuzzlePages, tutorial_file
from noughts.server.learn.views import PuzzleAnswer
from noughts.server.log.ids import is_room_id
from noughts.server.log.nodes import Node, Replica
from noughts.server.log.repository import EventLog, events_of
from noughts.server.log.store import Append, Store, StoreUnavailable
from noughts.server.log.transport import Transport
from noughts.server.rooms.api import RoomsApi, room_actions
from noughts.server.rooms.channel import RoomChannels
from noughts.server.rooms.pages import RoomPages
from noughts.server.rooms.repository import Rooms, kind_of
from noughts.server.rooms.service import RoomService, wrong_code_limit
from noughts.server.rooms.types import ROOM_ACTIONS, Open
from noughts.server.settings import Settings
from noughts.server.tasks import log_errors
from noughts.server.worker_pool import WorkerPool

# Requests with further fields are refused.
_STRICT: set[type[Struct]] = {
    *(NewGame, Sit, *get_args(Action), PuzzleAnswer),
    *(Open, *ROOM_ACTIONS.values()),
}

_DESCRIPTION = (
    "Games of noughts and crosses on boards of any size, and what the coach knows about them. "
    "The person who begins a game plays it, known by the cookie that the first response sets. "
    "Every error is a problem (RFC 9457)."
)


class OpenAPIPage(OpenAPIRenderPlugin):
    """The API's description as a plain page, which loads nothing from other hosts."""

    def __init__(self, *, path: str) -> None:
        super().__init__(path=path)
        self._pages: dict[str, bytes] = {}  # by language; each takes 25 ms to make

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if current() not in self._pages:
            self._pages[current()] = self._page(request, openapi_schema)
        return self._pages[current()]

    def _page(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        engine = request.app.template_engine
        assert engine is not None
        context = {
            "schema": _with_messages(openapi_schema),
            "page_title": "API · Noughts and crosses",
        }
        page: str = engine.get_template("http/api.html").render(**context, path="/api")
        return page.encode()


class Description(JsonRenderPlugin):
    """The API's description as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        # Litestar does not say that unknown fields are refused, and that a request needs no tag.
        for kind in _STRICT:
            described = openapi_schema["components"]["schemas"][kind.__name__]
            described["additionalProperties"] = False
            described["required"] = [n for n in described.get("required", ()) if n != "type"]
        return super().render(request, _with_messages(openapi_schema))


def _with_messages(openapi_schema: dict[str, Any]) -> dict[str, Any]:
    """Add the messages of the WebSocket, which OpenAPI itself cannot describe."""
    (sent, received), types = msgspec.json.schema_components(
        [ServerMessage, ClientMessage], ref_template="#/components/schemas/{name}"
    )
    components = openapi_schema["components"]
    schemas = dict(sorted({**types, **components["schemas"]}.items()))
    live = {"path": "/api/v1/games/{game}/live", "sent": sent, "received": received}
    return {**openapi_schema, "components": {**components, "schemas": schemas}, "x-live": live}


def openapi() -> OpenAPIConfig:
    """The configuration of `/api` and `/api/openapi.json`."""
    return OpenAPIConfig(
        title="Noughts and crosses",
        version=__version__,
        description=_DESCRIPTION,
        use_handler_docstrings=True,
        path="/api",
        render_plugins=[OpenAPIPage(path="/"), Description(path="/openapi.json")],
    )


api = Router(
    "/api/v1",
    route_handlers=[
        GamesApi,
        *game_actions,
        PositionsApi,
        PuzzlesApi,
        RoomsApi,
        *room_actions,
        watch,
        states,
    ],
    request_class=JsonRequest,
)


PAGES = (
    *(GamePages, LearnPages, AnalysisPages, PuzzlePages),
    *(RoomPages, LanguagePages, OfflinePages, tutorial_file),
)


_PAUSE = 3_600.0  # seconds
_BATCH = 100  # logs
_RETRY = timedelta(days=1)  # until an unreadable log is checked again
_NEVER = timedelta(days=3_650)  # until a log that never expires is checked again

log = structlog.get_logger()


class Retention:
    """Checks the logs that are due, and deletes those that have expired."""

    def __init__(
        self,
        games: Games,
        rooms: Rooms,
        store: Store,
        settings: Settings,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._games = games
        self._rooms = rooms
        self._store = store
        self._finished = _days(settings.keep_finished_days)
        self._idle = _days(settings.keep_idle_days)
        self._now = now

    async def run(self) -> None:
        """Delete what has expired, every hour, until cancelled."""
        while True:
            try:
                count = await self.delete_expired()
                if count:
                    log.info("deleted expired games and rooms", count=count)
            except Exception as error:  # the server goes on, and this is retried
                log.warning("could not delete expired games and rooms", exc_info=error)
            await asyncio.sleep(_PAUSE)

    async def delete_expired(self) -> int:
        """Check every log that is due; returns how many were deleted."""
        count = 0
        while ids := await self._store.due_ids(int(self._now().timestamp()), _BATCH):
            for id_ in ids:
                count += await self._check(id_)
        return count

    async def _check(self, id_: str) -> bool:
        """Delete a log if it has expired, or set when it is due next; whether it was deleted."""
        appends = await self._load(id_)
        if not appends:
            await self._set_due(id_, self._now() + _RETRY)
            return False
        expires = self._expires(id_, appends)
        if expires <= self._now() and await self._delete(id_, appends[-1].version + 1):
            return True
        await self._set_due(id_, max(expires, self._now() + timedelta(seconds=_PAUSE)))
        return False

    async def _load(self, id_: str) -> tuple[Append, ...]:
        """A log; empty where another process has deleted it, or where it cannot be read."""
        try:
            return await self._store.load(id_)
        except StoreUnavailable as error:  # if the store is down, `due_ids` soon raises it too
            log.warning("a log cannot be read", game=id_, reason=str(error))
            return ()

    async def _set_due(self, id_: str, due: datetime) -> None:
        await self._store.set_due(id_, int(due.timestamp()))

    async def _delete(self, id_: str, version: int) -> bool:
        if is_room_id(id_):
            return await self._rooms.delete(id_, version)
        return await self._games.delete(id_, version)

    def _expires(self, id_: str, appends: tuple[Append, ...]) -> datetime:
        """When a log expires; a damaged one does not, so that it can be repaired."""
        kind = kind_of(id_)
        try:
            is_over = kind.is_over(kind.replay(events_of(appends)))
            last = datetime.fromisoformat(appends[-1].events[-1].at)
        except (ValueError, IndexError) as error:
            log.warning("a log is damaged", game=id_, reason=str(error))
            return self._now() + _NEVER
        return last + (self._finished if is_over else self._idle)


def first_check(settings: Settings) -> timedelta:
    """How long after its first event a log may expire at the earliest."""
    return min(_days(settings.keep_finished_days), _days(settings.keep_idle_days))


def _days(days: float) -> timedelta:
    return timedelta(days=days) if days else _NEVER


def dependencies(
    games: GameService, rooms: RoomService, connections: ConnectionLimit, pool: WorkerPool
) -> dict[str, Provide]:
    """The dependencies of the application.

    No name is that of a field of a request: its errors would be taken for the server's own.
    """
    return {
        "context": Provide(request_context, sync_to_thread=False),
        "game_service": Provide(lambda: games, sync_to_thread=False),
        "room_service": Provide(lambda: rooms, sync_to_thread=False),
        "connections": Provide(lambda: connections, sync_to_thread=False),
        "pool": Provide(lambda: pool, sync_to_thread=False),
    }


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
    games = Games(log, pool)
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
        pool,
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
