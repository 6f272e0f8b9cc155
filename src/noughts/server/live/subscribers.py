"""Subscribers: live connections as the channels see them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from noughts.wording import language


@dataclass(frozen=True, slots=True)
class Audience:
    """A subscriber's key and language: who sees a game or a room, and in whose words."""

    key: str | None
    language: str = field(default_factory=language.current)


A = TypeVar("A", bound=Audience)


class Subscriber(ABC, Generic[A]):
    """A connection that gets frames, in order, until it is cut off or the server shuts down."""

    protocol = "stream"  # its label in the metrics
    is_hidden = False  # as the page said last

    def __init__(self, audience: A) -> None:
        self.audience = audience
        self.key = audience.key or ""  # of the person connected; empty for visitors without one

    @abstractmethod
    def send(self, frame: str) -> None:
        """Queue a frame, without waiting."""

    def send_heartbeat(self, frame: str) -> None:
        """Send a heartbeat; a connection that has been silent for too long is cut off."""
        self.send(frame)

    @abstractmethod
    def end(self) -> None:
        """Send what is queued, then close."""

    @abstractmethod
    def cut_off(self) -> None:
        """Close at once, dropping what is queued."""
