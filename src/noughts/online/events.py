"""Every event that a log may hold; one log holds events of one kind."""

from __future__ import annotations

from noughts.online.games.events import Event
from noughts.online.rooms.events import RoomEvent

LoggedEvent = Event | RoomEvent
