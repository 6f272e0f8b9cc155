"""Forms of the pages: the API's requests as browsers send them.

Unknown fields are ignored: a browser extension may have added them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from noughts.web.services.games import FRIEND
from noughts.web.views.schemas import (
    Act,
    ClockSetting,
    NewGame,
    PlayMove,
    PuzzleAnswer,
    SideChoice,
    Square,
)

# `game-180` is three minutes each; empty is no clock.
ClockText = Annotated[str, Meta(pattern="^((move|game)-[0-9]{1,5})?$")]

Request = TypeVar("Request", bound=Struct)


class BeginForm(Struct, frozen=True):
    """The form of a new game, and perhaps its first move."""

    board: str = "3x3:3"
    opponent: str = "medium"
    side: SideChoice = "x"
    first: SideChoice = "x"
    clock: ClockText = ""
    square: Square | None = None

    def new_game(self) -> NewGame:
        """The form as the API's request."""
        opponent = None if self.opponent in ("", "two") else self.opponent
        # Without script the form offers a clock against every opponent.
        clock = read_clock(self.clock) if self.opponent == FRIEND else None
        return NewGame(self.board, opponent, self.side, self.first, clock)


class MoveForm(PlayMove, frozen=True, forbid_unknown_fields=False):
    """A pressed square of a game."""


class ActForm(Act, frozen=True, forbid_unknown_fields=False):
    """A pressed button of a game."""


class AnswerForm(PuzzleAnswer, frozen=True, forbid_unknown_fields=False):
    """A pressed square of a puzzle."""


def read_form(fields: Mapping[str, str], request: type[Request]) -> Request:
    """A form as a request of the API; raises msgspec.ValidationError.

    >>> from noughts.web.services.room_actions import NewPair
    >>> read_form({"x": "0", "o": "1", "added": ""}, NewPair)
    NewPair(x=0, o=1, command=None)
    """
    known = request.__struct_fields__
    read: dict[str, Any] = {name: value for name, value in fields.items() if name in known}
    if "clock" in read:
        read["clock"] = read_clock(read["clock"])
    return msgspec.convert(read, request, strict=False)


def read_clock(text: str) -> ClockSetting | None:
    """The clock that a form names; raises msgspec.ValidationError for one that cannot be.

    >>> read_clock("game-180")
    ClockSetting(per='game', seconds=180)
    """
    if not msgspec.convert(text, ClockText):
        return None
    per, _, seconds = text.partition("-")
    return msgspec.convert({"per": per, "seconds": int(seconds)}, ClockSetting)
