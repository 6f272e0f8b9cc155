"""The forms of games as requests: their fields are read as strictly as those of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from litestar.params import URLEncodedBody
from msgspec import Meta, Struct

from noughts.pages import new_game
from noughts.server.games import schemas
from noughts.server.games.types import ClockSetting, Per
from noughts.server.validation import Square, from_text
from noughts.views.game import FirstChoice, SideChoice

Fields = URLEncodedBody[dict[str, str]]
Form = TypeVar("Form", bound=Struct)


class BeginForm(Struct, frozen=True):
    """The form of a new game, and perhaps its first move on the board that is `shown`."""

    board: str = "3x3:3"
    width: str = ""
    height: str = ""
    k: str = ""
    shown: str = ""
    opponent: str = "medium"
    side: SideChoice = "x"
    first: FirstChoice = "x"
    clock: ClockSetting | None = None
    seconds: Annotated[str, Meta(pattern="^([1-9][0-9]?)?$")] = ""  # empty is the usual time
    square: Square | None = None


class RetryForm(Struct, frozen=True):
    """A move of a review from which to try again, in a game of a series."""

    ply: Annotated[int, Meta(ge=0, le=676)]
    round: Annotated[int, Meta(ge=1, le=10_000)] | None = None


def read_form(fields: Mapping[str, str], request: type[Form]) -> Form:
    """Return a form as a request of the API; raises InvalidInput.

    A field `clock` is like `game-180`, three minutes each, or empty for none.

    >>> read_form({"square": "4", "added": ""}, BeginForm).square
    4
    >>> read_form({"clock": "game-180"}, BeginForm).clock
    ClockSetting(per=<Per.GAME: 'game'>, seconds=180)
    """
    known = request.__struct_fields__
    read: dict[str, Any] = {name: value for name, value in fields.items() if name in known}
    if "clock" in read:
        per, _, seconds = read["clock"].partition("-")
        read["clock"] = {"per": per, "seconds": seconds} if read["clock"] else None
    return from_text(read, request)


def request_of(new: new_game.NewGame) -> schemas.NewGame:
    """Return settings as the API's request."""
    clock = None if new.clock is None else ClockSetting(Per(new.clock.per), new.clock.seconds)
    return schemas.NewGame(new.board, new.opponent, new.side, new.first, clock, new.seconds)
