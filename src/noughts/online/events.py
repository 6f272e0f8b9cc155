"""Every event that a log can hold; a log holds the events of one game or one room."""

from __future__ import annotations

from noughts.online.games.events import Event
from noughts.online.rooms.events import RoomEvent

LoggedEvent = Event | RoomEvent
