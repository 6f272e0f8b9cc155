"""The levels people choose from; docs/players.md gives their strength.

On boards of up to sixteen squares they are mixtures, with exact odds. On larger ones easy and
medium go by the look of each square, and hard also searches ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from noughts.players.alert import Alert
from noughts.players.base import Player
from noughts.players.by_board import ByBoard, anywhere, is_searchable
from noughts.players.classic import Classic
from noughts.players.mixture import Mixture
from noughts.players.perfect import Perfect
from noughts.players.uniform import Uniform
from noughts.solver import can_solve

HARD_NODES = 150


def easy(seed: int | None = None) -> ByBoard:
    """For a first game."""
    small = Mixture("easy", "often overlooks things", seed, (Uniform, 2), (Alert, 1))
    return _level(small, partial(_instinct, seed, care=0.6, sharpness=0.7))


def medium(seed: int | None = None) -> ByBoard:
    """For a good game: beatable from either side, and varied."""
    summary = "looks one move ahead and slips now and then"
    small = Mixture("medium", summary, seed, (Alert, 5), (Classic, 4), (Uniform, 1))
    return _level(small, partial(_instinct, seed, care=1.0, sharpness=2.0))


def hard(seed: int | None = None) -> ByBoard:
    """For those who know how to fork."""
    small = Mixture("hard", "seldom slips", seed, (Perfect, 3), (Classic, 1))
    return _level(small, partial(_hard, seed))


def _level(small: Mixture, make_large: Callable[[], Player]) -> ByBoard:
    return ByBoard(
        small.name,
        small.description,
        (can_solve, small),
        (is_searchable, make_large),
        (anywhere, small),
    )


def _instinct(seed: int | None, care: float, sharpness: float) -> Player:
    from noughts.players.searcher import Instinct  # noqa: PLC0415 - only large boards

    return Instinct(seed, care, sharpness)


def _hard(seed: int | None) -> Player:
    from noughts.players.searcher import Instinct, Searcher  # noqa: PLC0415 - only large boards

    return Mixture(
        "hard",
        "searches a little ahead and seldom slips",
        seed,
        (partial(Searcher, nodes=HARD_NODES), 4),
        (partial(Instinct, sharpness=2.0), 1),
    )
