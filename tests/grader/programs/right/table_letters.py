"""Small letters that no constant names, and a winner beside whom a draw has a function."""

import os
import sys

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def printBoard(board):
    os.system("cls||clear")
    for at in range(0, 9, 3):
        sys.stdout.buffer.write(("|".join(board[at : at + 3]) + "\n").encode())


def winner(board):
    for line in LINES:
        cells = {board[int(square)] for square in line}
        if cells == {"x"} or cells == {"o"}:
            return cells.pop()


def isDraw(board):
    return " " not in board and winner(board) is None


def switchTurn(turn):
    return {"x": "o", "o": "x"}[turn]
