"""A client of the server: it takes a seat in a game over the public API."""

from typing import TYPE_CHECKING, Any

from noughts.client.connection import Connection, Refusal, Unreachable, game_at
from noughts.client.session import join

if TYPE_CHECKING:
    from noughts.client.live import LiveConnection, join_live

__all__ = [
    "Connection",
    "LiveConnection",
    "Refusal",
    "Unreachable",
    "game_at",
    "join",
    "join_live",
]


if not TYPE_CHECKING:  # for a type checker it would make every name one of ours

    def __getattr__(name: str) -> Any:
        """Import the asynchronous part on demand, since asyncio and websockets take 60 ms."""
        if name in ("LiveConnection", "join_live"):
            from noughts.client import live

            return getattr(live, name)
        raise AttributeError(f"module 'noughts.client' has no attribute {name!r}")
