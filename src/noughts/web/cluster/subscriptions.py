"""Which games and rooms the other nodes subscribe to, so that they are sent nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from time import monotonic

from noughts.web.storage.notifications import EVERYBODY, channel_of


class Subscriptions:
    """What the other nodes said they subscribe to, by game or room.

    As long as some node has not said it, messages go to everybody. A message too many does no
    harm; one too few is noticed when nodes compare what they have with the log.
    """

    def __init__(self) -> None:
        self._channels: dict[str, tuple[str, ...]] = {}  # by the id of a game or a room
        self._known: set[str] = set()  # nodes
        self._unknown: set[str] = set()  # nodes that have yet to say what they subscribe to
        self._waits_until = inf  # until it is connected

    @property
    def unknown(self) -> Iterable[str]:
        """The nodes that must be asked what they subscribe to."""
        return tuple(self._unknown)

    def channels(self, id_: str) -> tuple[str, ...]:
        """The channels for messages about a game or a room; none if no other node subscribes."""
        if self._unknown or monotonic() < self._waits_until:
            return (EVERYBODY,)
        return self._channels.get(id_, ())

    def reset(self, seconds: float) -> None:
        """Forget all nodes, and expect to hear from each within so many seconds."""
        self._channels, self._known, self._unknown = {}, set(), set()
        self._waits_until = monotonic() + seconds

    def meet(self, node: str) -> None:
        """A node sent a message."""
        if node not in self._known:
            self._unknown.add(node)

    def add(self, node: str, id_: str) -> None:
        """A node subscribed to a game or a room."""
        channel, channels = channel_of(node), self._channels.get(id_, ())
        if channel not in channels:
            self._channels[id_] = (*channels, channel)

    def remove(self, node: str, id_: str) -> None:
        """A node has no more subscribers to a game or a room."""
        channel = channel_of(node)
        left = tuple(each for each in self._channels.get(id_, ()) if each != channel)
        if left:
            self._channels[id_] = left
        else:
            self._channels.pop(id_, None)

    def begin_list(self, node: str) -> None:
        """A node begins to say everything that it subscribes to; O(games with subscribers)."""
        self.lose(node)
        self._unknown.add(node)

    def end_list(self, node: str) -> None:
        """A node has said everything that it subscribes to."""
        self._unknown.discard(node)
        self._known.add(node)

    def lose(self, node: str) -> None:
        """A node stopped; O(games with subscribers)."""
        self._known.discard(node)
        self._unknown.discard(node)
        channel = channel_of(node)
        for id_ in [id_ for id_, each in self._channels.items() if channel in each]:
            self.remove(node, id_)
