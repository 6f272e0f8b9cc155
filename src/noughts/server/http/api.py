"""The common part of handlers, above all the API's, and their descriptions."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from inspect import getdoc
from typing import Any

from litestar import post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from noughts.server.http.errors import MEDIA_TYPE, InputProblem, Problem
from noughts.server.http.limits import MOVES
from noughts.server.worker_pool import WorkerPool

PoolDep = NamedDependency[WorkerPool]

post_command = partial(post, status_code=HTTPStatus.OK, opt=MOVES)


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the responses for these statuses, and 400, in the API's description."""
    return {
        status: ResponseSpec(
            InputProblem if status == HTTPStatus.BAD_REQUEST else Problem,
            media_type=MEDIA_TYPE,
            description="What was wrong.",
        )
        for status in (400, *statuses)
    }


def post_problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the responses for these statuses of a POST, and 400, 403 and 413.

    403 is for one from another site, 413 for one that is too large.
    """
    return problems(403, 413, *statuses)


def describe(handler: Any, command: Any) -> None:
    """Give a handler the name and description of its command, which is the request's body."""
    handler.__name__ = str(command.__struct_config__.tag).replace("-", "_")
    handler.__doc__ = getdoc(command)
    handler.__annotations__["data"] = JSONBody[command]  # type: ignore[misc]
