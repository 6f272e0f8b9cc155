"""A player in games on a server: how it answers messages over any connection, and over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import sleep
from typing import Any

from noughts.client.connection import LATE, Connection, Refusal, Unreachable
from noughts.core import Ending, Game, Mark, Position, Termination
from noughts.core.checks import check_type, whole
from noughts.core.errors import UnsupportedRules
from noughts.core.offer import Offer
from noughts.players import Player, check_supports
from noughts.players.base import move_of
from noughts.players.table import as_player
from noughts.solver import Limit
from noughts.solver.verdict import limit_or_none
from noughts.wording.language import gettext as _
from noughts.wording.text import ending_text, subjects_for, taken

Report = Callable[[str], None]
Message = Mapping[str, Any]
Action = tuple[str, dict[str, object]]  # its name in the API, and its fields

_MOST_ATTEMPTS = 7  # to reach the server; with doubling pauses, half a minute
_FIRST_PAUSE = 0.25  # seconds


def silent(_: str) -> None:
    """Report nothing."""


class UnexpectedMessage(Unreachable):
    """A message that is not from one of our servers; trying again would not help."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as its player sees it: the view that the server sent, with what events changed."""

    view: Message = field(default_factory=dict)
    game: Game = field(default_factory=Game)

    def after(self, message: Message) -> Seen:
        """Return the game after a message of type `view` or `event`; the same if nothing changes.

        Raises what `checking_messages` handles.
        """
        if (view := message.get("game")) is not None:
            return Seen(view, _ended(Game(Position.parse(view["start"]), view["moves"]), view))
        if not self.view or message["version"] <= self.version:  # the view has it already
            return self
        event, change = message["event"], message.get("change")
        game = self.game.play(event["square"]) if event["type"] == "played" else self.game
        if change is not None:
            return Seen({**self.view, **change}, _ended(game, change))
        if game is self.game:
            return self  # a view is to follow
        turn = self.view["seats"][game.position.turn.value]["is_you"]
        return Seen({**self.view, "version": message["version"], "is_your_turn": turn}, game)

    @property
    def version(self) -> int:
        """The version of the game; 0 before there is one."""
        return int(self.view.get("version", 0))

    @property
    def round(self) -> int:
        """The number of the game in its series; 0 before there is one."""
        return int(self.view.get("round", 0))

    @property
    def own(self) -> Mark | None:
        """The side played here."""
        seats = self.view.get("seats", {})
        return next((Mark(side) for side, seat in seats.items() if seat["is_you"]), None)

    @property
    def offer(self) -> tuple[Offer, Mark] | None:
        """The open offer, and the side that makes it."""
        offer = self.view.get("offer")
        return None if offer is None else (Offer(offer["kind"]), Mark(offer["side"]))


def _ended(game: Game, view: Message) -> Game:
    """Return the game with the ending that a view or a change has."""
    ending = view["ending"]
    if ending is None or game.ending is not None:  # the board shows it
        return game
    winner = None if ending["winner"] is None else Mark(ending["winner"])
    return game.end(Ending(Termination(ending["termination"]), winner))


@dataclass(eq=False)
class Session:
    """A player in a series of games: receives messages and returns the actions to send."""

    connection: Connection
    player: Player
    games: int
    report: Report
    limit: Limit | None
    is_over: bool = field(default=False, init=False)  # after the last game
    _seen: Seen = field(default_factory=Seen, init=False)
    _attempts: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        check_type(self.connection, Connection, "the connection")
        self.games = whole(self.games, "the number of games", 1)
        check_type(self.report, Callable, "the report")
        limit_or_none(self.limit)

    def receive(self, message: Message) -> list[Action]:
        """Return the actions that answer a message: one at most.

        Raises Refusal and Unreachable for a refused command, unless it only came too late,
        UnsupportedRules, what the player raises, and UnexpectedMessage.
        """
        with checking_messages():
            name = self._wanted(message)
        if name is None:
            return []
        fields: dict[str, object] = {} if name == "sit" else {"version": self._seen.version}
        if name == "play":
            fields["square"] = move_of(self.player, self._seen.game.position, self.limit)
        return [(name, fields)]

    def pause(self, error: Unreachable) -> float:
        """Return seconds to wait before the next attempt; raises the error if there is none."""
        if self._attempts == _MOST_ATTEMPTS or isinstance(error, UnexpectedMessage):
            raise error
        self.report(_("{problem} – trying again…", problem=error))
        self._attempts += 1
        return _FIRST_PAUSE * (1 << self._attempts - 1)

    def _wanted(self, message: Message) -> str | None:
        """Return the name of the action that answers a message."""
        match message["type"]:
            case "view" | "event":
                before, self._seen = self._seen, self._seen.after(message)
                if self._seen is not before:
                    return self._wanted_after(before, is_first=message["type"] == "view")
            case "heartbeat":  # the connection has lasted
                self._attempts = 0
            case "refused" if message["status"] not in LATE:
                raise self.connection.failure(message["status"], str(message["detail"]))
        return None

    def _wanted_after(self, before: Seen, *, is_first: bool) -> str | None:
        """Return the name of the action that the game asks for; what is new in it is reported."""
        seen, own = self._seen, self._seen.own
        is_new, known = seen.round != before.round, before.game
        if is_new:
            check_supports(self.player, seen.game.rules)
            known = Game(seen.game.start)
        if own is not None and (is_new or before.own is None):
            side, board = str(own), seen.game.rules
            self.report(_("Playing {side} on {board}", side=side, board=board))
        if len(seen.game.moves) > len(known.moves):
            self.report(taken(seen.game.position.turn.other, seen.game.move_names[-1]))
        if seen.game.ending is not None and known.ending is None:
            self.report(ending_text(subjects_for([]), seen.game.ending))
        if seen.version > before.version:  # not if the same game is sent again
            self._attempts = 0
        if own is None:
            return "sit" if is_first else None  # else the seat is being taken
        self.is_over = seen.game.ending is not None and seen.round >= self.games
        if self.is_over:
            return None
        if seen.offer is not None and seen.offer[1] is not own:
            return "decline" if seen.offer[0] is Offer.DRAW else seen.offer[0].value
        return "play" if seen.view["is_your_turn"] else None


def join(
    connection: Connection,
    player: Player | str,
    games: int = 1,
    report: Report = silent,
    limit: Limit | None = None,
) -> None:
    """Take the free seat and play `games` games of a series; `report` gets a sentence per event.

    The player agrees to undo moves and to rematches, but to no draws. Raises Refusal if the seat or
    the game is gone, UnsupportedRules, Unsolved, and Unreachable after half a minute without a
    server.
    """
    session = Session(connection, as_player(player), games, report, limit)
    while not session.is_over:
        try:
            for message in connection.messages():
                for name, fields in session.receive(message):
                    try:
                        connection.post(name, **fields)
                    except Refusal as refusal:
                        if name == "sit" or refusal.status not in LATE:
                            raise
                if session.is_over:
                    break
        except Unreachable as error:
            sleep(session.pause(error))


@contextmanager
def checking_messages() -> Iterator[None]:
    """Raise UnexpectedMessage for messages that our servers do not send."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, UnsupportedRules | Refusal | Unreachable):
            raise
        raise UnexpectedMessage(f"the server sent no message of a game: {error!r}") from error
