"""From a command to the events it causes, or to the reason for refusing it."""

from __future__ import annotations

from noughts.core import Mark
from noughts.core.errors import IllegalAction, NoughtsError
from noughts.core.offer import Offer
from noughts.server.games import names, types
from noughts.server.games.types import Command, Event, Seat, SharedGame
from noughts.server.log.errors import Refused
from noughts.wording.language import gettext as _

_MOST_EVENTS = 2_000  # replaying a log takes 7 µs an event
_NEVER_OLD = (types.Decline, types.RenameSelf)


class Stale(Refused):
    """A command based on a version of the game that is no longer the latest."""

    status = 409

    def __init__(self) -> None:
        super().__init__(_("The game has moved on – take another look"))


def decide(
    shared: SharedGame, by: Seat | None, command: Command, now: str, *, is_deserted: bool = False
) -> tuple[Event, ...]:
    """Return the events that a player's command causes at a time; changes nothing.

    A side that is out of time loses, whatever the command is. A command is stale if it was given
    before the last move, undo, ending or rematch. A win may be claimed if the game `is_deserted`:
    the opponent, who is to move, has been away for long. `by` is None for a command of the server
    or of a room.

    Raises Stale, Refused, IllegalMove and IllegalAction.
    """
    match command:
        case types.CheckClock():
            return _ran_out(shared, now)
        case types.ResumeClock(started=started):
            since = shared.since
            was_down = since is not None and types.seconds_between(since, started) > 0
            return (types.ClockResumed(started),) if was_down else ()
        case types.ShowName(key=key, name=name):
            sides = () if shared.names is None else shared.sides_of(key)
            changed = [mark for mark in sides if shared.name(mark) != name]
            return tuple(types.Renamed(mark, name, now) for mark in changed)
        case types.CallOff(lost_by=key):
            if shared.game.ending is not None:
                return ()
            left = shared.sides_of(key) if key else ()
            return (types.Claimed(left[0], now) if left else types.CalledOff(now),)
    assert by is not None
    if isinstance(command, types.Sit):
        return _sit(shared, by, command, now)
    is_old = command.version < shared.changed and not isinstance(command, _NEVER_OLD)
    if is_old or command.version > shared.version:
        raise Stale
    sides = shared.sides(by)
    if not sides:
        raise Refused(_("You're watching this game, not playing it"))
    if isinstance(command, types.Decline):
        if shared.offer is None:
            raise IllegalAction(_("There's no offer to decline"))
        return (types.Declined(now, sides[0]),)
    if isinstance(command, types.RenameSelf):
        return (_renamed(shared, sides[0], command.name, now),)
    if shared.free_seat is not None:
        raise Refused(_("Your friend isn't here yet – send them the link"))
    return _ran_out(shared, now) or (_decide_action(shared, sides, command, now, is_deserted),)


def has_caused(
    shared: SharedGame, by: Seat | None, command: Command, events: tuple[Event, ...]
) -> bool:
    """True if a command is the one that caused these events in a game, or the same once more."""
    try:
        return decide(shared, by, command, events[0].at, is_deserted=True) == events
    except NoughtsError:
        return False


def _decide_action(
    shared: SharedGame,
    sides: tuple[Mark, ...],
    command: types.Play | types.Undo | types.Draw | types.Rematch | types.Resign | types.Claim,
    now: str,
    is_deserted: bool,
) -> Event:
    game, turn = shared.game, shared.game.position.turn
    may_not_end = shared.must_be_played_out and game.ending is None
    if may_not_end and isinstance(command, types.Draw | types.Resign):
        raise IllegalAction(_("Games on 3×3 in a room are played to the end"))
    match command:
        case types.Play(square=square):
            if game.ending is None and turn not in sides:
                raise Refused(_("It's not your turn"))
            if game.ending is not None or not game.position.is_legal(square):
                game.play(square)  # raises IllegalMove; playing legal moves here would cost 1 µs
            return types.Played(square, now)
        case types.Undo():
            return _undo(shared, sides, now)
        case types.Draw():
            return _draw(shared, sides, now)
        case types.Rematch():
            return _rematch(shared, sides, now)
        case types.Resign():
            side = turn if turn in sides else turn.other
            game.resign(side)  # or raises IllegalAction
            return types.Resigned(side, now)
        case types.Claim():
            if game.ending is not None:
                raise IllegalAction(_("The game is over"))
            if turn in sides or isinstance(shared.seat(turn), types.Computer):
                raise IllegalAction(_("The player whose turn it is hasn't left"))
            if not is_deserted:
                raise IllegalAction(_("Your opponent hasn't been away for long – wait a little"))
            return types.Claimed(turn, now)


