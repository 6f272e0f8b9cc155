"""Checks its arguments with types and assertions, and keeps a log that it never reads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

log: list[str] = []


class Square(IntEnum):
    A1, B1, C1, A2, B2, C2, A3, B3, C3 = range(9)


@dataclass(frozen=True)
class Line:
    squares: tuple[int, int, int]

    def owner(self, board: list[str]) -> str | None:
        first, second, third = (board[square] for square in self.squares)
        return first if first == second == third and first.strip() else None


LINES = [Line(squares) for squares in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]]


def createBoard() -> list[str]:
    return [" " for _ in Square]


def legalMoves(gameBoard: list[str]) -> list[int]:
    assert len(gameBoard) == 9
    return [square for square in Square if not gameBoard[square].strip()]


def winner(gameBoard: list[str]) -> str | None:
    log.append("winner")
    owners = [owner for line in LINES if (owner := line.owner(gameBoard))]
    if owners:
        return owners[0]
    return None if legalMoves(gameBoard) else "TIE"


def nextTurn(currTurn: str) -> str:
    if currTurn == "X":
        return "O"
    elif currTurn == "O":
        return "X"
    raise ValueError(currTurn)


def cpuMove(gameBoard: list[str], cpuPiece: str = "O") -> int:
    rival = nextTurn(cpuPiece)
    for piece in (cpuPiece, rival):
        for square in legalMoves(gameBoard):
            trial = [*gameBoard]
            trial[square] = piece
            if winner(trial) == piece:
                return square
    order = [Square.B2, Square.A1, Square.C1, Square.A3, Square.C3, *Square]
    return next(square for square in order if square in legalMoves(gameBoard))
