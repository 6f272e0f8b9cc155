"""A computer player in a game on a server, over HTTP."""

from __future__ import annotations

from time import sleep

from noughts.client.connection import Connection, Refusal, Unreachable
from noughts.client.session import Action, Report, Session, silent
from noughts.players.base import Player
from noughts.solver import Limit


def join(
    connection: Connection,
    player: Player,
    games: int = 1,
    report: Report = silent,
    limit: Limit | None = None,
) -> None:
    """Take the free seat and play `games` games of a series; `report` gets a sentence per event.

    The player agrees to undo moves and to rematches, but to no draws. Raises Refusal if the seat
    or the game
    is gone, UnsupportedRules, Unsolved, and Unreachable after half a minute without a server.
    """
    session = Session(player, games, report, limit)
    while not session.is_over:
        try:
            _play(connection, session)
        except Unreachable as error:
            sleep(session.pause(error))


def _play(connection: Connection, session: Session) -> None:
    for message in connection.messages():
        action = session.receive(message)
        if action is not None:
            _send(connection, action)
        if session.is_over:
            return


def _send(connection: Connection, action: Action) -> None:
    try:
        connection.post(action.name, **action.fields)
    except Refusal as refusal:
        if action.name == "sit" or not refusal.is_late:
            raise
