"""Why a command is refused."""

from __future__ import annotations

from noughts.core.errors import NoughtsError
from noughts.language import gettext as _


class Refused(NoughtsError):
    """A command that its author is not allowed to give."""


class Stale(Refused):
    """A command based on a version of the game that is no longer the latest."""

    def __init__(self) -> None:
        super().__init__(_("The game has moved on – take another look"))
