"""The description of the API: as a page, and as JSON for programs."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from msgspec import Struct

from noughts import __version__
from noughts.server.games import schemas
from noughts.server.games.types import Action, ClockSetting, React, Sit
from noughts.server.learn.puzzles import PuzzleAnswer
from noughts.server.rooms.commands import ROOM_ACTIONS, Open
from noughts.wording.language import current

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


def openapi_config() -> OpenAPIConfig:
    """Return what Litestar needs to describe the API."""
    return OpenAPIConfig(
        title="Noughts and crosses",
        version=__version__,
        description=_DESCRIPTION,
        use_handler_docstrings=True,
        path="/api",
        render_plugins=[OpenAPIPage(path="/"), Description(path="/openapi.json")],
    )


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
