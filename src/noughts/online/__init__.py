"""A shared game, pure: commands are decided into events, and events make the game what it is."""

from noughts.online.commands import Command, Play, Resign, TakeBack
from noughts.online.decide import Refused, Stale, decide
from noughts.online.events import Began, Event, Played, Resigned, TookBack
from noughts.online.evolve import begin, evolve, replay
from noughts.online.shared_game import Computer, Person, Score, Seat, SharedGame

__all__ = [
    "Began",
    "Command",
    "Computer",
    "Event",
    "Person",
    "Play",
    "Played",
    "Refused",
    "Resign",
    "Resigned",
    "Score",
    "Seat",
    "SharedGame",
    "Stale",
    "TakeBack",
    "TookBack",
    "begin",
    "decide",
    "evolve",
    "replay",
]
