"""Games that live in a browser: how one is stored, and what its player may do.

A stored game is a small object of JSON: how the game began, and what has happened since, each with
the id of the command that caused it. So a command that is repeated takes effect once, and a page
can be told what has happened since it last looked, as by the server. What comes back from a browser
may have been changed by anybody: it is read as strictly as a request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, reduce
from typing import Any

from noughts.core import Ending, Game, Mark, Move, Position, Termination
from noughts.core.errors import IllegalAction, NotationError, NoughtsError
from noughts.core.record import Record
from noughts.players import check_supports, player
from noughts.search import can_search
from noughts.solver import Limit, can_solve
from noughts.views.game import Solo
from noughts.wording.language import gettext as _

VERSION = 1  # of the form in which games are stored
LIMIT = Limit(seconds=3.0)  # of a proof or an explanation
LONGEST = 30.0  # seconds that a computer may think about a move
_USUAL = 0.5  # seconds for a move where none are chosen
_MOST_UNDONE = 2_000  # versions, after which nothing is undone
_MOST_EVENTS = 3_000


class Refused(NoughtsError):
    """A command that the player is not allowed to give."""

    status = 403


class Stale(Refused):
    """A command based on a version of the game that is no longer the latest."""

    status = 409

    def __init__(self) -> None:
        super().__init__(_("The game has moved on – take another look"))


class UnknownGame(NoughtsError):
    """An id that no game has."""

    status = 404

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason or _("There's no such game – it may have been deleted"))


class DamagedGame(NoughtsError):
    """A stored game that cannot be read."""

    status = 422

    def __init__(self) -> None:
        super().__init__(_("What your browser has kept of this game is damaged – start a new one"))


@dataclass(frozen=True, slots=True)
class Event:
    """What happened at a time (ISO 8601), caused by the command of an id, if that had one.

    The value is a square that was played, a number of plies undone, or the side that resigned.
    """

    kind: str
    value: int | str | None
    at: str
    command: str | None

    def after(self, game: Game) -> Game:
        """Return the game after the event; raises NoughtsError if it cannot happen in this game."""
        match self.kind, self.value:
            case "play", int(square):
                return game.play(square)
            case "undo", int(plies):
                return game.undo(plies)
            case "resign", str(side):
                return game.resign(Mark(side))
            case "draw", None:
                return game.end(Ending(Termination.AGREEMENT))
        raise NotationError(f"no game has an event {self.kind!r:.40}")


@dataclass(frozen=True, slots=True)
class LocalGame:
    """A game against a computer or of two at one screen, as it began and what has happened since.

    The `score` counts the earlier games of the series: won by X, won by O, drawn.
    """

    start: Position
    people: tuple[Mark, ...]
    began: str  # ISO 8601
    computer: str | None = None  # the name of a player
    seconds: float | None = None  # its time for a move, where it was chosen
    score: tuple[int, int, int] = (0, 0, 0)
    command: str | None = None  # that began it
    events: tuple[Event, ...] = ()

    @property
    def version(self) -> int:
        """The number of events, its beginning included."""
        return 1 + len(self.events)

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.at(self.version)

    def at(self, version: int) -> Game:
        """Return the game as it was at a version, or as it stands if it has none so late."""
        return _played(self.start, self.events[: max(version, 1) - 1])

    def after(self, event: Event) -> LocalGame:
        """Return the game after one more event."""
        return replace(self, events=(*self.events, event))

    def begins_like(self, other: LocalGame) -> bool:
        """True if both began alike, whenever that was."""
        return replace(self, began="", events=()) == replace(other, began="", events=())

    @property
    def total(self) -> tuple[int, int, int]:
        """The score of the series, this game included once it has ended."""
        ending = self.game.ending
        if ending is None:
            return self.score
        (x, o, drawn), winner = self.score, ending.winner
        return x + (winner is Mark.X), o + (winner is Mark.O), drawn + (winner is None)

    @property
    def solo(self) -> Solo:
        """The game as the views tell of it."""
        return Solo(
            game=self.game,
            people=self.people,
            score=self.total,
            version=self.version,
            computer=self.computer,
            seconds=self.seconds,
        )

    @property
    def only_side(self) -> Mark | None:
        """The side that its reader plays, if it is one alone."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def is_computer_to_move(self) -> bool:
        """True if the game waits for the computer."""
        game = self.game
        return game.ending is None and game.position.turn not in self.people

    def rematch(self, began: str, command: str | None) -> LocalGame:
        """Return another game like this one, with the other side starting; the score goes on."""
        start = self.start.rules.start(self.start.first.other)
        return replace(
            self,
            start=start,
            began=began,
            score=self.total,
            command=command,
            events=(),
        )

    def record(self) -> Record:
        """Return the game as a record."""
        game, name = self.game, self.computer or "human"
        players = {mark: "human" if mark in self.people else name for mark in Mark}
        ended = self.events[-1].at if game.ending is not None else None
        return Record(game, players, self.began, ended)


@lru_cache(maxsize=64)  # what a request asks for several times
def _played(start: Position, events: tuple[Event, ...]) -> Game:
    """Return the game after these events; raises NoughtsError if they cannot happen in it."""
    return reduce(lambda game, event: event.after(game), events, Game(start))


