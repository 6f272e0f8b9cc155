"""From a command to the events it causes, or to the reason for refusing it."""

from __future__ import annotations

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.core.mark import Mark
from noughts.language import gettext as _
from noughts.server.games.types import (
    CalledOff,
    CallOff,
    CheckClock,
    Claim,
    Claimed,
    ClockResumed,
    Command,
    Computer,
    Decline,
    Declined,
    Draw,
    Drawn,
    Event,
    Offer,
    Offered,
    Person,
    Play,
    Played,
    RanOut,
    Rematch,
    Rematched,
    Rename,
    Renamed,
    Resign,
    Resigned,
    ResumeClock,
    Sat,
    Seat,
    SharedGame,
    Sit,
    Undo,
    Undone,
    seconds_between,
)
from noughts.server.log.errors import Refused, Stale

_MOST_EVENTS = 2_000  # replaying a log takes 7 microseconds an event


def decide(
    shared: SharedGame, by: Seat | None, command: Command, now: str, *, is_deserted: bool = False
) -> tuple[Event, ...]:
    """The events that a player's command causes at a time; changes nothing.

    A side that is out of time loses, whatever the command is. A command is stale if it was given
    before the last move, undo, ending or rematch. A win may be claimed if the game `is_deserted`:
    the opponent, who is to move, has been away for long. What the server or a room gives is `by`
    nobody.

    Raises Stale, Refused, IllegalMove and IllegalAction.
    """
    match command:
        case CheckClock():
            return _ran_out(shared, now)
        case ResumeClock(started=started):
            return _resumed(shared, started)
        case Rename():
            return _rename(shared, command, now)
        case CallOff():
            return () if shared.game.ending is not None else (CalledOff(now),)
    assert by is not None
    if isinstance(command, Sit):
        return (_sit(shared, by, now),)
    is_old = command.version < shared.changed and not isinstance(command, Decline)
    if is_old or command.version > shared.version:
        raise Stale
    sides = shared.sides(by)
    if not sides:
        raise Refused(_("You're watching this game, not playing it"))
    if isinstance(command, Decline):
        return (_decline(shared, now),)
    if shared.free_seat is not None:
        raise Refused(_("Your friend isn't here yet – send them the link"))
    return _ran_out(shared, now) or (_decided(shared, sides, command, now, is_deserted),)


def has_caused(
    shared: SharedGame, by: Seat | None, command: Command, events: tuple[Event, ...]
) -> bool:
    """Whether a command is the one that caused these events in a game, or the same once more."""
    try:
        return decide(shared, by, command, events[0].at, is_deserted=True) == events
    except NoughtsError:
        return False


def _decided(
    shared: SharedGame,
    sides: tuple[Mark, ...],
    command: Play | Undo | Draw | Rematch | Resign | Claim,
    now: str,
    is_deserted: bool,
) -> Event:
    match command:
        case Play(square=square):
            return _play(shared, sides, square, now)
        case Undo():
            return _undo(shared, sides, now)
        case Draw():
            return _draw(shared, sides, now)
        case Rematch():
            return _rematch(shared, sides, now)
        case Resign():
            return _resign(shared, sides, now)
        case Claim():
            return _claim(shared, sides, is_deserted, now)


def _rename(shared: SharedGame, command: Rename, now: str) -> tuple[Event, ...]:
    sides = shared.sides(Person(command.key)) if shared.names is not None else ()
    changed = (mark for mark in sides if shared.name(mark) != command.name)
    return tuple(Renamed(mark.value, command.name, now) for mark in changed)


def _sit(shared: SharedGame, seat: Seat, now: str) -> Sat:
    side = shared.free_seat
    if seat in (shared.x, shared.o):
        raise Refused(_("You're already in this game"))
    if side is None:
        raise Refused(_("Somebody else was faster – you can watch the game"))
    return Sat(side.value, seat, now)


