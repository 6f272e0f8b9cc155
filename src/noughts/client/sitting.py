"""What a player does at a game on a server, whatever carries the messages."""

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
from noughts.players import Player, check_supports
from noughts.players.base import checked_choice
from noughts.solver import Limit

Tell = Callable[[str], None]
Message = Mapping[str, Any]

_MOST_TRIES = 7  # to reach the server: with pauses that double, half a minute
_FIRST_PAUSE = 0.25  # seconds


def silent(_: str) -> None:
    """Tell nobody."""


class Nonsense(Unreachable):
    """What answers tells of no game: trying again would not help."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something to do in a game: what it is called in the API, and what goes with it."""

    action: str
    sent: Mapping[str, object]


class Sitting:
    """A player at a series of games: hears what is told, and says what is to be done.

    Takebacks and rematches are agreed to, draws are not. `is_over` after so many games.
    """

    def __init__(self, player: Player, games: int, tell: Tell, limit: Limit | None) -> None:
        self._player = player
        self._games = games
        self._tell = tell
        self._limit = limit
        self._full: Message = {}
        self._game = Game()
        self._version = 0
        self._tries = 0
        self.is_over = False

    def hear(self, message: Message) -> Act | None:
        """What there is to be done about a message.

        Raises UnsupportedRules, what the player raises, and Nonsense for a message of nobody's.
        """
        with refusing_nonsense():
            act = self._hear(message)
        if act is None or act.action != "play":
            return act
        position = self._game.position
        choice = self._player.choose(position, self._limit)
        move = checked_choice(self._player, position, choice.move)
        return Act("play", {**act.sent, "square": move})

    def pause(self, error: Unreachable) -> float:
        """How many seconds to wait before the next try; raises the error when there is none."""
        if self._tries == _MOST_TRIES or isinstance(error, Nonsense):
            raise error
        self._tell(f"{error}: trying again.")
        self._tries += 1
        return _FIRST_PAUSE * (1 << self._tries - 1)

    def _hear(self, message: Message) -> Act | None:
        """What is to be done; for a move, its square is still to be chosen."""
        match message["type"]:
            case "gameFull":
                sit = self._begin(message)
                return self._hear_state(message["state"]) or sit
            case "gameState":
                return self._hear_state(message)
            case "beat":  # the connection has lasted
                self._tries = 0
        return None

    def _begin(self, full: Message) -> Act | None:
        start = Position.parse(full["start"])
        is_new = not self._full or full["round"] != self._full["round"]
        if is_new:
            check_supports(self._player, start.rules)
            self._game = Game(start)
        if full["you"] and (is_new or not self._full.get("you")):
            self._tell(f"Playing {full['you'][0].upper()} on {start.rules}.")
        self._full = full
        return None if full["you"] else Act("sit", {})

    def _hear_state(self, state: Message) -> Act | None:
        game = _ended(Game(self._game.start).play(*state["moves"]), state["ending"])
        self._tell_change(game)
        self._game = game
        if state["version"] > self._version:  # not if only the same is told again
            self._version, self._tries = state["version"], 0
        if not self._full["you"]:
            return None  # the seat is being taken
        if game.ending is not None:
            self.is_over = self._full["round"] >= self._games
        return None if self.is_over else self._answer(state)

    def _answer(self, state: Message) -> Act | None:
        own, offer, version = self._full["you"], state["offer"], state["version"]
        if offer is not None and offer["side"] not in own:
            action = {"takeback": "undo", "rematch": "next"}.get(offer["kind"], "decline")
            return Act(action, {"version": version})
        if state["turn"] in own and "free" not in self._full["seats"].values():
            return Act("play", {"version": version})
        return None

    def _tell_change(self, game: Game) -> None:
        subjects = {mark: str(mark) for mark in Mark}
        if len(game.moves) > len(self._game.moves):
            mover = game.position.turn.other
            self._tell(taken(subjects[mover], game.move_names[-1]))
        if game.ending is not None and self._game.ending is None:
            self._tell(ending_text(subjects, game.start.name, game, game.ending))


@contextmanager
def refusing_nonsense() -> Iterator[None]:
    """Raise Nonsense for messages that are not those of our servers."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, NoughtsError) and not isinstance(error, WrongType):
            raise
        raise Nonsense(f"what the server tells is no game: {error!r}") from error


def _ended(game: Game, ending: Message | None) -> Game:
    """A game with the ending a server tells of, unless the board shows it."""
    if ending is None or game.ending is not None:
        return game
    winner = None if ending["winner"] is None else Mark(ending["winner"])
    return game.end(Ending(Termination(ending["termination"]), winner))
