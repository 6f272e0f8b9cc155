"""Who sits in these tests, and games between them."""

from __future__ import annotations

from noughts import Rules
from noughts.online import Began, Computer, Person, Play, Seat, SharedGame, begin, decide, evolve

ANN, BEN, CAT = (Person(key) for key in ("ann", "ben", "cat"))
ENGINE = Computer("medium")
NOW = "2026-01-02T03:04:05+00:00"


def began(x: Seat = ANN, o: Seat = BEN, board: str = "3x3:3") -> Began:
    return Began(str(Rules.parse(board).start()), x, o, NOW)


def game(*squares: int, x: Seat = ANN, o: Seat = BEN, board: str = "3x3:3") -> SharedGame:
    """A game in which squares were taken in turn, each by whoever was to move."""
    shared = begin(began(x, o, board))
    for square in squares:
        by = shared.seat(shared.game.position.turn)
        (event,) = decide(shared, Play(by, shared.version, square), NOW)
        shared = evolve(shared, event)
    return shared
