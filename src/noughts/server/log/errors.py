"""The errors of commands that are refused."""

from __future__ import annotations

from noughts.core.errors import NoughtsError
from noughts.wording.language import gettext as _


class Refused(NoughtsError):
    """A command that its author is not allowed to give."""

    status = 403


class Stale(Refused):
    """A command based on a version of the game that is no longer the latest."""

    status = 409

    def __init__(self) -> None:
        super().__init__(_("The game has moved on – take another look"))
