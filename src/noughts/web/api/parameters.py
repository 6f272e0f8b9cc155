"""Parameters of routes, and how the API's description lists errors."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Annotated, Any

from litestar import post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from noughts.web.middleware.errors import MEDIA_TYPE, Problem
from noughts.web.middleware.rate_limits import MOVES
from noughts.web.views.schemas import PuzzleBoard, PuzzleLevel, PuzzleTheme

GameId = Annotated[str, PathParameter(pattern="^[0-9a-f]{24}$", description="The id of a game.")]
RoomCode = Annotated[str, PathParameter(max_length=24, description="The code of a room.")]
PositionText = Annotated[
    str,
    PathParameter(
        max_length=800,
        description="A position with `_` for `/` and spaces, as `x.o_.x._..o_x_3`.",
    ),
]
SquareNumber = Annotated[
    int, PathParameter(ge=0, lt=676, description="A square, counted from 0 in reading order.")
]
After = Annotated[
    int | None, QueryParameter(ge=1, le=1_000_000, description="Announce what came after this.")
]
Level = Annotated[PuzzleLevel | None, QueryParameter(description="How hard (any).")]
ThemeName = Annotated[PuzzleTheme | None, QueryParameter(description="What kind (any).")]
BoardText = Annotated[
    PuzzleBoard,
    QueryParameter(description="The board; `only` is for `3x3:3` and `4x4:4`."),
]
RoundNumber = Annotated[
    int | None,
    QueryParameter(name="round", ge=1, le=10_000, description="Which game of a series (the last)."),
]


post_command = partial(post, status_code=HTTPStatus.OK, opt=MOVES)


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The responses for these statuses, and 400, in the API's description."""
    return {
        status: ResponseSpec(Problem, media_type=MEDIA_TYPE, description="What was wrong.")
        for status in (400, *statuses)
    }


def post_problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The same, with 403 for a POST from another site and 413 for one that is too large."""
    return problems(403, 413, *statuses)


def describe(handler: Any, name: str, description: str | None, request: Any) -> None:
    """Set the name, docstring and request type of a handler generated from a table."""
    handler.__name__ = name
    handler.__doc__ = description
    handler.__annotations__["data"] = JSONBody[request]  # type: ignore[misc]
