"""Frames about games: messages as text, written once for audiences that get the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import Struct

from noughts.core.mark import Mark
from noughts.online.games import Began, Person, Rematched, SatDown, SharedGame, replay, text
from noughts.online.games.presence import Attendance
from noughts.web.aggregates.repository import events_of, now
from noughts.web.live.messages import (
    EndingState,
    EventMessage,
    GameFull,
    GameState,
    OfferState,
    PresenceState,
    SeatTaken,
    ViewMessage,
)
from noughts.web.storage.store import Append
from noughts.web.views.games import clock_view, game_view, side

Show = Literal["views", "events", "states"]

_encoder = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class Audience:
    """A subscriber's key, and the form in which they follow a game.

    `views` are for people: the game as they see it, in words. `events` and `states` are for
    programs: each event once, or the state of the game after it.
    """

    key: str | None
    show: Show

    def frame_key(self, shared: SharedGame) -> object:
        """Equal for audiences that get identical frames."""
        return self.show if self.show == "events" else (self.show, shared.sides_of(self.key))


def write(message: Struct) -> str:
    """Encode a message as it is sent."""
    return _encoder.encode(message).decode()


def initial_frames(
    id_: str,
    audience: Audience,
    shared: SharedGame,
    appends: tuple[Append, ...],
    after: int | None,
) -> Iterator[str]:
    """The first frames for a subscriber who has seen version `after`, or nothing yet."""
    known = after if after is not None and 1 <= after <= shared.version else None
    if audience.show == "views":
        before = None if known is None else _at(appends, known)
        yield _view(id_, audience, shared, before, None)
    elif audience.show == "events" and known is not None:
        for append in appends:
            yield from _event_frames(append, known)
    else:
        yield write(_full(id_, audience, shared))


def append_frames(
    id_: str, audience: Audience, append: Append, before: SharedGame, after: SharedGame
) -> tuple[str, ...]:
    """The frames of an append for an audience."""
    match audience.show:
        case "views":
            return (_view(id_, audience, after, before, append.command_id),)
        case "events":
            return tuple(_event_frames(append))
    if any(isinstance(event, SatDown | Rematched) for event in append.events):
        return (write(_full(id_, audience, after)),)
    return (write(_state(after)),)


def presence_frame(audience: Audience, shared: SharedGame, attendance: Attendance) -> str:
    """The presence of players and spectators, worded for the audience."""
    presences = {mark: attendance.presence(shared, mark) for mark in Mark}
    spectators = attendance.spectators(shared)
    texts = (
        text.presence_text(text.subjects(shared, audience.key), shared, presences),
        text.watching_text(spectators),
    )
    return write(
        PresenceState(
            x=presences[Mark.X],
            o=presences[Mark.O],
            spectators=spectators,
            claim_in=attendance.claim_in(shared),
            text=" ".join(filter(None, texts)),
        )
    )


def _view(
    id_: str,
    audience: Audience,
    shared: SharedGame,
    before: SharedGame | None,
    command: str | None,
) -> str:
    return write(ViewMessage(game_view(id_, shared, audience.key, now(), before), command))


def _event_frames(append: Append, after: int | None = None) -> Iterator[str]:
    """The frames of an append's events that come after a version."""
    for number, event in enumerate(append.events, append.version + 1):
        if not isinstance(event, Began) and (after is None or number > after):
            yield write(EventMessage(number, _public(event), append.command_id))


def _public(event: Any) -> Any:
    """An event as it is sent, without anybody's key."""
    return SeatTaken(event.side, event.at) if isinstance(event, SatDown) else event


def _full(id_: str, audience: Audience, shared: SharedGame) -> GameFull:
    score = shared.score
    return GameFull(
        id=id_,
        rules=str(shared.game.rules),
        start=str(shared.game.start),
        seats={side(mark): _seat(shared, mark) for mark in Mark},
        you=[side(mark) for mark in shared.sides_of(audience.key)],
        round=shared.round,
        score={"x": score.x, "o": score.o, "drawn": score.drawn},
        state=_state(shared),
    )


def _seat(shared: SharedGame, mark: Mark) -> Literal["person", "computer", "free"]:
    if isinstance(shared.seat(mark), Person):
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
    return replay(islice(events_of(appends), version))
