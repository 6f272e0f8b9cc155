"""The common part of the API's handlers: descriptions, and JSON that is read strictly."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from inspect import getdoc
from typing import Any

import msgspec
from litestar import Request, post
from litestar.datastructures import State
from litestar.exceptions import ValidationException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from noughts.server.http.errors import MEDIA_TYPE, Problem
from noughts.server.http.limits import MOVES


class JsonRequest(Request[None, None, State]):
    """A request whose body has exactly the types that its handler asks for."""

    async def json(self) -> Any:
        """The body as the handler's type; raises ValidationException."""
        body = await super().json()
        field = self.route_handler.parsed_data_field
        try:
            return body if field is None else msgspec.convert(body, field.annotation)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at `$")
            key = place.removeprefix(".").removesuffix("`")
            wrong = {"key": key or "data", "message": message}
            raise ValidationException(extra=[wrong]) from None


post_command = partial(post, status_code=HTTPStatus.OK, opt=MOVES)


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the responses for these statuses, and 400, in the API's description."""
    return {
        status: ResponseSpec(Problem, media_type=MEDIA_TYPE, description="What was wrong.")
        for status in (400, *statuses)
    }


def post_problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the responses for these statuses of a POST, and 400, 403 and 413.

    403 is for one from another site, 413 for one that is too large.
    """
    return problems(403, 413, *statuses)


def describe(handler: Any, command: Any) -> None:
    """Name and describe a handler of a command as its struct is, which is the request's body."""
    handler.__name__ = str(command.__struct_config__.tag).replace("-", "_")
    handler.__doc__ = getdoc(command)
    handler.__annotations__["data"] = JSONBody[command]  # type: ignore[misc]
