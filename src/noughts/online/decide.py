"""From a command to the events it causes, or to the reason why it causes none."""

from __future__ import annotations

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.core.mark import Mark
from noughts.online.commands import Command, Play, Resign, TakeBack
from noughts.online.events import Event, Played, Resigned, TookBack
from noughts.online.shared_game import SharedGame

# The version: an endless game would make every look at it slow, at 7 microseconds an event.
_LAST_TAKEN_BACK = 2_000


class Refused(NoughtsError):
    """A command that the one who gave it may not give."""


class Stale(Refused):
    """A command given from a version of the game that is no longer the latest."""

    def __init__(self) -> None:
        super().__init__("the game has moved on since: look again")


def decide(shared: SharedGame, command: Command, now: str) -> tuple[Event, ...]:
    """The events a command causes at a time; nothing is changed.

    Raises Stale, Refused to those who may not, IllegalMove and IllegalAction.
    """
    if command.version != shared.version:
        raise Stale
    sides = tuple(mark for mark in Mark if shared.seat(mark) == command.by)
    if not sides:
        raise Refused("you are watching this game, not playing it")
    match command:
        case Play(square=square):
            return (_play(shared, sides, square, now),)
        case TakeBack():
            return (_take_back(shared, sides, now),)
        case Resign():
            return (_resign(shared, sides, now),)


def _play(shared: SharedGame, sides: tuple[Mark, ...], square: int, now: str) -> Played:
    if shared.game.ending is None and shared.game.position.turn not in sides:
        raise Refused("it is not your move")
    shared.game.play(square)  # or raises IllegalMove
    return Played(square, now)


def _take_back(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> TookBack:
    if shared.version >= _LAST_TAKEN_BACK:
        raise IllegalAction("too much was taken back in this game: begin another")
    plies = shared.game.plies_since_turn_of(sides)
    if plies is None:
        raise IllegalAction("there is no move of yours to take back")
    shared.game.undo(plies)  # or raises IllegalAction
    return TookBack(plies, now)


def _resign(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> Resigned:
    turn = shared.game.position.turn
    side = turn if turn in sides else turn.other
    shared.game.resign(side)  # or raises IllegalAction
    return Resigned(side.value, now)