def execute(local: LocalGame, kind: str, sent: Mapping[str, Any], now: str) -> LocalGame:
    """Return a game after its player's command, at a time; a repeated command changes nothing.

    Raises Stale, Refused, IllegalMove and IllegalAction.
    """
    command = sent["command"]
    if command is not None and command == local.command:
        raise _id_taken()
    for number, event in enumerate(local.events):
        if command is not None and event.command == command:
            before = replace(local, events=local.events[:number])
            if not _has_caused(event, before, kind, sent):
                raise _id_taken()
            return local
    return local.after(_decided(local, kind, sent, now))


def _has_caused(event: Event, before: LocalGame, kind: str, sent: Mapping[str, Any]) -> bool:
    """True if a command is the one that caused an event, or the same once more."""
    try:
        return _decided(before, kind, sent, event.at) == event
    except NoughtsError:
        return False


def _id_taken() -> Refused:
    return Refused(_("Another command had this id before – choose a new one"))


def _decided(local: LocalGame, kind: str, sent: Mapping[str, Any], now: str) -> Event:
    """Return what a command causes; what needs another person is refused as the server does."""
    if kind == "sit":
        raise Refused(_("You're already in this game"))
    is_old = sent["version"] < local.version and kind not in ("decline", "rename")
    if is_old or sent["version"] > local.version:
        raise Stale
    game, sides = local.game, local.people
    turn, command = game.position.turn, sent["command"]
    match kind:
        case "play":
            if game.ending is None and turn not in sides:
                raise Refused(_("It's not your turn"))
            game.play(sent["square"])  # or raises IllegalMove
            return Event("play", sent["square"], now, command)
        case "undo":
            return Event("undo", _undone(local, game), now, command)
        case "draw":
            if game.ending is not None:
                raise IllegalAction(_("The game is over"))
            if local.computer is not None:
                raise IllegalAction(_("The computer doesn't agree to draws"))
            return Event("draw", None, now, command)
        case "resign":
            side = turn if turn in sides else turn.other
            game.resign(side)  # or raises IllegalAction
            return Event("resign", side.value, now, command)
        case "claim":
            if game.ending is not None:
                raise IllegalAction(_("The game is over"))
            raise IllegalAction(_("The player whose turn it is hasn't left"))
        case "decline":
            raise IllegalAction(_("There's no offer to decline"))
    raise IllegalAction(_("You can't change your name in this game"))


def _undone(local: LocalGame, game: Game) -> int:
    """Return the plies back to the player's last turn; raises IllegalAction."""
    if local.version >= _MOST_UNDONE:
        raise IllegalAction(_("Too many moves were undone in this game – start a new one"))
    plies = game.plies_since_turn_of(local.people)
    if plies is None:
        raise IllegalAction(_("You have no move to undo"))
    game.undo(plies)  # or raises IllegalAction
    return plies


def reply(local: LocalGame, now: str, most: float = LONGEST) -> LocalGame:
    """Return a game after the computer's move, for which it has so many seconds at most.

    Raises Unsolved where a proof that the player needs fails.
    """
    assert local.computer is not None
    position, seconds = local.game.position, local.seconds or _USUAL
    if can_solve(position.rules):
        limit = LIMIT
    elif can_search(position.rules):
        limit = Limit(seconds=min(seconds, most))
    else:
        limit = Limit(seconds=min(_USUAL, most))
    move = choose_move(local.computer, position, limit)
    return local.after(Event("play", move, now, None))


def choose_move(name: str, position: Position, limit: Limit) -> Move:
    """Return the move of a computer player; raises Unsolved."""
    return player(name).choose(position, limit).move


def stored(local: LocalGame) -> dict[str, Any]:
    """Return a game as a browser keeps it."""
    return {
        "version": VERSION,
        "start": local.start.notation,
        "people": [mark.value for mark in local.people],
        "began": local.began,
        "computer": local.computer,
        "seconds": local.seconds,
        "score": list(local.score),
        "command": local.command,
        "events": [[event.kind, event.value, event.at, event.command] for event in local.events],
    }


def restored(kept: Any) -> LocalGame:
    """Return a game that a browser has kept; raises DamagedGame for anything else."""
    match kept:
        case {
            "version": 1,
            "start": str(start),
            "people": ["x"] | ["o"] | ["x", "o"] as people,
            "began": str(began),
            "computer": str() | None as computer,
            "seconds": int() | float() | None as seconds,
            "score": [int(x), int(o), int(drawn)],
            "command": str() | None as command,
            "events": list(events),
        } if len(events) <= _MOST_EVENTS:
            pass
        case _:
            raise DamagedGame
    try:
        local = LocalGame(
            start=Position.parse(start),
            people=tuple(map(Mark, people)),
            began=_time(began),
            computer=computer,
            seconds=None if seconds is None else float(_within(seconds, 0.1, 60)),
            score=(_count(x), _count(o), _count(drawn)),
            command=command,
            events=tuple(map(_event, events)),
        )
        if (computer is None) != (len(people) == len(Mark)):
            raise DamagedGame
        if computer is not None:
            check_supports(player(computer), local.start.rules)
        local.at(local.version)  # raises if anything in it cannot have happened
    except (NoughtsError, ValueError):
        raise DamagedGame from None
    return local


def _event(kept: Any) -> Event:
    match kept:
        case [str(kind), int() | str() | None as value, str(at), str() | None as command]:
            return Event(kind, value, _time(at), command)
    raise DamagedGame


def _time(text: str) -> str:
    datetime.fromisoformat(text)  # or raises ValueError
    return text


def _count(number: int) -> int:
    return int(_within(number, 0, 1_000_000))


def _within(number: float, least: float, most: float) -> float:
    if isinstance(number, bool) or not least <= number <= most:
        raise DamagedGame
    return number
