"""Gymnasium's own errors, which are ours as well: a handler of either library catches them."""

from __future__ import annotations

from gymnasium import error

from noughts.core.errors import IllegalAction, NoughtsError


class InvalidAction(IllegalAction, error.InvalidAction):
    """An action that is no square of the board, or one that is taken."""


class ResetNeeded(IllegalAction, error.ResetNeeded):
    """A step before the first reset or after the end of an episode."""


class InvalidOption(NoughtsError, ValueError):
    """An option of an environment with a value that it cannot have."""


class UnsupportedMode(InvalidOption, error.UnsupportedMode):
    """A render mode there is not."""
