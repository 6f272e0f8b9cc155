"""How often one address may ask for what costs something; a route says of which kind it is."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.stores.memory import MemoryStore

from noughts.web.settings import Settings

# The options that routes carry.
GAMES: dict[str, Any] = {"limit": "games"}
MOVES: dict[str, Any] = {"limit": "moves"}
QUESTIONS: dict[str, Any] = {"limit": "questions"}


def limiters(settings: Settings) -> list[DefineMiddleware]:
    """The middleware that keeps each kind within its limit."""
    counts = {
        "games": settings.games_per_minute,
        "moves": settings.moves_per_minute,
        "questions": settings.questions_per_minute,
    }
    return [_limiter(kind, count) for kind, count in counts.items()]


def count_stores() -> dict[str, MemoryStore]:
    """Where it is counted, by name."""
    return {_store(kind["limit"]): MemoryStore() for kind in (GAMES, MOVES, QUESTIONS)}


def _limiter(kind: str, count: int) -> DefineMiddleware:
    def is_of_kind(request: Request[Any, Any, State]) -> bool:
        return bool(request.route_handler.opt.get("limit") == kind)

    config = RateLimitConfig(
        rate_limit=("minute", count), check_throttle_handler=is_of_kind, store=_store(kind)
    )
    return config.middleware


def _store(kind: str) -> str:
    return f"limit-{kind}"
