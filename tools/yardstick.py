"""Time a fixed piece of Python work, for comparing what was timed on different machines.

`python tools/yardstick.py` prints the seconds it takes a core to count all games of 3×3 in the
plainest way, while all cores do so, as when tests run. Twice the seconds: a machine of half the
speed, or a busy one.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean
from time import perf_counter

LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
GAMES = 255_168  # of 3×3


def games(board: list[str], turn: str, other: str) -> int:
    """Count the games that go on from a board."""
    if any(all(board[square] == other for square in line) for line in LINES):
        return 1
    count = 0
    for square, mark in enumerate(board):
        if mark == " ":
            board[square] = turn
            count += games(board, other, turn)
            board[square] = " "
    return count or 1


def work(_core: int) -> float:
    """Return the seconds that one core takes."""
    began = perf_counter()
    if games([" "] * 9, "x", "o") != GAMES:
        raise AssertionError
    return perf_counter() - began


def seconds() -> float:
    """Return the seconds of a core while all are at work."""
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    with ProcessPoolExecutor(cores) as pool:
        return fmean(pool.map(work, range(cores)))


if __name__ == "__main__":
    print(f"{seconds():.3f}")
