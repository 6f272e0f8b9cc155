"""Errors that are both Gymnasium's and ours, so that handlers for either library catch them."""

from __future__ import annotations

from gymnasium import error

from noughts.core.errors import IllegalAction, NoughtsError


class InvalidAction(IllegalAction, error.InvalidAction):
    """An action that is not a square of the board, or a square that is taken."""


class ResetNeeded(IllegalAction, error.ResetNeeded):
    """A step before the first reset or after the end of an episode."""


class InvalidOption(NoughtsError, ValueError):
    """An option of an environment with an invalid value."""


class UnsupportedMode(InvalidOption, error.UnsupportedMode):
    """A render mode that does not exist."""
