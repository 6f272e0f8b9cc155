"""Errors as problem details: JSON (RFC 9457) for programs, a page for people."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
import structlog
from litestar import Request, Response, exceptions
from litestar.datastructures import State
from litestar.response import Template
from msgspec import Struct

from noughts.core.errors import IllegalAction, IllegalMove, NoughtsError, Unsolved, WrongType
from noughts.server.http.health import HEALTH
from noughts.server.http.identity import room_of
from noughts.server.log.store import DamagedLog, StoreUnavailable, UnknownEvents
from noughts.wording.grammar import sentence, worded
from noughts.wording.language import gettext as _

MEDIA_TYPE = "application/problem+json"
_UNPROCESSABLE = IllegalMove, IllegalAction, Unsolved
_CLIENT_LEFT = "client disconnected prematurely"  # Litestar's words, for a fault of the server
_LONGEST_DETAIL = 300  # characters
_RETRY = {"Retry-After": "2"}  # seconds

log = structlog.get_logger()


class Problem(Struct, frozen=True):
    """An error, as programs are told of it."""

    type: str
    title: str
    status: int
    detail: str


def problem_for(error: Exception) -> Problem:
    """The problem to report for an error; an unexpected one is reported without its text."""
    status, detail = _status_and_detail(error)
    problem = Problem("about:blank", HTTPStatus(status).phrase, int(status), detail)
    explain = getattr(error, "explain", None)  # where there is more to say than its reason
    return problem if explain is None else explain(problem)


def _status_and_detail(error: Exception) -> tuple[int, str]:
    match error:
        case exceptions.HTTPException():
            status = HTTPStatus.BAD_REQUEST if error.detail == _CLIENT_LEFT else error.status_code
            return status, _detail(error)
        case UnknownEvents():
            text = _("A newer version of this server has it – try again in a moment")
            return HTTPStatus.SERVICE_UNAVAILABLE, text
        case DamagedLog():
            text = _("What the server has kept of this is damaged – its host can find out more")
            return HTTPStatus.SERVICE_UNAVAILABLE, text
        case StoreUnavailable():  # its reason is for the log, not for players
            text = _("The games can't be reached right now – try again in a moment")
            return HTTPStatus.SERVICE_UNAVAILABLE, text
        # Input has been type-checked by now: a wrong type is a bug of ours.
        case NoughtsError() if not isinstance(error, WrongType):
            usual = 422 if isinstance(error, _UNPROCESSABLE) else HTTPStatus.BAD_REQUEST
            return getattr(error, "status", usual), sentence(worded(error))
        case msgspec.DecodeError():
            return HTTPStatus.BAD_REQUEST, _printable(str(error))
        case RecursionError():  # msgspec's: no code of ours recurses into input
            return HTTPStatus.BAD_REQUEST, _("What was sent is nested too deeply")
        case UnicodeDecodeError():  # msgspec's too
            return HTTPStatus.BAD_REQUEST, _("What was sent isn't UTF-8")
    text = _("Something went wrong on our side – try again in a moment")
    return HTTPStatus.INTERNAL_SERVER_ERROR, text


def _detail(error: exceptions.HTTPException) -> str:
    """Return the wrong fields, each with what is wrong; it may quote the input."""
    if isinstance(error, exceptions.NotFoundException):
        return _("There's no page at this address")
    found = error.extra if isinstance(error, exceptions.ValidationException) else None
    if not isinstance(found, list):
        return _printable(error.detail)
    # For an empty body, Litestar's message is the name of the parameter alone.
    reasons = {"'data'": _("nothing was sent")}
    return _printable(
        "; ".join(
            f"{each.get('key', 'data')}: {reasons.get(each['message'], each['message'])}"
            for each in found
        )
    )


def answer_error(
    request: Request[None, None, State], error: Exception
) -> Response[bytes] | Template:
    """The response to a failed request."""
    problem, path = problem_for(error), request.scope["path"]
    log_error("request", problem, error, method=request.method, path=_printable(path))
    headers = dict(getattr(error, "headers", None) or {})
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers |= _RETRY
    if path.startswith(("/api/", *HEALTH)):
        content = msgspec.json.encode(problem)
        return Response(content, media_type=MEDIA_TYPE, status_code=problem.status, headers=headers)
    titles = {
        HTTPStatus.NOT_FOUND: _("There's nothing here"),
        HTTPStatus.TOO_MANY_REQUESTS: _("Not so fast"),
        HTTPStatus.SERVICE_UNAVAILABLE: _("Back in a moment"),
    }
    usual = _("Something went wrong") if problem.status >= 500 else _("That didn't work")
    title = titles.get(HTTPStatus(problem.status), usual)
    context = {
        "status": problem.status,
        "detail": _text(error, problem, method=request.method),
        "page_title": title,
        "path": path,
        "own_room": room_of(request),
        "back": "/",  # there is no page at this address, or only for a form
    }
    return Template("http/error.html", context=context, status_code=problem.status, headers=headers)


def _text(error: Exception, problem: Problem, *, method: str) -> str:
    """The detail for people: programs are told which field is of which type."""
    if isinstance(error, exceptions.MethodNotAllowedException):
        return _("There's no page at this address")
    if not isinstance(error, exceptions.ValidationException | msgspec.DecodeError):
        return problem.detail
    if method in ("GET", "HEAD"):
        return _("Part of this address isn't right – check it and try again")
    return _("Something in the form isn't right – go back, check it and try again")


def log_error(what: str, problem: Problem, error: Exception, **where: str) -> None:
    """Log a request or a message that was refused or failed."""
    reason = str(error) if isinstance(error, StoreUnavailable) else problem.detail
    about = {**where, "status": problem.status, "reason": reason}
    if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        log.info(f"{what} refused", **about)
    elif problem.status == HTTPStatus.SERVICE_UNAVAILABLE:  # not a bug: no traceback
        log.warning(f"{what} failed", **about)
    else:
        log.error(f"{what} failed", **about, exc_info=error)


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text[:_LONGEST_DETAIL])
