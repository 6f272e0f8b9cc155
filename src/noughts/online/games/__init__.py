"""A shared game, pure: `decide` turns commands into events, `evolve` applies events to the game."""

from noughts.online.games.clocks import Clock, Clocks
from noughts.online.games.commands import (
    Ask,
    CheckClock,
    ClaimWin,
    Command,
    Decline,
    Play,
    Resign,
    Sit,
)
from noughts.online.games.decisions import FAIR_SECONDS, decide
from noughts.online.games.events import (
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
from noughts.online.games.evolution import begin, evolve, replay
from noughts.online.games.state import Computer, Free, Offer, Person, Score, Seat, SharedGame

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
    "Offer",
    "Offered",
    "Person",
    "Play",
    "Played",
    "RanOut",
    "Rematched",
    "Resign",
    "Resigned",
    "SatDown",
    "Score",
    "Seat",
    "SharedGame",
    "Sit",
    "TookBack",
    "begin",
    "decide",
    "evolve",
    "replay",
]
