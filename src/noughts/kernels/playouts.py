"""Random games to the end, in bulk."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import Any

from noughts.core.bits import squares
from noughts.core.errors import IllegalAction
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.kernels import common, generator, orders

_MOST_GAMES = 10**12
_MOST_THREADS = 1_024
_STREAMS = 512  # side by side: their words just fit into the first-level cache
_TASK = 1 << 22  # games; the same tasks for any number of threads, so the same counts
_WORD = 0xFFFFFFFF
_NEVER = 0xFFFF  # later than any ply


@dataclass(frozen=True, slots=True)
class Playouts:
    """How so many random games ended, and how many plies they took in all."""

    x: int
    o: int
    draws: int
    plies: int

    @property
    def games(self) -> int:
        """How many there were."""
        return self.x + self.o + self.draws

    @property
    def mean_plies(self) -> float:
        """Plies a game, from the position on."""
        return self.plies / self.games if self.games else 0.0


def playouts(position: Position, count: int, seed: int, threads: int = 1) -> Playouts:
    """Play `count` games from a position, each side taking free squares by lot.

    The counts depend on the position, `count` and `seed`, not on `threads`. The seed is any integer
    of up to 64 bits. Raises IllegalAction for numbers outside their bounds. O(count × squares);
    compiled, 3×3 takes 4 ns a game and 15×15:5 0.6 µs on one core, and other threads run meanwhile.

    >>> from noughts import Position
    >>> playouts(Position.parse("xo./xo./... x 3"), 6, seed=1).games
    6
    """
    _check("count", count, 0, _MOST_GAMES)
    _check("seed", seed, 0, 2**64 - 1)
    _check("threads", threads, 1, _MOST_THREADS)
    if position.is_over:
        return _all_at_once(position, count)
    task = _common_task if position.rules == Rules() else _orders_task
    sizes = [*repeat(_TASK, count // _TASK), count % _TASK]
    play = partial(task, position, seed)
    if threads == 1 or len(sizes) == 1:
        return _sum(count, map(play, range(len(sizes)), sizes))
    with ThreadPoolExecutor(threads) as pool:
        return _sum(count, pool.map(play, range(len(sizes)), sizes))


def _check(name: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise IllegalAction(f"{name} is {least} to {most}, not {number}")


def _all_at_once(position: Position, count: int) -> Playouts:
    """The games of a position in which there is nothing left to play."""
    outcome = position.outcome
    assert outcome is not None
    won = {mark: count if outcome.winner is mark else 0 for mark in (*Mark, None)}
    return Playouts(won[Mark.X], won[Mark.O], won[None], 0)


def _sum(count: int, tasks: Iterable[array[int]]) -> Playouts:
    x, o, plies = map(sum, zip(*tasks, strict=True))
    return Playouts(x, o, count - x - o, plies)


def _common_task(position: Position, seed: int, number: int, games: int) -> array[int]:
    """One task on 3×3: X's wins, O's, and the plies."""
    free = squares(position.empty)
    order = sum(square << 4 * place for place, square in enumerate(free[:8]))
    words, counts = _streams(common.ROWS, seed, number), _counts()
    marks = position.xs | position.os << 9
    common.play(words, games, len(free), order, marks, _turn(position), counts)
    return counts


def _orders_task(position: Position, seed: int, number: int, games: int) -> array[int]:
    """One task on any board: X's wins, O's, and the plies."""
    rules = position.rules
    pitch = rules.width + rules.k - 1
    steps = array("q", (1, pitch, pitch + 1, pitch - 1))
    length = pitch * (rules.height + rules.k) + rules.k

    def place(square: int) -> int:
        row, column = divmod(square, rules.width)
        return row * pitch + column

    blank = array("H", repeat(_NEVER, 2 * length))
    for plane, marks in enumerate((position.xs, position.os)):
        for square in squares(marks):
            blank[plane * length + place(square)] = 0
    planes, left, right = (array("H", repeat(_NEVER, size * length)) for size in (2, 1, 1))
    free = array("H", map(place, squares(position.empty)))
    words, counts = _streams(generator.ROWS, seed, number), _counts()
    orders.play(
        words,
        games,
        _turn(position),
        memoryview(free),
        memoryview(planes),
        memoryview(blank),
        memoryview(left),
        memoryview(right),
        memoryview(steps),
        rules.k,
        counts,
    )
    return counts


def _streams(rows: int, seed: int, number: int) -> Any:
    """A buffer with the streams of one task; no two tasks share one."""
    words = memoryview(bytearray(4 * rows * _STREAMS)).cast("I", (rows, _STREAMS))
    generator.seed_streams(words, seed & _WORD, seed >> 32, number * _STREAMS & _WORD)
    return words


def _counts() -> array[int]:
    return array("q", (0, 0, 0))


def _turn(position: Position) -> int:
    return 0 if position.turn is Mark.X else 1
