"""The error of a command that is refused."""

from __future__ import annotations

from noughts.core.errors import NoughtsError


class Refused(NoughtsError):
    """A command that its author is not allowed to give."""

    status = 403
