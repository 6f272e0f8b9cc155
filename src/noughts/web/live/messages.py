"""The messages of a live connection, either way; each is JSON with its `type`."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from noughts.online.games import (
    Agreed,
    CalledOff,
    ClockResumed,
    Declined,
    Left,
    Offered,
    Played,
    RanOut,
    Rematched,
    Renamed,
    Resigned,
    TookBack,
)
from noughts.online.games.presence import Presence
from noughts.web.views.schemas import (
    Action,
    ClockView,
    CommandId,
    GameChange,
    GameView,
    MoveWords,
    Side,
    Square,
    Version,
)


class Hello(Struct, frozen=True, tag="hello"):
    """The first message: how many seconds there are between two of type `beat`."""

    heartbeat: float


class EndingState(Struct, frozen=True):
    """How a game ended."""

    termination: str
    winner: Side | None


class OfferState(Struct, frozen=True):
    """What a side offers the other."""

    kind: Literal["takeback", "draw", "rematch"]
    side: Side


class GameState(Struct, frozen=True, tag="gameState"):
    """What changes while a game is played; squares are counted from 0 in reading order."""

    version: int
    moves: list[int]
    turn: Side | None
    ending: EndingState | None
    offer: OfferState | None
    clock: ClockView | None


class GameFull(Struct, frozen=True, tag="gameFull"):
    """A game as programs see it, with all that does not change while it is played."""

    id: str
    rules: str
    start: str
    seats: dict[Side, Literal["person", "computer", "free"]]
    you: list[Side]
    round: int
    score: dict[str, int]
    state: GameState


class SeatTaken(Struct, frozen=True, tag="sat-down"):
    """Somebody took the free seat, without saying who."""

    side: str
    at: str


PublicEvent = (
    SeatTaken
    | Played
    | TookBack
    | Offered
    | Declined
    | Agreed
    | Resigned
    | RanOut
    | ClockResumed
    | Left
    | CalledOff
    | Renamed
    | Rematched
)


class EventMessage(Struct, frozen=True, tag="event"):
    """One event; `version` is the game's after it, `command` the id of what caused it.

    Pages are also sent the clocks, if the game has any.
    """

    version: int
    event: PublicEvent
    command: str
    clock: ClockView | UnsetType = UNSET


class ViewMessage(Struct, frozen=True, tag="view"):
    """The game as you see it; its `announcement` says what happened since the last message.

    `words` are for the moves that follow; they are left out where they have not changed.
    """

    game: GameView
    command: str | None = None
    words: MoveWords | UnsetType = UNSET


class ChangeMessage(Struct, frozen=True, tag="change"):
    """What an event changes in the view that you have; all else stays as it is."""

    game: GameChange
    command: str


class PresenceState(Struct, frozen=True, tag="presence"):
    """Who is there; in `claim_in` seconds the win may be claimed from whoever is not."""

    x: Presence
    o: Presence
    spectators: int
    claim_in: float | None
    text: str


class Heartbeat(Struct, frozen=True, tag="beat"):
    """Sent regularly: if you have an older version than this, you have missed something."""

    version: int


class CommandRefused(Struct, frozen=True, tag="refused"):
    """A command was refused; `game` is the game as it is now, where that is why."""

    command: str | None
    status: int
    detail: str
    game: GameView | None = None


class _Act(Struct, frozen=True, forbid_unknown_fields=True):
    version: Version
    command: CommandId | None = None


class PlaySquare(_Act, frozen=True, tag="play", kw_only=True):
    """Take a square."""

    square: Square


class Undo(_Act, frozen=True, tag="undo"):
    """Take back, or offer to, or agree to it."""


class OfferDraw(_Act, frozen=True, tag="draw"):
    """Offer a draw, or agree to it."""


class GiveUp(_Act, frozen=True, tag="resign"):
    """Give the game up."""


class Again(_Act, frozen=True, tag="next"):
    """Offer a rematch, or agree to it."""


class Refuse(_Act, frozen=True, tag="decline"):
    """Decline what is offered, or withdraw what you offered."""


class Claim(_Act, frozen=True, tag="claim"):
    """Win because the other one has left."""


class Away(Struct, frozen=True, tag="away", forbid_unknown_fields=True):
    """Your page is hidden."""


class Here(Struct, frozen=True, tag="here", forbid_unknown_fields=True):
    """Your page is shown again."""


Acting = PlaySquare | Undo | OfferDraw | GiveUp | Again | Refuse | Claim
ClientMessage = Acting | Away | Here
ServerMessage = (
    Hello
    | GameFull
    | GameState
    | EventMessage
    | ViewMessage
    | ChangeMessage
    | PresenceState
    | Heartbeat
    | CommandRefused
)

# The API's names of these actions.
ACTIONS: dict[type[Acting], Action] = {
    Undo: "undo",
    OfferDraw: "draw",
    GiveUp: "resign",
    Again: "next",
    Refuse: "decline",
    Claim: "claim",
}
