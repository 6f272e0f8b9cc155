"""The players of these tests, and games between them."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import UNSET, UnsetType

from noughts import NoughtsError, Rules
from noughts.core.offer import Offer
from noughts.server.games import types
from noughts.server.games.decide import decide
from noughts.server.games.evolve import begin, evolve
from noughts.server.http.identity import RequestContext

ANN, BEN, CAT = (types.Person(key) for key in ("ann", "ben", "cat"))
ENGINE = types.Computer("medium")
FREE = types.Free()
WON = (0, 3, 1, 4, 2)  # by X
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
WATCHING = "Refused: You're watching this game, not playing it"
STALE = "Stale: The game has moved on – take another look"
NOW = "2026-01-02T03:04:05+00:00"


# The command that makes an offer, or agrees to it.
COMMANDS: dict[Offer, type[types.Undo | types.Draw | types.Rematch]] = {
    Offer.UNDO: types.Undo,
    Offer.DRAW: types.Draw,
    Offer.REMATCH: types.Rematch,
}


def at(seconds: float) -> str:
    """The time a number of seconds after NOW."""
    return (datetime.fromisoformat(NOW) + timedelta(seconds=seconds)).isoformat()


def began(
    x: types.Seat = ANN,
    o: types.Seat = BEN,
    board: str = "3x3:3",
    clock: types.Clock | None = None,
    first_move: int | UnsetType = UNSET,
) -> types.Began:
    start = Rules.parse(board).start().notation
    return types.Began(start, x, o, NOW, clock=clock, first_move=first_move)


def asking(key: str) -> RequestContext:
    """A request by the holder of a key."""
    return RequestContext(key, "192.0.2.1", "/", "http://localhost/")


def game(
    *squares: int,
    x: types.Seat = ANN,
    o: types.Seat = BEN,
    board: str = "3x3:3",
    clock: types.Clock | None = None,
    first_move: int | UnsetType = UNSET,
) -> types.SharedGame:
    """A game in which these squares were taken in turn."""
    shared = begin(began(x, o, board, clock, first_move))
    for square in squares:
        by = shared.seat(shared.game.position.turn)
        shared = after(shared, by, types.Play(shared.version, square))
    return shared


def refusal(
    shared: types.SharedGame,
    by: types.Seat | None,
    command: types.Command,
    now: str = NOW,
    *,
    is_deserted: bool = True,
) -> str:
    """Why a command is refused: the kind of error, and its message."""
    try:
        events = decide(shared, by, command, now, is_deserted=is_deserted)
    except NoughtsError as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError(f"{command} was accepted: {events}")


def after(
    shared: types.SharedGame, by: types.Seat | None, command: types.Command, now: str = NOW
) -> types.SharedGame:
    """The game after a command that causes one event."""
    (event,) = decide(shared, by, command, now)
    return evolve(shared, event)
