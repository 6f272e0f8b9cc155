"""Errors as problem details: JSON (RFC 9457) for programs, a page for people."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.response import Template
from msgspec import Struct

from noughts.core.errors import IllegalAction, IllegalMove, NoughtsError, Unsolved, WrongType
from noughts.core.grammar import sentence
from noughts.language import gettext as _
from noughts.server.http.health import HEALTH
from noughts.server.http.identity import room_of
from noughts.server.http.token_bucket import RateLimited
from noughts.server.log.store import DamagedLog, StoreUnavailable, UnknownEvents

MEDIA_TYPE = "application/problem+json"
_UNREADABLE = (ValidationException, msgspec.DecodeError)
_CLIENT_LEFT = "client disconnected prematurely"  # Litestar's words, for a fault of the server
_LONGEST_DETAIL = 300  # characters
_RETRY = {"Retry-After": "2"}  # seconds

log = structlog.get_logger()


class Problem(Struct, frozen=True):
    """What went wrong."""

    type: str
    title: str
    status: int
    detail: str


class Explained(NoughtsError):
    """An error whose problem says more than its reason."""

    def explain(self, problem: Problem) -> Problem:
        """The problem with what else there is to say."""
        raise NotImplementedError


# Errors of the server carry their own as `status`.
_STATUS: dict[type[NoughtsError], HTTPStatus] = {
    IllegalMove: HTTPStatus.UNPROCESSABLE_ENTITY,
    IllegalAction: HTTPStatus.UNPROCESSABLE_ENTITY,
    Unsolved: HTTPStatus.UNPROCESSABLE_ENTITY,
}


def problem_for(error: Exception) -> Problem:
    """The problem to report for an error; an unexpected one is reported without its text."""
    if isinstance(error, HTTPException):
        has_left = error.detail == _CLIENT_LEFT
        status = HTTPStatus.BAD_REQUEST if has_left else HTTPStatus(error.status_code)
        return _problem(status, _detail(error))
    if isinstance(error, StoreUnavailable):  # its reason is for the log, not for players
        return _problem(HTTPStatus.SERVICE_UNAVAILABLE, _unavailable(error))
    if _is_expected(error):
        statuses = (status for kind, status in _STATUS.items() if isinstance(error, kind))
        status = getattr(error, "status", None) or next(statuses, HTTPStatus.BAD_REQUEST)
        problem = _problem(HTTPStatus(status), sentence(str(error)))
        return error.explain(problem) if isinstance(error, Explained) else problem
    if isinstance(error, msgspec.DecodeError):
        return _problem(HTTPStatus.BAD_REQUEST, _printable(str(error)))
    if isinstance(error, RecursionError):  # msgspec's: no code of ours recurses into input
        return _problem(HTTPStatus.BAD_REQUEST, _("What was sent is nested too deeply"))
    if isinstance(error, UnicodeDecodeError):  # msgspec's too
        return _problem(HTTPStatus.BAD_REQUEST, _("What was sent isn't UTF-8"))
    return _problem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        _("Something went wrong on our side – try again in a moment"),
    )


def _unavailable(error: StoreUnavailable) -> str:
    if isinstance(error, UnknownEvents):
        return _("A newer version of this server has it – try again in a moment")
    if isinstance(error, DamagedLog):
        return _("What the server has kept of this is damaged – its host can find out more")
    return _("The games can't be reached right now – try again in a moment")


def _is_expected(error: Exception) -> bool:
    # Input has been type-checked by now: a wrong type is a bug of ours.
    return isinstance(error, NoughtsError) and not isinstance(error, WrongType)


def answer_error(
    request: Request[None, None, State], error: Exception
) -> Response[bytes] | Template:
    """The response to a failed request."""
    problem = problem_for(error)
    path = _printable(request.scope["path"])
    log_error("request", problem, error, method=request.method, path=path)
    headers = _headers(error, problem)
    if request.scope["path"].startswith(("/api/", *HEALTH)):
        content = msgspec.json.encode(problem)
        return Response(content, media_type=MEDIA_TYPE, status_code=problem.status, headers=headers)
    title = _title(problem.status)
    context = {
        "status": problem.status,
        "title": title,
        "detail": _text(error, problem, method=request.method),
        "page_title": title,
        "path": request.scope["path"],
        "own_room": room_of(request),
        "back": "/",  # there is no page at this address, or only for a form
    }
    return Template("http/error.html", context=context, status_code=problem.status, headers=headers)


def _text(error: Exception, problem: Problem, *, method: str) -> str:
    """The detail for people: programs are told which field is of which type."""
    if isinstance(error, MethodNotAllowedException):
        return _("There's no page at this address")
    if not isinstance(error, _UNREADABLE):
        return problem.detail
    if method in ("GET", "HEAD"):
        return _("Part of this address isn't right – check it and try again")
    return _("Something in the form isn't right – go back, check it and try again")


def _title(status: int) -> str:
    """The heading of the page for an error."""
    match status:
        case HTTPStatus.NOT_FOUND:
            return _("There's nothing here")
        case HTTPStatus.TOO_MANY_REQUESTS:
            return _("Not so fast")
        case HTTPStatus.SERVICE_UNAVAILABLE:
            return _("Back in a moment")
    return _("Something went wrong") if status >= 500 else _("That didn't work")


def _headers(error: Exception, problem: Problem) -> dict[str, str]:
    headers = dict(getattr(error, "headers", None) or {})
    if isinstance(error, RateLimited):
        headers["RateLimit-Reset"] = headers["Retry-After"] = str(error.retry_seconds)
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers |= _RETRY
    return headers


def log_error(what: str, problem: Problem, error: Exception, **where: str) -> None:
    """Log a request or a message that was refused or failed."""
    reason = str(error) if isinstance(error, StoreUnavailable) else problem.detail
    about = {**where, "status": problem.status, "reason": reason}
    if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        log.info(f"{what} refused", **about)
    elif _is_expected(error):  # not a bug: no traceback
        log.warning(f"{what} failed", **about)
    else:
        log.error(f"{what} failed", **about, exc_info=error)


def _detail(error: HTTPException) -> str:
    """What is wrong with which fields; it may quote the input."""
    if isinstance(error, NotFoundException):
        return _("There's no page at this address")
    found = error.extra if isinstance(error, ValidationException) else None
    if not isinstance(found, list):
        return _printable(error.detail)
    return _printable("; ".join(f"{each.get('key', 'data')}: {_reason(each)}" for each in found))


def _reason(found: dict[str, str]) -> str:
    # For an empty body, Litestar's message is the name of the parameter alone.
    return _("nothing was sent") if found["message"] == "'data'" else found["message"]


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text[:_LONGEST_DETAIL])


def _problem(status: HTTPStatus, detail: str) -> Problem:
    return Problem("about:blank", status.phrase, status.value, detail)
