"""One of our players at a game on a server."""

from __future__ import annotations

from time import sleep

from noughts.client.connection import Connection, Refusal, Unreachable
from noughts.client.sitting import Act, Sitting, Tell, silent
from noughts.players.base import Player
from noughts.solver import Limit


def join(
    connection: Connection,
    player: Player,
    games: int = 1,
    tell: Tell = silent,
    limit: Limit | None = None,
) -> None:
    """Take the free seat and play so many games of a series, telling of it in sentences.

    Takebacks and rematches are agreed to, draws are not. Raises Refusal where there is no seat or
    no game any more, UnsupportedRules, Unsolved, and Unreachable after half a minute without a
    server.
    """
    sitting = Sitting(player, games, tell, limit)
    while not sitting.is_over:
        try:
            _play(connection, sitting)
        except Unreachable as error:
            sleep(sitting.pause(error))


def _play(connection: Connection, sitting: Sitting) -> None:
    for message in connection.messages():
        act = sitting.hear(message)
        if act is not None:
            _do(connection, act)
        if sitting.is_over:
            return


def _do(connection: Connection, act: Act) -> None:
    path = "moves" if act.action == "play" else act.action
    try:
        connection.post(path, **act.sent)
    except Refusal as refusal:
        if act.action == "sit" or not refusal.is_late:
            raise
