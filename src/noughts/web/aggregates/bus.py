"""Publish and subscribe within one process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Message = TypeVar("Message")


class Bus(Generic[Message]):
    """Passes each message to the subscribers of its topic, in order; keeps none for later.

    >>> received = []
    >>> bus = Bus()
    >>> unsubscribe = bus.subscribe("one", received.append)
    >>> bus.publish("one", "something")
    >>> bus.publish("two", "else")
    >>> unsubscribe()
    >>> bus.publish("one", "more")
    >>> received
    ['something']
    """

    def __init__(self) -> None:
        self._subscribers: dict[str, list[Callable[[Message], None]]] = {}

    def publish(self, topic: str, message: Message) -> None:
        """Pass a message to every subscriber of a topic."""
        for receive in tuple(self._subscribers.get(topic, ())):
            receive(message)

    def subscribe(self, topic: str, receive: Callable[[Message], None]) -> Callable[[], None]:
        """Subscribe until what is returned is called; `receive` must neither wait nor fail."""
        self._subscribers.setdefault(topic, []).append(receive)
        return lambda: self._unsubscribe(topic, receive)

    def has_subscribers(self, topic: str) -> bool:
        """Whether a topic has any subscriber."""
        return topic in self._subscribers

    def topics(self) -> tuple[str, ...]:
        """The topics that have subscribers."""
        return tuple(self._subscribers)

    def _unsubscribe(self, topic: str, receive: Callable[[Message], None]) -> None:
        subscribers = self._subscribers[topic]
        subscribers.remove(receive)
        if not subscribers:
            del self._subscribers[topic]
