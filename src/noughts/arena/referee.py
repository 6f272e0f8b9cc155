"""The referee: one game between two players, in which who fails loses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from time import monotonic

from noughts.core.bits import Move
from noughts.core.ending import Ending, Termination
from noughts.core.errors import IllegalMove, NoughtsError
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.engine import GRACE_SECONDS, EngineFailure, Fault
from noughts.players import Player
from noughts.players.base import checked_choice
from noughts.search import use_own_engines
from noughts.solver import Limit


@dataclass(frozen=True, slots=True)
class Failure:
    """What cost a side the game."""

    mark: Mark
    fault: Fault
    reason: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game, how it was lost if a side failed, and the seconds of each side's slowest move."""

    game: Game
    failure: Failure | None
    slowest: Mapping[Mark, float]


def _own_context() -> Context:
    context = copy_context()
    context.run(use_own_engines)
    return context


@dataclass(frozen=True, slots=True)
class Side:
    """A player, the limit of each of its moves, and the context in which it thinks: its own."""

    player: Player
    limit: Limit
    context: Context = field(default_factory=_own_context, compare=False)

    def choose(self, position: Position) -> Move:
        """The player's move; raises what it raises, and IllegalMove."""
        choice = self.context.run(self.player.choose, position, self.limit)
        return checked_choice(self.player, position, choice.move)


class Stopped(NoughtsError):
    """The match ended before the game did."""


def play_game(
    start: Position,
    sides: Mapping[Mark, Side],
    should_stop: Callable[[], bool] = lambda: False,
) -> Played:
    """Play a game; raises Stopped once it should stop.

    A side loses if its player raises, makes no legal move, or is more than a second late.
    """
    position, moves = start, list[Move]()
    slowest = dict.fromkeys(Mark, 0.0)
    while not position.is_over:
        if should_stop():
            raise Stopped("the match was stopped")
        mark, began = position.turn, monotonic()
        try:
            move = _move(sides[mark], position)
        except EngineFailure as failure:
            return _lost(start, moves, Failure(mark, failure.fault, failure.reason), slowest)
        slowest[mark] = max(slowest[mark], monotonic() - began)
        position = position.play_unchecked(move)
        moves.append(move)
    return Played(Game(start, moves), None, slowest)


def _move(side: Side, position: Position) -> Move:
    """The player's move; every failure becomes an EngineFailure."""
    began = monotonic()
    try:
        move = side.choose(position)
    except EngineFailure:
        raise
    except IllegalMove as error:
        raise EngineFailure(Fault.ILLEGAL, error.reason) from error
    except Exception as error:  # a player may be anybody's, and the match has to go on
        raise EngineFailure(Fault.CRASH, f"{type(error).__name__}: {error}") from error
    seconds = side.limit.seconds
    if seconds is not None and monotonic() - began > seconds + GRACE_SECONDS:
        raise EngineFailure(Fault.TIME, f"took {monotonic() - began:.2f} seconds for a move")
    return move


def _lost(
    start: Position, moves: list[Move], failure: Failure, slowest: Mapping[Mark, float]
) -> Played:
    late = failure.fault is Fault.TIME
    termination = Termination.TIME if late else Termination.ABANDONED
    game = Game(start, moves).end(Ending(termination, failure.mark.other))
    return Played(game, failure, slowest)
