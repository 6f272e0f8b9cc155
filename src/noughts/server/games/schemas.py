"""The requests and responses of the API about games, and the messages of live connections."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from noughts.core import Mark
from noughts.server.games import types
from noughts.server.games.presence import Presence
from noughts.server.http.errors import Problem
from noughts.server.live.messages import Heartbeat, Hello
from noughts.views.board import Side
from noughts.views.game import ClockView, FirstChoice, SideChoice, SoloView, Standing

_OPPONENT = (
    "A level or player; `friend` leaves the other seat free for a friend; "
    "null for two people at one screen."
)
_FIRST = "Who moves first: the player who began the game, the other one, a side, or a lot."
_SECONDS = (
    "How long the computer may think about a move, on boards where it searches; "
    "null for half a second."
)

BoardName = Annotated[str, Meta(max_length=16, description="`WIDTHxHEIGHT:K`, as `15x15:5`.")]
Opponent = Annotated[str, Meta(max_length=32, description=_OPPONENT)]
ThinkingTime = Annotated[float, Meta(ge=0.1, le=60, description=_SECONDS)]


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin: the board, the opponent, the side and who moves first."""

    board: BoardName = "3x3:3"
    opponent: Opponent | None = "medium"
    side: SideChoice = "x"
    first: Annotated[FirstChoice, Meta(description=_FIRST)] = "x"
    clock: types.ClockSetting | None = None
    seconds: ThinkingTime | None = None
    command: types.CommandId | None = None


class PresenceState(Struct, frozen=True, tag="presence"):
    """The presence of players; in `claim_in` seconds the win may be claimed from an absent one."""

    x: Presence
    o: Presence
    spectators: int
    claim_in: float | None
    text: str


class ReactionMessage(Struct, frozen=True, tag="reaction"):
    """A player's reaction, to be shown for a moment; `command` is the id of what showed it."""

    side: Mark
    reaction: str
    command: str


def _unset() -> UnsetType:
    """Return UNSET, which as a default would not fit into the API's description."""
    return UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView(SoloView):
    """A game as the client may see it, with what a live connection would be told besides."""

    presence: PresenceState | UnsetType = field(default_factory=_unset)
    reactions: list[ReactionMessage] | UnsetType = field(default_factory=_unset)  # the latest


class GameProblem(Problem, frozen=True):
    """A refused command; `game` is the game as it is now, if that is the reason."""

    game: GameView | UnsetType = UNSET


class BoardChange(Struct, frozen=True):
    """The changes of a move to a board; `labels` are of the squares now read out differently."""

    square: int
    side: Side
    turn: Side | None
    labels: dict[int, str]
    winning: list[int]
    lines: list[list[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChange(Standing):
    """The changes of an event to the view of a game between two, with the move if it was one."""

    board: BoardChange | None


class AfterMove(Struct, frozen=True):
    """The sentences after a move of a side, with `{square}` in place of its name."""

    status: str
    title: str
    announcement: str


class MoveWords(Struct, frozen=True):
    """The sentences about moves in a game that goes on, by the side that moves.

    `label` is how the square of the last move is read out.
    """

    x: AfterMove
    o: AfterMove
    label: str


class SeatTaken(Struct, frozen=True, tag="sat"):
    """A player took the free seat; their key is left out."""

    side: Mark
    at: str


PublicEvent = SeatTaken | types.Change


class ViewMessage(Struct, frozen=True, tag="view"):
    """The game as you see it when you connect, or after events that were missed.

    Its `announcement` says what happened since the version that you had.
    """

    game: GameView
    words: MoveWords | UnsetType = UNSET


class EventMessage(Struct, frozen=True, tag="event"):
    """One event; `version` is the game's after it, `command` the id of what caused it.

    It comes with its `change` to the game as you see it, or with the whole `game` where that is
    more, unless you asked for no `changes`. A move between two that does not end the game changes
    only what the `words` about moves say, and the clocks, if there are any. Those `words` come
    again if they are different.
    """

    version: int
    event: PublicEvent
    command: str
    clock: ClockView | UnsetType = UNSET
    change: GameChange | UnsetType = UNSET
    game: GameView | UnsetType = UNSET
    words: MoveWords | UnsetType = UNSET


class CommandRefused(Struct, frozen=True, tag="refused"):
    """A command was refused; `game` is the game as it is now, where that is why."""

    command: str | None
    status: int
    detail: str
    game: GameView | None = None


class Away(Struct, frozen=True, tag="away", forbid_unknown_fields=True):
    """Your page is hidden."""


class Here(Struct, frozen=True, tag="here", forbid_unknown_fields=True):
    """Your page is shown again."""


ClientMessage = types.Action | types.React | Away | Here
GameMessage = ViewMessage | EventMessage | PresenceState | ReactionMessage
ServerMessage = Hello | GameMessage | Heartbeat | CommandRefused
