"""Any of the best moves, by chance."""

import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
known = dict()


def worth(board, mine, theirs):
    key = (tuple(board), mine)
    if key in known:
        return known[key]
    if any(board[a] == board[b] == board[c] == theirs for a, b, c in LINES):
        answer = -1
    elif " " not in board:
        answer = 0
    else:
        answer = max(-worth(after, theirs, mine) for _, after in ways(board, mine))
    known[key] = answer
    return answer


def ways(board, mark):
    for square in range(9):
        if board[square] == " ":
            yield square, [*board[:square], mark, *board[square + 1 :]]


def chooseMove(board):
    mine, theirs = ("X", "O") if sum(cell != " " for cell in board) % 2 == 0 else ("O", "X")
    rated = [(-worth(after, theirs, mine), square) for square, after in ways(board, mine)]
    best = max(rated)[0]
    moves = [square for rate, square in rated if rate == best]
    return moves[random.randrange(len(moves))]
