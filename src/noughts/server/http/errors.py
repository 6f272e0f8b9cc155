"""Errors as problem details: JSON (RFC 9457) for programs, a page for people."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import quote

import msgspec
import structlog
from litestar import Request, Response, exceptions
from litestar.datastructures import State
from litestar.response import Template
from msgspec import UNSET, Struct, UnsetType, structs

from noughts.core.errors import IllegalAction, IllegalMove, NoughtsError, Unsolved, WrongType
from noughts.pages.errors import error_page, fault_text
from noughts.server.http.health import HEALTH
from noughts.server.http.identity import is_embedded, room_of
from noughts.server.http.limits import Limits, RateLimited
from noughts.server.http.requests import InvalidParameters, Rejected, wrong_parameters
from noughts.server.ids import read_code
from noughts.server.log.store import DamagedLog, Outdated, StoreUnavailable, UnknownEvents
from noughts.wording.faults import InvalidInput, WrongField
from noughts.wording.grammar import sentence, worded
from noughts.wording.language import gettext as _

MEDIA_TYPE = "application/problem+json"
_UNPROCESSABLE = IllegalMove, IllegalAction, Unsolved
_LONGEST_DETAIL = 300  # characters
_RETRY = {"Retry-After": "2"}  # seconds

log = structlog.get_logger()


class Problem(Struct, frozen=True):
    """An error, as programs are told of it."""

    type: str
    title: str
    status: int
    detail: str


class FieldProblem(Struct, frozen=True):
    """What is wrong with a field of a body, or with a `parameter` of an address.

    The `pointer` to a field is a JSON pointer (RFC 6901) as a URI fragment.
    """

    detail: str
    pointer: str | UnsetType = UNSET
    parameter: str | UnsetType = UNSET


class InputProblem(Problem, frozen=True):
    """A request that cannot be read; `errors` are its wrong fields, if that is the reason."""

    errors: list[FieldProblem] | UnsetType = UNSET


def problem_for(error: Exception) -> Problem:
    """Return the problem to report for an error; an unexpected one is reported without its text."""
    status, detail = _status_and_detail(error)
    problem = Problem("about:blank", HTTPStatus(status).phrase, int(status), detail)
    if isinstance(error, InvalidInput) and error.fields:
        is_body = not isinstance(error, InvalidParameters)
        errors = [_field_problem(field, is_body=is_body) for field in error.fields]
        return InputProblem(**structs.asdict(problem), errors=errors)
    explain = getattr(error, "explain", None)  # where there is more to say than its reason
    return problem if explain is None else explain(problem)


def _field_problem(field: WrongField, *, is_body: bool) -> FieldProblem:
    if not is_body:
        return FieldProblem(field.detail, parameter=".".join(field.path))
    steps = (step.replace("~", "~0").replace("/", "~1") for step in field.path)
    pointer = "/".join(("#", *(quote(step, errors="replace") for step in steps)))
    return FieldProblem(field.detail, pointer=pointer)


def _status_and_detail(error: Exception) -> tuple[int, str]:
    usual = _("Something went wrong on our side – try again in a moment")
    match error:
        case Rejected():
            return error.status_code, error.detail
        case exceptions.HTTPException(status_code=status):  # the framework's: not in its words
            texts = {
                HTTPStatus.NOT_FOUND: _("There's no page at this address"),
                HTTPStatus.METHOD_NOT_ALLOWED: _("There's no such method at this address"),
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE: _("What was sent is too large"),
            }
            others = usual if status >= HTTPStatus.INTERNAL_SERVER_ERROR else str(InvalidInput())
            return status, texts.get(HTTPStatus(status), others)
        case Outdated():
            text = _("A newer version of this server has taken over – try again in a moment")
            return HTTPStatus.SERVICE_UNAVAILABLE, text
        case UnknownEvents():
            text = _("A newer version of this server has it – try again in a moment")
            return HTTPStatus.SERVICE_UNAVAILABLE, text
        case DamagedLog():
            text = _("What the server has kept of this is damaged – its host can find out more")
            return HTTPStatus.SERVICE_UNAVAILABLE, text
        case StoreUnavailable():  # its reason is for the log, not for players
            text = _("The games can't be reached right now – try again in a moment")
            return HTTPStatus.SERVICE_UNAVAILABLE, text
        case InvalidInput():
            return HTTPStatus.BAD_REQUEST, _printable(str(error))
        # Input has been type-checked by now: a wrong type is a bug of ours.
        case NoughtsError() if not isinstance(error, WrongType):
            status = 422 if isinstance(error, _UNPROCESSABLE) else HTTPStatus.BAD_REQUEST
            return getattr(error, "status", status), sentence(worded(error))
    return HTTPStatus.INTERNAL_SERVER_ERROR, usual


def answer_error(
    limits: Limits, request: Request[None, None, State], error: Exception
) -> Response[bytes] | Template:
    """Return the response to a failed request."""
    if isinstance(error, exceptions.ValidationException):
        error = InvalidParameters(wrong_parameters(request))
    problem, path = problem_for(error), request.scope["path"]
    if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        try:
            limits.count_refused(request)
        except RateLimited as limited:
            error, problem = limited, problem_for(limited)
    log_error("request", problem, error, method=request.method, path=_logged_path(request))
    headers = dict(getattr(error, "headers", None) or {})
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers |= _RETRY
    if path.startswith(("/api/", *HEALTH)):
        content = msgspec.json.encode(problem)
        return Response(content, media_type=MEDIA_TYPE, status_code=problem.status, headers=headers)
    is_framed = is_embedded(request.scope)
    text = _text(error, problem, method=request.method)
    page = error_page(problem.status, text, is_embedded=is_framed)
    own_room = "" if is_framed else room_of(request)
    shown = {**page.values, "path": path, "own_room": own_room}
    return Template(page.template, context=shown, status_code=problem.status, headers=headers)


def _text(error: Exception, problem: Problem, *, method: str) -> str:
    """Return the detail for people: programs are told which field is of which type."""
    if isinstance(error, exceptions.MethodNotAllowedException):
        return _("There's no page at this address")
    if not isinstance(error, InvalidInput):
        return problem.detail
    return fault_text(is_form=method not in ("GET", "HEAD"))


def _logged_path(request: Request[None, None, State]) -> str:
    """Return the path of a request, without the half of a room's long code that is a secret."""
    typed, path = request.path_params.get("code", ""), request.scope["path"]
    code, proof = read_code(typed)
    return _printable(path.replace(typed, code) if proof else path)


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
    return "".join(sign if sign.isprintable() else "?" for sign in text[:_LONGEST_DETAIL])
