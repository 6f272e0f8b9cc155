"""The games of a series as records, which can be kept and exchanged outside the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.online.games.events import Began, Event, Rematched
from noughts.online.games.evolution import begin, evolve
from noughts.online.games.state import Computer, Free, Seat, SharedGame


def records(events: Iterable[Event]) -> list[Record]:
    """The games of a log, the last one as it stands; raises ValueError for a log of no game.

    >>> started = Began(".../.../... x 3", Computer("easy"), Free(), "2026-01-02T03:04:05+00:00")
    >>> [record.players[Mark.X] for record in records([started])]
    ['easy']
    """
    rest = iter(events)
    shared, ended, found = _begun(rest), None, []
    for event in rest:
        if isinstance(event, Rematched):
            found.append(_record(shared, ended))
        shared = evolve(shared, event)
        ended = None if shared.game.ending is None else ended or event.at
    return [*found, _record(shared, ended)]


def first_end(events: Iterable[Event]) -> Record | None:
    """The first game of a log when it first ended, even if moves were taken back later.

    None if it never ended; raises ValueError for a log of no game.
    """
    rest = iter(events)
    shared = _begun(rest)
    for event in rest:
        shared = evolve(shared, event)
        if shared.game.ending is not None:
            return _record(shared, event.at)
    return None


def _begun(events: Iterator[Event]) -> SharedGame:
    first = next(events, None)
    if not isinstance(first, Began):
        raise ValueError("a game starts with the event that began it")
    return begin(first)


def _record(shared: SharedGame, ended: str | None) -> Record:
    players = {mark: _name(shared.seat(mark)) for mark in Mark}
    return Record(shared.game, players, shared.began, ended)


def _name(seat: Seat) -> str:
    """A player's name in a record; people are anonymous."""
    if isinstance(seat, Computer):
        return seat.player
    return "nobody" if isinstance(seat, Free) else "human"
