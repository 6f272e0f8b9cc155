"""Frames about games: messages as text, written once for audiences that get the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from noughts.core.mark import Mark
from noughts.server.games import schemas, text
from noughts.server.games.presence import Attendance
from noughts.server.games.schemas import PresenceState
from noughts.server.games.types import Began, Played, Rematched, Sat, SharedGame
from noughts.server.games.views import clock_view, game_change, game_view, is_change, move_words
from noughts.server.learn.views import side
from noughts.server.log.events import now
from noughts.server.log.store import Append
from noughts.wording import language
from noughts.wording.text import paragraph

Show = Literal["views", "events", "states"]

_encoder = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class Audience:
    """A subscriber's key, and the form in which they follow a game.

    `views` are for people: the game as they see it, in words. `events` and `states` are for
    programs: each event once, or the state of the game after it. A `room` has only one form.
    """

    key: str | None
    show: Show | Literal["room"]
    language: str = field(default_factory=language.current)

    def frame_key(self, shared: SharedGame, *, is_ordinary: bool) -> object:
        """Equal for audiences that get identical frames of an append."""
        match self.show:
            case "views" if is_ordinary:
                return "events" if shared.clocks is None else (self.show, self.language)
            case "views":
                return self.show, self.language, shared.sides_of(self.key)
            case "states":
                return self.show, shared.sides_of(self.key)
        return self.show


def write(message: Struct) -> str:
    """Encode a message as it is sent."""
    return _encoder.encode(message).decode()


def initial_frames(
    id_: str,
    audience: Audience,
    shared: SharedGame,
    appends: tuple[Append, ...],
    after: int | None,
    before: SharedGame | None = None,
) -> Iterator[str]:
    """The first frames for a subscriber who has seen version `after`, or nothing yet.

    The game as it was `before`, at that version, tells what has happened since.
    """
    known = after if after is not None and 1 <= after <= shared.version else None
    if audience.show == "views":
        with language.use(audience.language):
            at, seen = _time(shared), before if known else None
            view = game_view(id_, shared, audience.key, at, seen)
            message = schemas.ViewMessage(view, words=_words(audience, shared))
        yield write(message)
    elif audience.show == "events" and known is not None:
        for append in appends:
            yield from _event_frames(append, known)
    else:
        yield write(_full(id_, audience, shared))


def append_frames(
    id_: str,
    audience: Audience,
    append: Append,
    before: SharedGame,
    after: SharedGame,
    *,
    is_ordinary: bool = False,
) -> tuple[str, ...]:
    """The frames of an append for an audience."""
    if audience.show == "states":
        is_new = any(isinstance(event, Sat | Rematched) for event in append.events)
        return (write(_full(id_, audience, after) if is_new else _state(after)),)
    if audience.show == "events" or (is_ordinary and after.clocks is None):
        return tuple(_event_frames(append))
    message: Struct
    with language.use(audience.language):
        key, at = audience.key, _time(after)
        if is_ordinary:
            return tuple(_event_frames(append, clock=clock_view(after, at) or UNSET))
        if is_change(before, after):
            change = game_change(after, key, at, before)
            message = schemas.ChangeMessage(change, append.command_id)
        else:
            view = game_view(id_, after, key, at, before)
            words = UNSET if after.has_players_of(before) else _words(audience, after)
            message = schemas.ViewMessage(view, append.command_id, words)
    return (write(message),)


def is_ordinary_move(append: Append, before: SharedGame, after: SharedGame) -> bool:
    """True if pages are sent only the event: a move that changes nothing that it does not say."""
    is_move = isinstance(append.events[0], Played) and after.is_between_two
    goes_on = after.game.ending is None and before.offer is None and before.declined is None
    return is_move and goes_on and after.version == before.version + 1


def presence_state(audience: Audience, shared: SharedGame, attendance: Attendance) -> PresenceState:
    """The presence of players and spectators, worded for the audience."""
    presences = {mark: attendance.presence(shared, mark) for mark in Mark}
    spectators = attendance.spectators(shared, audience.key)
    with language.use(audience.language):
        texts = (
            text.presence_text(text.subjects(shared, audience.key), shared, presences),
            text.watching_text(spectators, shared, shared.sides_of(audience.key)),
        )
    return PresenceState(
        x=presences[Mark.X],
        o=presences[Mark.O],
        spectators=spectators,
        claim_in=attendance.claim_in(shared),
        text=paragraph(*texts),
    )


def _time(shared: SharedGame) -> str:
    """The time for the clocks of a game; 1 us that games without clocks do without."""
    return "" if shared.clocks is None else now()


def _words(audience: Audience, shared: SharedGame) -> schemas.MoveWords | UnsetType:
    """What is said of the moves that follow."""
    if not shared.is_between_two or shared.free_seat is not None:
        return UNSET
    return move_words(shared.sides_of(audience.key), shared.names)


def _event_frames(
    append: Append, after: int | None = None, clock: schemas.ClockView | UnsetType = UNSET
) -> Iterator[str]:
    """The frames of an append's events that come after a version."""
    for number, event in enumerate(append.events, append.version + 1):
        if not isinstance(event, Began) and (after is None or number > after):
            # Nobody's key is sent.
            public = schemas.SeatTaken(event.side, event.at) if isinstance(event, Sat) else event
            yield write(schemas.EventMessage(number, public, append.command_id, clock))


def _full(id_: str, audience: Audience, shared: SharedGame) -> schemas.GameFull:
    score = shared.score
    kinds: Any = [seat.__struct_config__.tag for seat in (shared.x, shared.o)]
    return schemas.GameFull(
        id=id_,
        rules=str(shared.game.rules),
        start=shared.game.start.notation,
        seats={"x": kinds[0], "o": kinds[1]},
        you=[side(mark) for mark in shared.sides_of(audience.key)],
        round=shared.round,
        score={"x": score.x, "o": score.o, "drawn": score.drawn},
        state=_state(shared),
    )


def _state(shared: SharedGame) -> schemas.GameState:
    game, offer = shared.game, shared.offer
    ending = game.ending
    winner = None if ending is None or ending.winner is None else side(ending.winner)
    return schemas.GameState(
        version=shared.version,
        moves=list(game.moves),
        turn=None if ending is not None else side(game.position.turn),
        ending=None if ending is None else schemas.EndingState(ending.termination.value, winner),
        offer=None if offer is None else schemas.OfferState(offer[0].value, side(offer[1])),
        clock=clock_view(shared, now()),
    )
