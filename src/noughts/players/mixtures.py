"""The levels people choose from, as mixtures; docs/players.md gives their exact strength."""

from __future__ import annotations

from noughts.players.alert import Alert
from noughts.players.classic import Classic
from noughts.players.mixture import Mixture
from noughts.players.perfect import Perfect
from noughts.players.uniform import Uniform


def easy(seed: int | None = None) -> Mixture:
    """For a first game."""
    return Mixture("easy", "often overlooks things", seed, (Uniform, 2), (Alert, 1))


def medium(seed: int | None = None) -> Mixture:
    """For a good game: beatable from either side, and varied."""
    summary = "looks one move ahead and slips now and then"
    return Mixture("medium", summary, seed, (Alert, 5), (Classic, 4), (Uniform, 1))


def hard(seed: int | None = None) -> Mixture:
    """For those who know how to fork."""
    return Mixture("hard", "seldom slips", seed, (Perfect, 3), (Classic, 1))
