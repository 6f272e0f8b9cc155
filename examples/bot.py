"""Play games on a server: take the free seat at every link that is given.

pip install "noughts[client]"
python examples/bot.py http://127.0.0.1:8000/g/ID http://127.0.0.1:8000/g/ANOTHER
"""

from __future__ import annotations

import asyncio
import sys
from functools import partial

from noughts import NoughtsError, Position, Value, values
from noughts.client import game_at, join_live
from noughts.players import Deterministic


class Merciful(Deterministic):
    """Draws if it can, else wins, and never loses on purpose."""

    def move(self, position: Position) -> int:
        worth = values(position)  # proved on boards of up to 16 squares
        preferred = (Value.DRAW, Value.WIN, Value.LOSS)
        return min(worth, key=lambda move: preferred.index(worth[move].value))


def report(number: int, text: str) -> None:
    """Print what happened in a game, in one write, since each game runs in a thread of its own."""
    print(f"{number}: {text}\n", end="", flush=True)


async def main(links: list[str]) -> None:
    """Play all games at once, each to its end."""
    reports = [partial(report, number) for number in range(1, len(links) + 1)]
    await asyncio.gather(
        *(
            join_live(game_at(link), Merciful(), report=report)
            for link, report in zip(links, reports, strict=True)
        )
    )


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(__doc__)
    try:
        asyncio.run(main(sys.argv[1:]))
    except NoughtsError as error:
        sys.exit(str(error))
