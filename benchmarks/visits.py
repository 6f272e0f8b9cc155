"""Measure a visit to a game after 20,000 visits of strangers, beside the first visits."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from time import process_time

from _bench import arguments_of, print_machine
from noughts.core import Mark
from noughts.server.games.channel import GameChannels
from noughts.server.games.repository import Games
from noughts.server.games.types import Person, Seat
from noughts.server.games.views import GameAudience
from noughts.server.live.subscribers import Subscriber
from noughts.server.log.repository import EventLog
from noughts.server.log.sqlite import SqliteStore
from noughts.server.worker_pool import WorkerPool

MOST = 1.1  # times the processor time of a first visit
SAMPLE = 500  # visits, of which the mean is taken
START = ".../.../... x 3"


class Visitor(Subscriber[GameAudience]):
    """A connection whose frames nobody reads."""

    def send(self, frame: str) -> None:
        """Drop it."""

    def end(self) -> None:
        """Do nothing: nothing is queued."""

    def cut_off(self) -> None:
        """Do nothing either."""


class Visits:
    """Strangers who come to a game between two people, one of them there, and leave."""

    def __init__(self, channels: GameChannels, game: str) -> None:
        self._channels, self._game = channels, game
        self._count = 0

    async def come(self, count: int) -> float:
        """Make visits one after another; return the processor time of each in milliseconds."""
        started = process_time()
        for _ in range(count):
            self._count += 1
            visitor = Visitor(GameAudience(f"stranger {self._count}"))
            channel = await self._channels.join(self._game, visitor, None)
            channel.leave(visitor)
        return (process_time() - started) / count * 1_000


async def measure(folder: Path, many: int) -> tuple[float, float]:
    """Return the time of a visit before and after many others."""
    store = SqliteStore(folder / "games.db")
    games = Games(EventLog(store), WorkerPool(1.0))
    channels = GameChannels(games, 10.0, 60.0)
    seats: dict[Mark, Seat] = {Mark.X: Person("ann"), Mark.O: Person("ben")}
    game = await games.begin(games.begun(START, seats), "ann", None)
    await channels.join(game, Visitor(GameAudience("ann")), None)
    visits = Visits(channels, game)
    await visits.come(SAMPLE)  # until everything is imported and cached
    first = await visits.come(SAMPLE)
    await visits.come(many)
    after = await visits.come(SAMPLE)
    await store.close()
    return first, after


def main() -> None:
    """Print both times and their ratio; exit with 1 if it is too large."""
    arguments = arguments_of(__doc__ or "").parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        first, after = asyncio.run(measure(Path(folder), 1_000 if arguments.quick else 20_000))
    ratio = after / first
    print(f"a visit: {first:.3f} ms at first, {after:.3f} ms after: {ratio:.2f} times as long")
    if not arguments.quick and ratio > MOST:
        sys.exit(1)


if __name__ == "__main__":
    main()
