"""The answers to the API's requests in a browser, where no server is: same paths, same JSON.

A request is JSON, and so is its answer. No state is kept in between: a request brings the games
that it may need, and its answer has those that changed, which are stored before they are shown.

- Request: `method`, `path` with its query, `body` (of a POST, as text or as what that says),
  `language`, `now` (ISO 8601), perhaps a `seed` of the browser, from which the ids of games are
  derived, and `games`, by id, each as it was stored, or null where there is none.
- Answer: `status` and `body` as the server's, `games` to be stored, by id, where null deletes one.
  If the request did not bring a game that it needs, the answer is `needs` alone: a list of its id.
  A request for the list of games brings all that there are. Where the computer is to move, a
  request for the game is to follow once this is shown.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from noughts.core.errors import IllegalAction, IllegalMove, NoughtsError, Unsolved, WrongType
from noughts.site.addresses import LARGEST_BODY, NotFound, Route, find_route, parts
from noughts.site.fields import Field, InvalidParameters, read_parameters
from noughts.site.requests import API, Needed, Request, StaleGame
from noughts.site.routes import IN_PATH, ROUTES
from noughts.views.base import plain
from noughts.wording.faults import InvalidInput, nothing_sent, parse_json
from noughts.wording.grammar import sentence, worded
from noughts.wording.language import ENGLISH, LANGUAGES, use
from noughts.wording.language import gettext as _

_LONGEST_DETAIL = 300  # characters
_UNPROCESSABLE = IllegalMove, IllegalAction, Unsolved

log = logging.getLogger(__name__)


class TooLarge(NoughtsError):
    """A body that no page sends."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self) -> None:
        super().__init__(_("What was sent is too large"))


def respond(request: str) -> str:
    """Return the answer to a request, both as JSON; it never raises."""
    try:
        asked = json.loads(request)
        with use(asked["language"] if asked["language"] in LANGUAGES else ENGLISH):
            answer = _respond(asked)
    except Needed as needed:
        answer = {"needs": [needed.id]}
    except Exception as error:
        log.exception("a request failed")
        answer = _refusal(error)
    return json.dumps(answer, default=plain)


def _respond(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer in the language in use; raises Needed, and what strange requests cause."""
    request, now = None, datetime.fromisoformat(asked["now"])
    try:
        route, values, body = _read(asked)
        request = Request(values, body, now.isoformat(), asked.get("seed", ""), asked["games"])
        return _answer_of(route.status, route.answer(request), request)
    except NoughtsError as error:
        return _refusal(error, request)


def _answer_of(status: int, body: Any, request: Request | None) -> dict[str, Any]:
    return {
        "status": status,
        "body": body,
        "games": {} if request is None else request.changes,
    }


def _read(asked: Mapping[str, Any]) -> tuple[Route, dict[str, Any], dict[str, Any]]:
    """Return the route of a request, with its parameters and its body; raises NoughtsError."""
    path, query = parts(asked["path"])
    inside = path.removeprefix(API)
    if inside == path:
        raise NotFound
    route, found = find_route(ROUTES, asked["method"], inside)
    body = {} if route.body is None else route.body.filled(_sent(asked["body"]))
    in_path = tuple(Field(name, IN_PATH[name]) for name in found)
    return route, read_parameters(in_path, route.query, found, query), body


def _sent(body: Any) -> Any:
    """Return what the body of a request says; raises InvalidInput."""
    if body in (None, ""):
        raise nothing_sent()
    if not isinstance(body, str):
        return body
    if len(body.encode(errors="replace")) > LARGEST_BODY:
        raise TooLarge
    return parse_json(body)


def _refusal(error: Exception, request: Request | None = None) -> dict[str, Any]:
    """Return the answer that tells an error, as problem details (RFC 9457)."""
    status, detail = status_and_detail(error)
    problem = {"type": "about:blank", "title": status.phrase, "status": status, "detail": detail}
    if isinstance(error, InvalidInput) and error.fields:
        problem["errors"] = [_field_problem(error, *fault) for fault in error.fields]
    if isinstance(error, StaleGame):
        problem["game"] = error.game
    return _answer_of(status, problem, request)


def status_and_detail(error: Exception) -> tuple[HTTPStatus, str]:
    """Return the status of an error and what is told of it."""
    match error:
        case InvalidInput():
            text = str(error)[:_LONGEST_DETAIL]
            return HTTPStatus.BAD_REQUEST, "".join(c if c.isprintable() else "?" for c in text)
        case NoughtsError() if not isinstance(error, WrongType):
            usual = 422 if isinstance(error, _UNPROCESSABLE) else HTTPStatus.BAD_REQUEST
            return HTTPStatus(getattr(error, "status", usual)), sentence(worded(error))
    text = _("Something went wrong on our side – try again in a moment")
    return HTTPStatus.INTERNAL_SERVER_ERROR, text


def _field_problem(error: InvalidInput, path: tuple[str, ...], detail: str) -> dict[str, str]:
    if isinstance(error, InvalidParameters):
        return {"detail": detail, "parameter": ".".join(path)}
    steps = (step.replace("~", "~0").replace("/", "~1") for step in path)
    pointer = "/".join(("#", *(quote(step, errors="replace") for step in steps)))
    return {"detail": detail, "pointer": pointer}
