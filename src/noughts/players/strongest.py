"""The player `strongest`: the best available player for the board."""

from __future__ import annotations

from functools import partial

from noughts.atlas import is_proved
from noughts.players.base import Player
from noughts.players.by_board import ByBoard, anywhere, is_searchable
from noughts.players.classic import Classic
from noughts.players.perfect import Perfect

DESCRIPTION = "plays as perfect where the value of the board is proved, elsewhere searches ahead"


def strongest(seed: int | None = None) -> ByBoard:
    """As perfect where the value of the board is proved, else by the search, else as classic."""
    return ByBoard(
        "strongest",
        DESCRIPTION,
        (is_proved, partial(Perfect, seed)),
        (is_searchable, partial(searcher, seed)),
        (anywhere, partial(Classic, seed)),
    )


def searcher(seed: int | None) -> Player:
    """The player that searches, which a game on a small board does not load."""
    from noughts.players.searcher import Searcher  # noqa: PLC0415

    return Searcher(seed)
