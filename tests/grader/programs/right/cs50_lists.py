"""CS50 AI's project: actions as a list of lists' indices, a random best move, one helper each."""

import random

X, O, EMPTY = "X", "O", None
LINES = [[(i, 0), (i, 1), (i, 2)] for i in range(3)] + [[(0, j), (1, j), (2, j)] for j in range(3)]
LINES += [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
MEMORY = {}


def initial_state():
    board = []
    for _ in range(3):
        board.append([EMPTY, EMPTY, EMPTY])
    return board


def count(board, mark):
    return sum(cell == mark for row in board for cell in row)


def player(board):
    if count(board, X) > count(board, O):
        return O
    return X


def actions(board):
    free = []
    for number in range(9):
        i, j = divmod(number, 3)
        if board[i][j] is EMPTY:
            free.append((i, j))
    return free


def result(board, action):
    i, j = action
    if action not in actions(board):
        raise Exception("Not a valid action")
    return [
        [player(board) if (a, b) == (i, j) else board[a][b] for b in range(3)] for a in range(3)
    ]


def winner(board):
    for line in LINES:
        marks = [board[i][j] for i, j in line]
        if marks == [X] * 3:
            return X
        if marks == [O] * 3:
            return O
    return None


def terminal(board):
    return winner(board) is not None or count(board, EMPTY) == 0


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def worth(board):
    key = str(board)
    if key not in MEMORY:
        if terminal(board):
            MEMORY[key] = utility(board)
        else:
            after = [worth(result(board, action)) for action in actions(board)]
            MEMORY[key] = max(after) if player(board) == X else min(after)
    return MEMORY[key]


def minimax(board):
    if terminal(board):
        return None
    aim = worth(board)
    return random.choice([a for a in actions(board) if worth(result(board, a)) == aim])
