"""Every failure as a problem: JSON (RFC 9457) for programs, a page for people."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Template
from msgspec import UNSET, Struct, UnsetType

from noughts.core.errors import (
    IllegalAction,
    IllegalMove,
    NoughtsError,
    Unsolved,
    WrongType,
)
from noughts.online.errors import Refused, Stale
from noughts.web.aggregates.kinds import UnknownGame, UnknownRoom
from noughts.web.middleware.health import HEALTH, Draining
from noughts.web.storage.store import StoreUnavailable
from noughts.web.views.schemas import GameView
from noughts.web.worker_pool import Overloaded

MEDIA_TYPE = "application/problem+json"
_LONGEST_DETAIL = 300  # characters
_RETRY = {"Retry-After": "2"}  # seconds

log = structlog.get_logger()


class Problem(Struct, frozen=True):
    """What went wrong; `game` is the game as it is now, where that is why."""

    type: str
    title: str
    status: int
    detail: str
    game: GameView | UnsetType = UNSET


class StaleGame(Stale):
    """A command from an old version, with the view of the latest."""

    def __init__(self, game: GameView) -> None:
        super().__init__()
        self.game = game


_STATUS: dict[type[NoughtsError], HTTPStatus] = {
    UnknownGame: HTTPStatus.NOT_FOUND,
    UnknownRoom: HTTPStatus.NOT_FOUND,
    Stale: HTTPStatus.CONFLICT,
    Refused: HTTPStatus.FORBIDDEN,
    IllegalMove: HTTPStatus.UNPROCESSABLE_ENTITY,
    IllegalAction: HTTPStatus.UNPROCESSABLE_ENTITY,
    Unsolved: HTTPStatus.UNPROCESSABLE_ENTITY,
    Overloaded: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    Draining: HTTPStatus.SERVICE_UNAVAILABLE,
}


def problem_of(error: Exception) -> Problem:
    """What is said of an error; of one nobody foresaw, only that it happened."""
    if isinstance(error, HTTPException):
        return _problem(HTTPStatus(error.status_code), _detail(error))
    if _is_foreseen(error):
        statuses = (status for kind, status in _STATUS.items() if isinstance(error, kind))
        status = next(statuses, HTTPStatus.BAD_REQUEST)
        return _problem(status, str(error), getattr(error, "game", UNSET))
    if isinstance(error, msgspec.DecodeError):
        return _problem(HTTPStatus.BAD_REQUEST, _printable(str(error)))
    if isinstance(error, RecursionError):  # msgspec's: nothing of ours recurses into what is sent
        return _problem(HTTPStatus.BAD_REQUEST, "what was sent is nested too deeply")
    if isinstance(error, UnicodeDecodeError):  # msgspec's too
        return _problem(HTTPStatus.BAD_REQUEST, "what was sent is not UTF-8")
    return _problem(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong here, not with you")


def _is_foreseen(error: Exception) -> bool:
    # What is sent has the right types by now: a wrong one is the program's.
    return isinstance(error, NoughtsError) and not isinstance(error, WrongType)


def answer_error(
    request: Request[None, None, State], error: Exception
) -> Response[bytes] | Template:
    """The answer to a request that failed."""
    problem = problem_of(error)
    path = _printable(request.url.path)
    note_problem("request", problem, error, method=request.method, path=path)
    headers = dict(getattr(error, "headers", None) or {})
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers |= _RETRY
    if problem.status == HTTPStatus.TOO_MANY_REQUESTS:
        headers |= {"Retry-After": headers["RateLimit-Reset"]}
    if request.url.path.startswith(("/api/", *HEALTH)):
        content = msgspec.json.encode(problem)
        return Response(content, media_type=MEDIA_TYPE, status_code=problem.status, headers=headers)
    context = {
        "status": problem.status,
        "title": problem.title,
        "detail": problem.detail,
        "page_title": problem.title,
        "path": request.url.path,
    }
    return Template("error.html", context=context, status_code=problem.status, headers=headers)


def note_problem(what: str, problem: Problem, error: Exception, **where: str) -> None:
    """A line of the log about a request or a message that was refused or failed."""
    about = {**where, "status": problem.status, "reason": problem.detail}
    if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        log.info(f"{what} refused", **about)
    elif _is_foreseen(error):  # there is nothing to find in the program
        log.warning(f"{what} failed", **about)
    else:
        log.error(f"{what} failed", **about, exc_info=error)


def _detail(error: HTTPException) -> str:
    """What was wrong, with the name of each field; it may quote what was sent."""
    found = error.extra if isinstance(error, ValidationException) else None
    if not isinstance(found, list):
        return _printable(error.detail)
    return _printable("; ".join(f"{each.get('key', 'data')}: {_told(each)}" for each in found))


def _told(found: dict[str, str]) -> str:
    # The name of the parameter alone is what Litestar says of a body that is empty.
    return "nothing was sent" if found["message"] == "'data'" else found["message"]


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text[:_LONGEST_DETAIL])


def _problem(status: HTTPStatus, detail: str, game: GameView | UnsetType = UNSET) -> Problem:
    return Problem("about:blank", status.phrase, status.value, detail, game)
