"""Both ways of joining: blocking, and live over a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from noughts.client import Connection, join, join_live
from noughts.players.base import Player


def joining_live(
    connection: Connection, who: Player, games: int, tell: Callable[[str], None]
) -> None:
    asyncio.run(join_live(connection, who, games, tell))


Join = Callable[[Connection, Player, int, Callable[[str], None]], None]


@pytest.fixture(params=[join, joining_live], ids=["blocking", "live"])
def joins(request: pytest.FixtureRequest) -> Join:
    """How a player joins."""
    way: Join = request.param
    return way
