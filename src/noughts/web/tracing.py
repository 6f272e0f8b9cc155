"""What is noted of every request: how long its answer took."""

from __future__ import annotations

from time import perf_counter

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from noughts.web.measures import Measures

_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER = "other"  # whatever somebody makes up: it must not fill the memory


def measure_answers(app: ASGIApp, measures: Measures) -> ASGIApp:
    """What takes the time of every answer, until it begins."""

    async def measuring(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        asked = perf_counter()

        async def send_measured(message: Message) -> None:
            if message["type"] == "http.response.start":
                method = scope["method"] if scope["method"] in _METHODS else _OTHER
                answer = method, scope.get("path_template") or _OTHER, message["status"]
                measures.answers[answer].observe(perf_counter() - asked)
            await send(message)

        await app(scope, receive, send_measured)

    return measuring
