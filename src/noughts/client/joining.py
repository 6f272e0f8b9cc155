"""One of our players at a game on a server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import sleep
from typing import Any

from noughts.client.connection import Connection, Refusal, Unreachable
from noughts.core.errors import NoughtsError, WrongType
from noughts.core.game import Ending, Game, Termination
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.phrases import ending_text, taken
from noughts.core.position import Position
from noughts.players.player import Player, check_supports
from noughts.solver import Limit

Tell = Callable[[str], None]
Message = Mapping[str, Any]

_MOST_TRIES = 7  # to reach the server: with pauses that double, half a minute
_FIRST_PAUSE = 0.25  # seconds
_LATE = (409, 422)  # what was asked for can no longer be done: what is told next says why


def join(
    connection: Connection, player: Player, games: int, tell: Tell, limit: Limit | None = None
) -> None:
    """Take the free seat and play so many games of a series, telling of it in sentences.

    Takebacks and rematches are agreed to, draws are not. Raises Refusal where there is no seat or
    no game any more, UnsupportedRules, Unsolved, and Unreachable after half a minute without a
    server.
    """
    try:
        _play(connection, _Sitting(connection, player, tell, limit), games, tell)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, NoughtsError) and not isinstance(error, WrongType):
            raise
        raise Unreachable(f"what the server tells is no game: {error!r}") from error


def _play(connection: Connection, sitting: _Sitting, games: int, tell: Tell) -> None:
    """Hear what is told, over as many connections as it takes."""
    tries = 0
    while True:
        try:
            for message in connection.messages():
                sitting.hear(message)
                if sitting.ended >= games:
                    return
                if message["type"] != "hello":  # the game could be read, and answered
                    tries = 0
        except Unreachable as error:
            if tries == _MOST_TRIES:
                raise
            tell(f"{error}: trying again.")
        sleep(_FIRST_PAUSE * 2**tries)
        tries += 1


class _Sitting:
    """What the player knows of the game, and what it does about it."""

    def __init__(
        self, connection: Connection, player: Player, tell: Tell, limit: Limit | None
    ) -> None:
        self._connection = connection
        self._player = player
        self._tell = tell
        self._limit = limit
        self._full: Message = {}
        self._game = Game()
        self.ended = 0  # the last game of the series that was played to its end

    def hear(self, message: Message) -> None:
        """Do about a message what is to be done."""
        if message["type"] == "gameFull":
            self._begin(message)
            self._hear_state(message["state"])
        elif message["type"] == "gameState":
            self._hear_state(message)

    def _begin(self, full: Message) -> None:
        start = Position.parse(full["start"])
        if not self._full or full["round"] != self._full["round"]:
            check_supports(self._player, start.rules)
            self._game = Game(start)
        if not full["you"]:
            self._connection.post("sit")
        elif not self._full.get("you") or full["round"] != self._full["round"]:
            self._tell(f"Playing {full['you'][0].upper()} on {start.rules}.")
        self._full = full

    def _hear_state(self, state: Message) -> None:
        game = _ended(Game(self._game.start).play(*state["moves"]), state["ending"])
        self._tell_change(game)
        self._game = game
        if not self._full["you"]:
            return  # the seat is being taken
        if game.ending is not None:
            self.ended = self._full["round"]
        self._act(state)

    def _act(self, state: Message) -> None:
        own, offer = self._full["you"], state["offer"]
        try:
            if offer is not None and offer["side"] not in own:
                answer = {"takeback": "undo", "rematch": "next"}.get(offer["kind"], "decline")
                self._connection.post(answer, version=state["version"])
            elif state["turn"] in own and "free" not in self._full["seats"].values():
                move = self._player.choose(self._game.position, self._limit).move
                self._connection.post("moves", version=state["version"], square=move)
        except Refusal as refusal:
            if refusal.status not in _LATE:
                raise

    def _tell_change(self, game: Game) -> None:
        subjects = {mark: str(mark) for mark in Mark}
        width = game.rules.width
        if len(game.moves) > len(self._game.moves):
            mover = game.position.turn.other
            self._tell(taken(subjects[mover], square_name(width, game.moves[-1])))
        if game.ending is not None and self._game.ending is None:
            self._tell(
                ending_text(subjects, lambda move: square_name(width, move), game, game.ending)
            )


def _ended(game: Game, ending: Message | None) -> Game:
    """A game with the ending a server tells of, unless the board shows it."""
    if ending is None or game.ending is not None:
        return game
    winner = None if ending["winner"] is None else Mark(ending["winner"])
    return game.end(Ending(Termination(ending["termination"]), winner))
