"""boardgame.io's tables: its socket.io protocol, as its own client speaks it.

A match is created and joined over the lobby's API. A finished match stays as it is, so another game
is another match, to which both connections switch as the client does for a new match: each sends
`sync`. The matches are created beforehand, which is not timed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from _server.lobby import Lobby
from _server.tables import Table

_NAME = "tic-tac-toe"
_CONNECT = f"40/{_NAME},".encode()
_PING, _PONG = b"2", b"3"


@dataclass(frozen=True, slots=True)
class Match:
    """A match, and the credentials of its two players."""

    id: str
    credentials: tuple[str, str]


class PeerTable(Table[Match]):
    """A table whose connections go from match to match."""

    games_a_contest = 1
    fastest = 9_000

    @staticmethod
    def make_contest(lobby: Lobby) -> Match:
        id_ = lobby.post(f"/games/{_NAME}/create", {"numPlayers": 2})["matchID"]
        zero, one = (
            lobby.post(
                f"/games/{_NAME}/{id_}/join", {"playerID": player, "playerName": f"player {player}"}
            )["playerCredentials"]
            for player in "01"
        )
        return Match(id_, (zero, one))

    async def _connect(self, player: int) -> None:
        await self._line("/socket.io/?EIO=4&transport=websocket", {}, player)
        self.say(player, _CONNECT)

    def _first(self) -> int:
        return 0

    def _move(self, square: int, ply: int) -> bytes:
        player = ply % 2
        action = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "clickCell",
                "args": [square],
                "playerID": str(player),
                "credentials": self._contest.credentials[player],
            },
        }
        return _emit("update", action, ply, self._contest.id, str(player))

    def _sign_of(self, square: int, ply: int) -> bytes:
        return b'"args":[%d],"playerID":"%d"}},"_stateID":%d,' % (square, ply % 2, ply)

    def _next_game(self) -> None:
        self._take_next()
        for player in (0, 1):
            self._sync(player)

    def _sync(self, player: int) -> None:
        match = self._contest
        self.say(player, _emit("sync", match.id, str(player), match.credentials[player], 2))

    def _hear_other(self, player: int, message: bytes) -> None:
        if message == _PING:
            self.say(player, _PONG)
        elif message.startswith(_CONNECT):
            self._sync(player)
        elif message.startswith(b'%b["sync","%b"' % (_PREFIX, self._contest.id.encode())):
            if self._told(player):
                self.begun(self)
        elif not message.startswith((b"0{", b'%b["matchData",' % _PREFIX)):
            self.failed(f"not understood: {message[:200].decode()}")


_PREFIX = f"42/{_NAME},".encode()


def _emit(*arguments: object) -> bytes:
    return _PREFIX + json.dumps(arguments, separators=(",", ":")).encode()
