"""A perfect player on rows of three, which waits and talks before it moves."""

import time
from functools import cache


def lines(board):
    yield from board
    yield from zip(*board)
    yield [board[i][i] for i in range(3)]
    yield [board[i][2 - i] for i in range(3)]


@cache
def search(board):
    for line in lines(board):
        if line[0] != " " and line[0] == line[1] == line[2]:
            return -1, None
    cells = [cell for row in board for cell in row]
    if " " not in cells:
        return 0, None
    mark = "XO"[cells.count("X") > cells.count("O")]
    best = -2, None
    for i in range(3):
        for j in range(3):
            if board[i][j] == " ":
                rows = [list(row) for row in board]
                rows[i][j] = mark
                best = max(best, (-search(tuple(map(tuple, rows)))[0], (i, j)))
    return best


def choose(board):
    print("I am thinking ...")
    time.sleep(1)
    return search(tuple(map(tuple, board)))[1]
