"""The messages between nodes about who is connected."""

from __future__ import annotations

from msgspec import Struct


class PresenceUpdate(Struct, frozen=True, array_like=True, tag="attends"):
    """How many connections a person has on a node, and how many of them show the page."""

    game: str  # the id of a game, or of a room
    key: str
    connections: int
    visible: int


class Activity(Struct, frozen=True, array_like=True, tag="acts"):
    """A player without a live connection read or did something on a node."""

    game: str
    key: str


PresenceMessage = PresenceUpdate | Activity
