"""What is told of a game, to each kind of audience: the frames of a live connection."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, cast

import msgspec
from msgspec import Struct

from noughts.core.mark import Mark
from noughts.online.events import LoggedEvent
from noughts.online.games import Began, Person, Rematched, SatDown, SharedGame, replay
from noughts.web.aggregates.bus import Happened
from noughts.web.aggregates.games import now
from noughts.web.live.messages import (
    Beat,
    EndingState,
    GameFull,
    GameState,
    Happening,
    Hello,
    OfferState,
    Presences,
    PublicEvent,
    SeatTaken,
    Seen,
)
from noughts.web.live.presence import Attendance
from noughts.web.storage.store import Append
from noughts.web.views import text
from noughts.web.views.games import clock_view, game_view, side

Show = Literal["views", "events", "states"]

_encoder = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class Audience:
    """Somebody by their key, and how they want to hear of things.

    `views` are for people: the game as they see it, in words. `events` and `states` are for
    programs: each event once, or what the game is after it.
    """

    key: str | None
    show: Show

    def kind(self, shared: SharedGame) -> object:
        """The same for all who are told the same."""
        return self.show if self.show == "events" else (self.show, shared.sides_of(self.key))


class Teller:
    """Writes frames about one game."""

    def __init__(self, id_: str) -> None:
        self._id = id_

    def hello(self, heartbeat: float) -> str:
        return write(Hello(heartbeat))

    def beat(self, shared: SharedGame) -> str:
        return write(Beat(shared.version))

    def first(
        self,
        audience: Audience,
        shared: SharedGame,
        appends: tuple[Append, ...],
        after: int | None,
    ) -> Iterator[str]:
        """What somebody who comes at a version needs, to know the game as it is."""
        known = after is not None and 1 <= after <= shared.version
        if audience.show == "views":
            before = _at(appends, after) if known and after is not None else None
            yield self._seen(audience, shared, before, None)
        elif audience.show == "events" and known:
            for append in appends:
                yield from _happenings(append, after)
        else:
            yield write(self._full(audience, shared))

    def happened(
        self, audience: Audience, happened: Happened, before: SharedGame
    ) -> tuple[str, ...]:
        """What an append is to somebody."""
        match audience.show:
            case "views":
                command = happened.append.command_id
                return (self._seen(audience, happened.after, before, command),)
            case "events":
                return tuple(_happenings(happened.append))
        if any(isinstance(event, SatDown | Rematched) for event in happened.append.events):
            return (write(self._full(audience, happened.after)),)
        return (write(_state(happened.after)),)

    def presence(self, audience: Audience, shared: SharedGame, attendance: Attendance) -> str:
        there = {mark: attendance.presence(shared, mark) for mark in Mark}
        texts = (
            text.presence_text(text.subjects(shared, audience.key), shared, there),
            text.watching_text(attendance.spectators(shared)),
        )
        return write(
            Presences(
                x=there[Mark.X],
                o=there[Mark.O],
                spectators=attendance.spectators(shared),
                claim_in=attendance.claim_in(shared),
                text=" ".join(filter(None, texts)),
            )
        )

    def _seen(
        self, audience: Audience, shared: SharedGame, before: SharedGame | None, command: str | None
    ) -> str:
        return write(Seen(game_view(self._id, shared, audience.key, now(), before), command))

    def _full(self, audience: Audience, shared: SharedGame) -> GameFull:
        score = shared.score
        return GameFull(
            id=self._id,
            rules=str(shared.game.rules),
            start=str(shared.game.start),
            seats={side(mark): _kind(shared, mark) for mark in Mark},
            you=[side(mark) for mark in shared.sides_of(audience.key)],
            round=shared.round,
            score={"x": score.x, "o": score.o, "drawn": score.drawn},
            state=_state(shared),
        )


def write(message: Struct) -> str:
    """A message as it is sent."""
    return _encoder.encode(message).decode()


def _happenings(append: Append, after: int | None = None) -> Iterator[str]:
    """The events of an append that come after a version."""
    for number, event in enumerate(append.events, append.version + 1):
        if not isinstance(event, Began) and (after is None or number > after):
            yield write(Happening(number, _public(event), append.command_id))


def _public(event: LoggedEvent) -> PublicEvent:
    """An event of a game that has begun, without the key of anybody."""
    if isinstance(event, SatDown):
        return SeatTaken(event.side, event.at)
    return cast("PublicEvent", event)


def _kind(shared: SharedGame, mark: Mark) -> Literal["person", "computer", "free"]:
    seat = shared.seat(mark)
    if isinstance(seat, Person):
        return "person"
    return "free" if mark is shared.free_seat else "computer"


def _state(shared: SharedGame) -> GameState:
    game, offer = shared.game, shared.offer
    ending = game.ending
    winner = None if ending is None or ending.winner is None else side(ending.winner)
    return GameState(
        version=shared.version,
        moves=list(game.moves),
        turn=None if ending is not None else side(game.position.turn),
        ending=None if ending is None else EndingState(ending.termination.value, winner),
        offer=None if offer is None else OfferState(offer[0].value, side(offer[1])),
        clock=clock_view(shared, now()),
    )


def _at(appends: tuple[Append, ...], version: int) -> SharedGame:
    events = [event for append in appends for event in append.events]
    return replay(events[:version])