def _ran_out(shared: SharedGame, now: str) -> tuple[RanOut, ...]:
    turn, clocks = shared.game.position.turn, shared.clocks
    if clocks is None or clocks.since is None or clocks.left(turn, turn, now) > 0:
        return ()
    return (RanOut(turn.value, now),)


def _resumed(shared: SharedGame, started: str) -> tuple[ClockResumed, ...]:
    clocks = shared.clocks
    if clocks is None or clocks.since is None or seconds_between(clocks.since, started) <= 0:
        return ()
    return (ClockResumed(started),)


def _decline(shared: SharedGame, now: str) -> Declined:
    if shared.offer is None:
        raise IllegalAction(_("There's no offer to decline"))
    return Declined(now)


def _play(shared: SharedGame, sides: tuple[Mark, ...], square: int, now: str) -> Played:
    game = shared.game
    if game.ending is None and game.position.turn not in sides:
        raise Refused(_("It's not your turn"))
    if game.ending is not None or not game.position.is_legal(square):
        game.play(square)  # raises IllegalMove; playing a legal move here too would cost 1 us
    return Played(square, now)


def _undo(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> Undone | Offered:
    if shared.version >= _MOST_EVENTS:
        raise IllegalAction(_("Too many moves were undone in this game – start a new one"))
    asked = _offered_by_other(shared, sides, Offer.UNDO)
    askers = sides if asked is None else (asked,)
    plies = shared.game.plies_since_turn_of(askers)
    if plies is None:
        raise IllegalAction(_("You have no move to undo"))
    shared.game.undo(plies)  # or raises IllegalAction
    if asked is None and shared.is_between_two:
        return _offer(shared, sides, Offer.UNDO, now)
    return Undone(plies, now)


def _draw(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> Drawn | Offered:
    if shared.game.ending is not None:
        raise IllegalAction(_("The game is over"))
    if any(isinstance(shared.seat(mark), Computer) for mark in Mark):
        raise IllegalAction(_("The computer doesn't agree to draws"))
    if shared.is_between_two and _offered_by_other(shared, sides, Offer.DRAW) is None:
        return _offer(shared, sides, Offer.DRAW, now)
    return Drawn(now)


def _rematch(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> Rematched | Offered:
    if shared.game.ending is None:
        raise IllegalAction(_("The game isn't over yet"))
    if shared.version >= _MOST_EVENTS:
        raise IllegalAction(_("This series is very long by now – start a new game"))
    if not shared.is_between_two:
        raise IllegalAction(_("There's nobody to ask – start a new game"))
    if _offered_by_other(shared, sides, Offer.REMATCH) is None:
        return _offer(shared, sides, Offer.REMATCH, now)
    return Rematched(now)


def _offered_by_other(shared: SharedGame, sides: tuple[Mark, ...], what: Offer) -> Mark | None:
    """The other side, if it is the one offering this."""
    if shared.offer is None:
        return None
    offered, side = shared.offer
    return side if offered is what and side not in sides else None


def _offer(shared: SharedGame, sides: tuple[Mark, ...], what: Offer, now: str) -> Offered:
    (side,) = sides
    if shared.offer == (what, side):
        raise IllegalAction(_("You've already asked – wait for the answer"))
    if shared.version >= _MOST_EVENTS:
        raise IllegalAction(_("There were too many offers in this game"))
    return Offered(what.value, side.value, now)


def _resign(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> Resigned:
    turn = shared.game.position.turn
    side = turn if turn in sides else turn.other
    shared.game.resign(side)  # or raises IllegalAction
    return Resigned(side.value, now)


def _claim(shared: SharedGame, sides: tuple[Mark, ...], is_deserted: bool, now: str) -> Claimed:
    turn = shared.game.position.turn
    if shared.game.ending is not None:
        raise IllegalAction(_("The game is over"))
    if turn in sides or isinstance(shared.seat(turn), Computer):
        raise IllegalAction(_("The player whose turn it is hasn't left"))
    if not is_deserted:
        raise IllegalAction(_("Your opponent hasn't been away for long – wait a little"))
    return Claimed(turn.value, now)
