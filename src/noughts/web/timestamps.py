"""The time, as events record it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time in UTC, in ISO 8601 to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
