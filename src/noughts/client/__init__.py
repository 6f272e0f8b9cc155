"""A program that takes a seat at a game on a server, over the API that anybody may use."""

from noughts.client.connection import Connection, Refusal, Unreachable, game_at
from noughts.client.joining import join

__all__ = ["Connection", "Refusal", "Unreachable", "game_at", "join"]
