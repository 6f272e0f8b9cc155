"""Who comes to watch a game live, and whom they meet."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.web.desk import Desk
from noughts.web.doorman import Doorman


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody, by their key, with the desk that serves them and the doorman who let them in."""

    desk: Desk
    doorman: Doorman
    key: str | None
