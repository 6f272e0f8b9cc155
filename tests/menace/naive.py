"""Boxes and chances of a machine from strings of nine squares, with no help from the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
QUARTER = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # a quarter turn: what comes to each square
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)

Beads = Callable[[str], dict[int, int] | None]
Odds = tuple[Fraction, Fraction, Fraction]  # lost, drawn, won


def winner(board: str) -> str | None:
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return None


def free(board: str) -> list[int]:
    return [] if winner(board) else [square for square in range(9) if board[square] == "."]


def to_move(board: str) -> str:
    return "x" if board.count("x") == board.count("o") else "o"


def put(board: str, square: int) -> str:
    return board[:square] + to_move(board) + board[square + 1 :]


def images(board: str) -> Iterator[str]:
    for image in (board, "".join(board[square] for square in MIRROR)):
        for _ in range(4):
            yield image
            image = "".join(image[square] for square in QUARTER)  # noqa: PLW2901


def boards(board: str = "." * 9, known: set[str] | None = None) -> set[str]:
    """Every board that a game comes to."""
    known = set() if known is None else known
    if board not in known:
        known.add(board)
        for square in free(board):
            boards(put(board, square), known)
    return known


def boxes(mark: str) -> set[str]:
    """The boxes of a side, each as the least of its images."""
    return {
        min(images(board)) for board in boards() if to_move(board) == mark and len(free(board)) > 1
    }


def is_lost(board: str) -> bool:
    """True if the side to move cannot win at once, and the other threatens to on two squares."""
    own, other = to_move(board), "o" if to_move(board) == "x" else "x"

    def wins(mark: str) -> int:
        return sum(winner(board[:s] + mark + board[s + 1 :]) == mark for s in free(board))

    return not wins(own) and wins(other) > 1


def odds(mark: str, beads: Beads, opponent: Callable[[str], dict[int, Fraction]]) -> Odds:
    """The chances of a machine, each board once; `beads` is None where it has no choice."""

    @cache
    def of(board: str) -> Odds:
        if (won := winner(board)) is not None:
            return (Fraction(won != mark), Fraction(0), Fraction(won == mark))
        if "." not in board:
            return Fraction(0), Fraction(1), Fraction(0)
        if to_move(board) != mark:
            shares = opponent(board)
        elif (drawn := beads(board)) is None:
            shares = {board.index("."): Fraction(1)}
        elif not sum(drawn.values()):
            return Fraction(1), Fraction(0), Fraction(0)
        else:
            shares = {square: Fraction(n, sum(drawn.values())) for square, n in drawn.items()}
        results = [(share, of(put(board, square))) for square, share in shares.items()]
        loss, draw, win = (
            sum((share * result[kind] for share, result in results), Fraction(0))
            for kind in range(3)
        )
        return loss, draw, win

    return of("." * 9)
