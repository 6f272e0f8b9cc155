"""`noughts perft`: count all games on a board, ply by ply."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from operator import add

from noughts.core.perft import perft

_HEADS = ("ply", "sequences", "X wins", "O wins", "draws", "positions", "classes")


def run_perft(arguments: Namespace) -> int:
    """Count all games of a board, and print the counts of each ply and their sums."""
    print(_row(_HEADS))
    games, sums = 0, [0] * len(_HEADS[1:])
    for ply in perft(arguments.board.start(), arguments.depth):
        ended = (ply.x_wins, ply.o_wins, ply.draws)
        counts = (ply.sequences, *ended, ply.positions, ply.classes)
        games, sums = games + ply.games, list(map(add, sums, counts))
        print(_row([str(ply.ply), *(f"{count:,}" for count in counts)]), flush=True)
    print(_row(["all", *(f"{count:,}" for count in sums)]))
    print(f"games: {games:,}")
    return 0


def _row(cells: Sequence[str]) -> str:
    head, first, *rest = cells  # 80 columns in total; sequences need the most
    return f"{head:>3} {first:>20}" + "".join(f"{cell:>11}" for cell in rest)
