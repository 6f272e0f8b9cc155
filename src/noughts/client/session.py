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
from noughts.core.errors import NoughtsError, WrongType
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


@dataclass(eq=False)
class Session:
    """A player in a series of games: receives messages and returns the actions to send."""

    connection: Connection
    player: Player
    games: int
    report: Report
    limit: Limit | None
    is_over: bool = field(default=False, init=False)  # after the last game
    _full: Message = field(default_factory=dict, init=False)
    _game: Game = field(default_factory=Game, init=False)
    _version: int = field(default=0, init=False)
    _attempts: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        check_type(self.connection, Connection, "the connection")
        self.games = whole(self.games, "the number of games", 1)
        check_type(self.report, Callable, "the report")
        limit_or_none(self.limit)

    def receive(self, message: Message) -> list[Action]:
        """The actions that answer a message: one at most.

        Raises Refusal and Unreachable for a refused command, unless it only came too late,
        UnsupportedRules, what the player raises, and UnexpectedMessage.
        """
        with checking_messages():
            name = self._wanted(message)
        if name is None:
            return []
        fields: dict[str, object] = {} if name == "sit" else {"version": self._version}
        if name == "play":
            fields["square"] = move_of(self.player, self._game.position, self.limit)
        return [(name, fields)]

    def pause(self, error: Unreachable) -> float:
        """Seconds to wait before the next attempt; raises the error if there is none."""
        if self._attempts == _MOST_ATTEMPTS or isinstance(error, UnexpectedMessage):
            raise error
        self.report(_("{problem} – trying again…", problem=error))
        self._attempts += 1
        return _FIRST_PAUSE * (1 << self._attempts - 1)

    def _wanted(self, message: Message) -> str | None:
        """The name of the action that answers a message."""
        match message["type"]:
            case "gameFull":
                start, own = Position.parse(message["start"]), message["you"]
                is_new = not self._full or message["round"] != self._full["round"]
                if is_new:
                    check_supports(self.player, start.rules)
                    self._game = Game(start)
                if own and (is_new or not self._full["you"]):
                    side = own[0].upper()
                    self.report(_("Playing {side} on {board}", side=side, board=start.rules))
                self._full = message
                wanted = self._wanted_in(message["state"])
                return wanted if own else "sit"
            case "gameState":
                return self._wanted_in(message)
            case "heartbeat":  # the connection has lasted
                self._attempts = 0
            case "refused" if message["status"] not in LATE:
                raise self.connection.failure(message["status"], str(message["detail"]))
        return None

    def _wanted_in(self, state: Message) -> str | None:
        """The name of the action that a state asks for; what is new in it is reported."""
        before, game = self._game, game_in(self._game.start, state)
        self._game = game
        if len(game.moves) > len(before.moves):
            self.report(taken(str(game.position.turn.other), game.move_names[-1]))
        if game.ending is not None and before.ending is None:
            self.report(ending_text(subjects_for([]), game.ending))
        if state["version"] > self._version:  # not if the same state is sent again
            self._attempts = 0
        self._version = state["version"]
        own, offer = self._full["you"], state["offer"]
        if not own:
            return None  # the seat is being taken
        self.is_over = game.ending is not None and self._full["round"] >= self.games
        if self.is_over:
            return None
        if offer is not None and offer["side"] not in own:
            return offer["kind"] if offer["kind"] in ("undo", "rematch") else "decline"
        is_begun = "free" not in self._full["seats"].values()
        return "play" if is_begun and state["turn"] in own else None


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
        if isinstance(error, NoughtsError) and not isinstance(error, WrongType):
            raise
        raise UnexpectedMessage(f"the server sent no message of a game: {error!r}") from error


def game_in(start: Position, state: Message) -> Game:
    """The game that a state describes; raises what `checking_messages` handles."""
    game, ending = Game(start).play(*state["moves"]), state["ending"]
    if ending is None or game.ending is not None:  # the board shows it
        return game
    winner = None if ending["winner"] is None else Mark(ending["winner"])
    return game.end(Ending(Termination(ending["termination"]), winner))
