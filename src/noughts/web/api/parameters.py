"""What routes take in their addresses, and how the description tells of what can go wrong."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from noughts.web.middleware.errors import MEDIA_TYPE, Problem

GameId = Annotated[str, PathParameter(pattern="^[0-9a-f]{24}$", description="The id of a game.")]
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
Level = Annotated[
    Literal["easy", "medium", "hard"] | None, QueryParameter(description="How hard (any).")
]
RoundNumber = Annotated[
    int | None,
    QueryParameter(name="round", ge=1, le=10_000, description="Which game of a series (the last)."),
]
Key = NamedDependency[str | None]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """How a description tells of these statuses, and of 400."""
    return {
        status: ResponseSpec(Problem, media_type=MEDIA_TYPE, description="What was wrong.")
        for status in (400, *statuses)
    }


def post_problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Also those of a post from elsewhere and of one that is too large."""
    return problems(403, 413, *statuses)
