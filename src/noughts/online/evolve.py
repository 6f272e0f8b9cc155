"""From a shared game and an event to the game after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.online.events import Began, Event, Played, Resigned, TookBack
from noughts.online.shared_game import SharedGame


def begin(event: Began) -> SharedGame:
    """The game as it was set up."""
    game = Game(Position.parse(event.start))
    return SharedGame(game, event.x, event.o, event.score, event.at, version=1)


def evolve(shared: SharedGame, event: Event) -> SharedGame:
    """The game after an event that was decided on it."""
    return replace(shared, game=_after(shared.game, event), version=shared.version + 1)


def replay(events: Iterable[Event]) -> SharedGame:
    """The game that events make from the first on; raises ValueError if that did not begin it."""
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, Began):
        raise ValueError("a game starts with the event that began it")
    shared = begin(first)
    for event in rest:
        shared = evolve(shared, event)
    return shared


def _after(game: Game, event: Event) -> Game:
    match event:
        case Played(square=square):
            return game.play(square)
        case TookBack(plies=plies):
            return game.undo(plies)
        case Resigned(side=side):
            return game.resign(Mark(side))
        case Began():
            raise ValueError("a game begins once")
