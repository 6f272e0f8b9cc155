"""What nodes tell each other about who is connected."""

from __future__ import annotations

from msgspec import Struct


class PresenceUpdate(Struct, frozen=True, array_like=True, tag="attends"):
    """How many connections somebody has on a node, and how many of them with a visible page."""

    game: str  # the id of a game, or of a room
    key: str
    connections: int
    visible: int


class PresenceQuery(Struct, frozen=True, array_like=True, tag="asks"):
    """A node wants to know who is connected to a game or a room."""

    game: str


PresenceMessage = PresenceUpdate | PresenceQuery
