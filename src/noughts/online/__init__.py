"""A shared game, pure: commands are decided into events, and events make the game what it is."""

from noughts.online.clocks import Clock, Clocks
from noughts.online.commands import (
    Ask,
    CheckClock,
    ClaimWin,
    Command,
    Decline,
    Play,
    Resign,
    Sit,
)
from noughts.online.decide import FAIR_SECONDS, Refused, Stale, decide
from noughts.online.events import (
    Agreed,
    Began,
    Declined,
    Event,
    Left,
    Offered,
    Played,
    RanOut,
    Rematched,
    Resigned,
    SatDown,
    TookBack,
)
from noughts.online.evolve import begin, evolve, replay
from noughts.online.room_events import Logged, RoomEvent
from noughts.online.shared_game import Computer, Free, Offer, Person, Score, Seat, SharedGame

__all__ = [
    "FAIR_SECONDS",
    "Agreed",
    "Ask",
    "Began",
    "CheckClock",
    "ClaimWin",
    "Clock",
    "Clocks",
    "Command",
    "Computer",
    "Decline",
    "Declined",
    "Event",
    "Free",
    "Left",
    "Logged",
    "Offer",
    "Offered",
    "Person",
    "Play",
    "Played",
    "RanOut",
    "Refused",
    "Rematched",
    "Resign",
    "Resigned",
    "RoomEvent",
    "SatDown",
    "Score",
    "Seat",
    "SharedGame",
    "Sit",
    "Stale",
    "TookBack",
    "begin",
    "decide",
    "evolve",
    "replay",
]
