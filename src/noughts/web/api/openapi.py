"""The description of the API, generated from its types, and the page that shows it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from msgspec import Struct

from noughts import __version__
from noughts.language import current
from noughts.web.live.messages import ClientMessage, ServerMessage
from noughts.web.services.room_actions import ROOM_ACTIONS
from noughts.web.views.schemas import Act, NewGame, PlayMove, PuzzleAnswer

# Requests with further fields are refused.
_STRICT: set[type[Struct]] = {
    *(NewGame, PlayMove, Act, PuzzleAnswer),
    *(action.request for action in ROOM_ACTIONS.values()),
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
        page: str = engine.get_template("api.html").render(**context, path="/api")
        return page.encode()


class Description(JsonRenderPlugin):
    """The API's description as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        # Litestar does not say that unknown fields are refused.
        for kind in _STRICT:
            openapi_schema["components"]["schemas"][kind.__name__]["additionalProperties"] = False
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
