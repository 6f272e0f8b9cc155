"""How a player answers the messages of a game on a server, over any connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from noughts.client.connection import Unreachable
from noughts.core.ending import Ending, Termination
from noughts.core.errors import NoughtsError, WrongType
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.text import ending_text, taken
from noughts.language import gettext as _
from noughts.players import Player, check_supports
from noughts.players.base import checked_choice
from noughts.solver import Limit

Report = Callable[[str], None]
Message = Mapping[str, Any]

_MOST_ATTEMPTS = 7  # to reach the server; with doubling pauses, half a minute
_FIRST_PAUSE = 0.25  # seconds


def silent(_: str) -> None:
    """Report nothing."""


class UnexpectedMessage(Unreachable):
    """A message that is not from one of our servers; trying again would not help."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action to send: its name in the API, and its fields."""

    name: str
    fields: Mapping[str, object]


class Session:
    """A player in a series of games: receives messages and returns the actions to send.

    It agrees to undo moves and to rematches, but to no draws. `is_over` is true after the last
    game.
    """

    def __init__(self, player: Player, games: int, report: Report, limit: Limit | None) -> None:
        self._player = player
        self._games = games
        self._report = report
        self._limit = limit
        self._full: Message = {}
        self._game = Game()
        self._version = 0
        self._attempts = 0
        self.is_over = False

    def receive(self, message: Message) -> Action | None:
        """The action that answers a message, if any.

        Raises UnsupportedRules, what the player raises, and UnexpectedMessage.
        """
        with checking_messages():
            action = self._answer_to(message)
        if action is None or action.name != "play":
            return action
        position = self._game.position
        choice = self._player.choose(position, self._limit)
        move = checked_choice(self._player, position, choice.move)
        return Action("play", {**action.fields, "square": move})

    def pause(self, error: Unreachable) -> float:
        """Seconds to wait before the next attempt; raises the error if there is none."""
        if self._attempts == _MOST_ATTEMPTS or isinstance(error, UnexpectedMessage):
            raise error
        self._report(_("{problem} – trying again…", problem=error))
        self._attempts += 1
        return _FIRST_PAUSE * (1 << self._attempts - 1)

    def _answer_to(self, message: Message) -> Action | None:
        """The action that answers a message; a move is still without its square."""
        match message["type"]:
            case "gameFull":
                sit = self._begin(message)
                return self._receive_state(message["state"]) or sit
            case "gameState":
                return self._receive_state(message)
            case "heartbeat":  # the connection has lasted
                self._attempts = 0
        return None

    def _begin(self, full: Message) -> Action | None:
        start = Position.parse(full["start"])
        is_new = not self._full or full["round"] != self._full["round"]
        if is_new:
            check_supports(self._player, start.rules)
            self._game = Game(start)
        if full["you"] and (is_new or not self._full.get("you")):
            self._report(
                _("Playing {side} on {board}", side=full["you"][0].upper(), board=start.rules)
            )
        self._full = full
        return None if full["you"] else Action("sit", {})

    def _receive_state(self, state: Message) -> Action | None:
        game = game_in(self._game.start, state)
        self._report_change(game)
        self._game = game
        if state["version"] > self._version:  # not if the same state is sent again
            self._version, self._attempts = state["version"], 0
        if not self._full["you"]:
            return None  # the seat is being taken
        if game.ending is not None:
            self.is_over = self._full["round"] >= self._games
        return None if self.is_over else self._answer(state)

    def _answer(self, state: Message) -> Action | None:
        own, offer, version = self._full["you"], state["offer"], state["version"]
        if offer is not None and offer["side"] not in own:
            name = offer["kind"] if offer["kind"] in ("undo", "rematch") else "decline"
            return Action(name, {"version": version})
        if state["turn"] in own and "free" not in self._full["seats"].values():
            return Action("play", {"version": version})
        return None

    def _report_change(self, game: Game) -> None:
        subjects = {mark: str(mark) for mark in Mark}
        if len(game.moves) > len(self._game.moves):
            mover = game.position.turn.other
            self._report(taken(subjects[mover], game.move_names[-1]))
        if game.ending is not None and self._game.ending is None:
            self._report(ending_text(subjects, game.ending))


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
    return _ended(Game(start).play(*state["moves"]), state["ending"])


def _ended(game: Game, ending: Message | None) -> Game:
    """A game with the ending in a message, unless the board shows it."""
    if ending is None or game.ending is not None:
        return game
    winner = None if ending["winner"] is None else Mark(ending["winner"])
    return game.end(Ending(Termination(ending["termination"]), winner))
