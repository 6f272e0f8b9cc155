"""Where somebody stands in a room: one closed union, so that nobody is ever left without a word.

`situation` decides it, for members, the host, visitors and the wall; `text.situation_text` has the
one sentence for each, and `button` the one button, if there is any, that is the thing to press.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from noughts.server.rooms.tournaments import standings, without_game
from noughts.server.rooms.types import Number, Room

# What the one button does: the name of a form of the room, or of the page it leads to.
Button = Literal["join", "game", "look", "pair-all", "begin-round", "resume", "wall"]


class Outside(Struct, frozen=True, tag="outside"):
    """Has the code, and has not joined."""


class Gone(Struct, frozen=True, tag="gone"):
    """Joined, and left."""


class LockedOut(Struct, frozen=True, tag="locked-out"):
    """Came after the room was locked."""


class Removed(Struct, frozen=True, tag="removed"):
    """Was removed by the host."""


class Closed(Struct, frozen=True, tag="closed"):
    """The room is closed."""


class Playing(Struct, frozen=True, tag="playing"):
    """Has a game to play."""

    pairing: Number
    opponent: Number


class OnHold(Struct, frozen=True, tag="on-hold"):
    """The host has paused the games."""


class Gathered(Struct, frozen=True, tag="gathered"):
    """Is in, and the games have not begun."""


class Idle(Struct, frozen=True, tag="idle"):
    """Can have a game by asking for one."""


class Resting(Struct, frozen=True, tag="resting"):
    """Takes a break from the arena."""


class Waiting(Struct, frozen=True, tag="waiting"):
    """Gets the next game as soon as somebody is free for it."""


class SittingOut(Struct, frozen=True, tag="sitting-out"):
    """Has no game in this round, since the number of players is odd or the opponent left."""

    round: int
    next: int | None  # the round with the next game


class FinishedEarly(Struct, frozen=True, tag="finished-early"):
    """Has finished the game of this round, while others play on."""

    round: int
    next: int | None
    games: int  # still in play


class CameLate(Struct, frozen=True, tag="came-late"):
    """Came when a round was on, or a whole round robin."""

    next: int | None  # None: not before the next tournament


class Placed(Struct, frozen=True, tag="placed"):
    """The tournament is over."""

    place: int | None  # None: no game of theirs counted
    players: int
    is_shared: bool = False


class Hosting(Struct, frozen=True, tag="hosting"):
    """Hosts the room and has no game to play, or looks at its wall: what stage the room is at."""

    stage: Literal["empty", "gathering", "playing", "last-games", "on-hold", "over", "closed"]
    is_host: bool = True


Situation = (
    Outside
    | Gone
    | LockedOut
    | Removed
    | Closed
    | Playing
    | OnHold
    | Gathered
    | Idle
    | Resting
    | Waiting
    | SittingOut
    | FinishedEarly
    | CameLate
    | Placed
    | Hosting
)


def situation(room: Room, key: str | None) -> Situation:
    """Where the holder of a key stands."""
    number = room.number_of(key)
    if number is None or room.members[number].is_gone:
        return stage(room) if key == room.owner else _outside(room, number)
    games = [n for n in room.open_pairings if number in room.pairings[n].members]
    if games:
        x, o = room.pairings[games[-1]].members
        return Playing(games[-1], o if number == x else x)
    if key == room.owner and number not in room.looking:
        return stage(room)
    return Closed() if room.is_closed else _free(room, number)


def stage(room: Room, *, is_host: bool = True) -> Hosting:
    """What goes on in the room as a whole: for its host, and for the wall."""
    if room.is_closed:
        return Hosting("closed", is_host)
    current = room.tournament if _is_current(room) else None
    if current is not None and room.is_over:
        return Hosting("over", is_host)
    if room.is_paused:
        return Hosting("on-hold", is_host)
    if current is not None:
        return Hosting("last-games" if current.is_ended else "playing", is_host)
    if room.open_pairings:
        return Hosting("playing", is_host)
    return Hosting("gathering" if len(room.present) > 1 else "empty", is_host)


def button(room: Room, found: Situation) -> Button | None:
    """The one button that is the thing to press, if there is one."""
    match found:
        case Outside() | Gone():
            return "join"
        case Playing():
            return "game"
        case Idle() | Resting():
            return "look"
        case Hosting(stage=stage, is_host=True):
            return _button_of_host(room, stage)
    return None


def _button_of_host(room: Room, stage: str) -> Button | None:
    is_free = room.choices.way == "free"
    match stage:
        case "empty":
            return "wall"
        case "gathering" | "over":
            return "pair-all" if is_free else "begin-round" if len(room.present) > 1 else "wall"
        case "playing" if is_free:
            return "pair-all" if len(room.idle) > 1 else None
        case "playing" if room.choices.way == "swiss":
            return "pair-all" if len(without_game(room)) > 1 else None
        case "on-hold":
            return "resume"
    return None


def _is_current(room: Room) -> bool:
    """Whether the last tournament is of the way that is chosen now."""
    return room.tournament is not None and room.tournament.way == room.choices.way


def _outside(room: Room, number: Number | None) -> Situation:
    if number is not None and room.members[number].is_removed:
        return Removed()
    if room.is_closed:
        return Closed()
    if number is not None:
        return Gone()
    return LockedOut() if room.is_locked else Outside()


def _free(room: Room, number: Number) -> Situation:
    """Where a member without a game stands."""
    if _is_current(room) and room.is_over:
        return _placed(room, number)
    if room.is_paused:
        return OnHold()
    if room.choices.way == "free":
        return Waiting() if number in room.looking else Idle()
    return _between_games(room, number) if _is_current(room) else Gathered()


def _between_games(room: Room, number: Number) -> Situation:
    current = room.tournament
    if current is None:
        return Gathered()
    if current.way == "arena" and not current.is_ended:
        return Waiting() if number in room.looking else Resting()
    games = [room.pairings[n] for n in room.round_pairings]
    left = sum(each.result is None for each in games)
    following = None if room.is_tournament_over else current.round + 1
    if any(number in each.members and each.result != "void" for each in games):
        return FinishedEarly(current.round, following, left)
    if number not in current.players:
        return CameLate(following if current.way == "swiss" else None)
    return SittingOut(current.round, following)


def _placed(room: Room, number: Number) -> Situation:
    table = standings(room)
    line = next((each for each in table if each.member == number), None)
    if line is None:
        return CameLate(None)
    has_played = line.played + line.byes > 0  # a game that was called off is none
    is_shared = sum(each.place == line.place for each in table) > 1
    return Placed(line.place if has_played else None, len(table), is_shared)