def _sit(shared: SharedGame, by: Seat, command: types.Sit, now: str) -> tuple[Event, ...]:
    free = shared.free_seat
    if by in (shared.x, shared.o):
        raise Refused(_("You're already in this game"))
    if free is None:
        raise Refused(_("Another player was faster – you can watch the game"))
    sat, name = types.Sat(free, by, now), command.name.strip()
    return (sat, _renamed(shared, free, name, now)) if name else (sat,)


def _renamed(shared: SharedGame, side: Mark, typed: str, now: str) -> types.Renamed:
    if shared.room or not shared.is_between_two:
        raise IllegalAction(_("You can't change your name in this game"))
    if shared.version >= _MOST_EVENTS:
        raise IllegalAction(_("This series is very long by now – start a new game"))
    name = names.first_name(typed) if typed.strip() else ""
    if name:
        names.check_unlike(name, [shared.name(side.other) or ""])
    return types.Renamed(side, name, now)


def _ran_out(shared: SharedGame, now: str) -> tuple[types.RanOut, ...]:
    left = shared.seconds_left(now)
    if left is None or left > 0:
        return ()
    return (types.RanOut(shared.game.position.turn, now),)


def _undo(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> Event:
    if shared.room and shared.game.ending is not None:  # which the room has counted
        raise IllegalAction(_("The game is over, and its result stands"))
    if shared.version >= _MOST_EVENTS:
        raise IllegalAction(_("Too many moves were undone in this game – start a new one"))
    is_asked = _is_offered(shared, sides, Offer.UNDO)
    plies = shared.game.plies_since_turn_of((sides[0].other,) if is_asked else sides)
    if plies is None:
        raise IllegalAction(_("You have no move to undo"))
    shared.game.undo(plies)  # or raises IllegalAction
    return _agreed(shared, sides, Offer.UNDO, types.Undone(plies, now))


def _draw(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> Event:
    if shared.game.ending is not None:
        raise IllegalAction(_("The game is over"))
    if shared.computer is not None:
        raise IllegalAction(_("The computer doesn't agree to draws"))
    return _agreed(shared, sides, Offer.DRAW, types.Drawn(now))


def _rematch(shared: SharedGame, sides: tuple[Mark, ...], now: str) -> Event:
    if shared.game.ending is None:
        raise IllegalAction(_("The game isn't over yet"))
    if shared.version >= _MOST_EVENTS:
        raise IllegalAction(_("This series is very long by now – start a new game"))
    if not shared.is_between_two:
        raise IllegalAction(_("There's nobody to ask – start a new game"))
    return _agreed(shared, sides, Offer.REMATCH, types.Rematched(now))


def _agreed(
    shared: SharedGame,
    sides: tuple[Mark, ...],
    what: Offer,
    event: types.Undone | types.Drawn | types.Rematched,
) -> Event:
    """Return an event that both have to agree on, or an offer of it unless the other offers it."""
    if not shared.is_between_two or _is_offered(shared, sides, what):
        return event
    (side,) = sides
    if shared.offer == (what, side):
        raise IllegalAction(_("You've already asked – wait for the answer"))
    if shared.version >= _MOST_EVENTS:
        raise IllegalAction(_("There were too many offers in this game"))
    return types.Offered(what, side, event.at)


def _is_offered(shared: SharedGame, sides: tuple[Mark, ...], what: Offer) -> bool:
    """True if the other side offers this."""
    return shared.offer in [(what, mark) for mark in Mark if mark not in sides]
