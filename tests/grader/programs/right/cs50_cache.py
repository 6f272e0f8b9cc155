"""CS50 AI's project with a cache, deep copies, and its own exception."""

import copy
from functools import lru_cache

X = "X"
O = "O"
EMPTY = None


class InvalidAction(Exception):
    pass


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    filled = [cell for row in board for cell in row if cell]
    return O if len(filled) % 2 else X


def actions(board):
    return {(i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if cell is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise InvalidAction(action)
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    columns = [list(column) for column in zip(*board)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for mark in (X, O):
        if [mark, mark, mark] in board + columns + diagonals:
            return mark


def terminal(board):
    return bool(winner(board)) or not actions(board)


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


@lru_cache(maxsize=None)
def worth(frozen):
    board = [list(row) for row in frozen]
    if terminal(board):
        return utility(board)
    after = [worth(tuple(map(tuple, result(board, action)))) for action in actions(board)]
    return max(after) if player(board) == X else min(after)


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(actions(board), key=lambda action: worth(tuple(map(tuple, result(board, action)))))
