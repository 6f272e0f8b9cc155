"""`noughts perft`: count all games on a board, ply by ply."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from noughts.core.perft import Ply, perft

_COLUMNS = ("sequences", "X wins", "O wins", "draws", "positions", "classes")


def run_perft(arguments: Namespace) -> int:
    """Print the counts of each ply, and their sums."""
    print(_row("ply", _COLUMNS))
    plies = []
    for ply in perft(arguments.board.start(), arguments.depth):
        plies.append(ply)
        print(_row(str(ply.ply), [f"{number:,}" for number in _numbers(ply)]), flush=True)
    totals = [sum(column) for column in zip(*map(_numbers, plies), strict=True)]
    print(_row("all", [f"{number:,}" for number in totals]))
    print(f"games: {sum(ply.games for ply in plies):,}")
    return 0


def _numbers(ply: Ply) -> tuple[int, ...]:
    return ply.sequences, ply.x_wins, ply.o_wins, ply.draws, ply.positions, ply.classes


def _row(head: str, cells: Sequence[str]) -> str:
    first, *rest = cells  # 80 columns in total; sequences need the most
    return f"{head:>3} {first:>20}" + "".join(f"{cell:>11}" for cell in rest)
