"""Who comes to watch a game live, and whom they meet."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.web.middleware.connection_limits import ConnectionLimit
from noughts.web.services.games import GameService


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody, by their key, with the desk that serves them and the doorman who let them in."""

    desk: GameService
    doorman: ConnectionLimit
    key: str | None
