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
SecondsText = Annotated[str, Meta(pattern="^([1-9][0-9]?)?$")]  # empty is the usual time

Request = TypeVar("Request", bound=Struct)


class BeginForm(Struct, frozen=True):
    """The form of a new game, and perhaps its first move on the board that is `shown`.

    Any `other` board takes precedence over the chosen one.
    """

    board: str = "3x3:3"
    other: str = ""
    shown: str = ""
    opponent: str = "medium"
    side: SideChoice = "x"
    first: SideChoice = "x"
    clock: ClockText = ""
    seconds: SecondsText = ""
    square: Square | None = None

    def new_game(self) -> NewGame:
        """The form as the API's request, as far as its fields go together."""
        board = self.other.strip() or self.board
        opponent = None if self.opponent in ("", "two") else self.opponent
        # Without script the form offers a clock against every opponent.
        clock = read_clock(self.clock) if self.opponent == FRIEND else None
        is_computer = opponent not in (None, FRIEND)
        seconds = float(self.seconds) if is_computer and self.seconds else None
        return NewGame(board, opponent, self.side, self.first, clock, seconds)

    def first_move(self) -> Square | None:
        """The pressed square, unless it is one of another board than the game's."""
        return self.square if self.shown in ("", self.new_game().board) else None


class MoveForm(PlayMove, frozen=True, forbid_unknown_fields=False):
    """A pressed square of a game."""


class ActForm(Act, frozen=True, forbid_unknown_fields=False):
    """A pressed button of a game."""


class RetryForm(Struct, frozen=True):
    """A move of a review from which to try again, in a game of a series."""

    ply: Annotated[int, Meta(ge=0, le=676)]
    round: Annotated[int, Meta(ge=1, le=10_000)] | None = None


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
