"""The commands for a room: the bodies of requests, and what the server itself asks for."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta, Struct, convert, field
from msgspec.structs import replace

from noughts.core import Rules
from noughts.server.games.types import ClockSetting, CommandId, Per
from noughts.server.rooms.types import Choices, FirstMove, Number, Result

MemberNumber = Annotated[
    int, Meta(ge=0, lt=200, description="A member of the room, by when they joined.")
]


# The author of a command is passed beside it.
class _Action(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    command: CommandId | None = None  # its id


class _Choosing(Choices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    clock: Annotated[
        ClockSetting | None, Meta(description="Null for none; without it, a minute a move.")
    ] = field(default_factory=lambda: ClockSetting(Per.MOVE, 60))
    first_move: FirstMove = 20
    command: CommandId | None = None

    def choices(self) -> Choices:
        """Return the choices as events store them; raises InvalidRules."""
        chosen = convert(self, Choices, from_attributes=True)
        return replace(chosen, board=str(Rules.parse(self.board)))


class Open(_Choosing, frozen=True, tag="open"):
    """Open a room: what is played in it, and whether names are drawn or typed."""


class Join(_Action, frozen=True, tag="join"):
    """Join a room, under a random name or your own, perhaps as two at one device."""

    name: Annotated[
        str, Meta(max_length=200, description="Your first name, where names are typed.")
    ] = ""
    partner: Annotated[
        str,
        Meta(
            max_length=200,
            description="The first name of the second player at this device; where names are "
            "drawn, any text for two.",
        ),
    ] = ""


class Leave(_Action, frozen=True, tag="leave"):
    """Leave a room: your unfinished games are void."""


class Look(_Action, frozen=True, tag="look"):
    """Look for a game in free play, or stop; in a tournament take a break, or come back from one.

    If another player looks too, your game begins.
    """

    is_looking: bool = True


class Pair(_Action, frozen=True, tag="pair"):
    """Pair two members who have no game; for the owner."""

    x: MemberNumber
    o: MemberNumber


class PairAll(_Action, frozen=True, tag="pair-all"):
    """Pair up all members who have no game, in this round of a Swiss tournament; for the owner."""


class BeginRound(_Action, frozen=True, tag="begin-round"):
    """Begin the next round, or a new tournament, unless other games have begun; for the owner.

    When a round is over, the next begins by itself.
    """

    games: Annotated[
        int, Meta(ge=0, le=10_000, description="How many games the room had when you last saw it.")
    ]
    going: Annotated[
        int,
        Meta(ge=0, le=100, description="How many games of the tournament may still be going on."),
    ] = 0


class OfMember(_Action, frozen=True):
    """A decision of the owner about a member."""

    member: MemberNumber


class Remove(OfMember, frozen=True, tag="remove"):
    """Remove a member for good; for the owner."""


class Admit(OfMember, frozen=True, tag="admit"):
    """Let a newcomer in who waits for it; for the owner."""


class Readmit(OfMember, frozen=True, tag="readmit"):
    """Let a member who was removed come back; for the owner."""


class Rename(OfMember, frozen=True, tag="rename"):
    """Give a member another name, drawn unless you type one; for the owner."""

    name: Annotated[str, Meta(max_length=200)] = ""


class Annul(_Action, frozen=True, tag="annul"):
    """Call off a game: it counts for nobody, and both are free; for the owner."""

    game: Annotated[int, Meta(ge=0, lt=3_000, description="A game of the room, by when it began.")]


class Pause(_Action, frozen=True, tag="pause"):
    """Begin no more games, or go on; games under way can be finished; for the owner."""

    is_paused: bool = True


class Extend(_Action, frozen=True, tag="extend"):
    """Add a round to a Swiss tournament, or five minutes to an arena; for the owner."""


class End(_Action, frozen=True, tag="end"):
    """End the tournament: games under way count for nobody; for the owner."""


class Choose(_Choosing, frozen=True, tag="choose"):
    """Change the choices for the games to come; for the owner. Another way ends a tournament."""


class Lock(_Action, frozen=True, tag="lock"):
    """Let nobody new into the room, or open it again; members come and go; for the owner."""

    is_locked: bool = True


class InviteHost(_Action, frozen=True, tag="invite-host"):
    """Make a secret with which one more device becomes a host; for the owner."""


class BecomeHost(_Action, frozen=True, tag="become-host"):
    """Become a host, by the secret that another one was shown; it works once."""

    token: Annotated[str, Meta(max_length=64, description="The secret.")]


class Close(_Action, frozen=True, tag="close"):
    """Close the room: open games go on, no more begin; for the owner."""


class Finish(Struct, frozen=True):
    """Record how a game ended."""

    pairing: Number
    result: Result
    missed_by: Number | None = None  # who lost it without a move of their own


class Attend(Struct, frozen=True):
    """Note that a member's page is connected, or no longer."""

    is_here: bool


class CheckEnd(Struct, frozen=True):
    """End an arena whose time is over."""


OwnerCommand = (  # in an open room
    Remove
    | Admit
    | Readmit
    | Rename
    | Pair
    | PairAll
    | BeginRound
    | Annul
    | Pause
    | Extend
    | End
    | Choose
    | Lock
)
RoomAction = Join | Leave | Look | InviteHost | BecomeHost | OwnerCommand | Close
RoomCommand = RoomAction | Finish | Attend | CheckEnd
BEGINNING = Look | Pair | PairAll | BeginRound  # commands by which games begin


# The actions of a room, by the last part of their address.
ROOM_ACTIONS: dict[str, type[RoomAction]] = {
    str(action.__struct_config__.tag): action for action in get_args(RoomAction)
}
