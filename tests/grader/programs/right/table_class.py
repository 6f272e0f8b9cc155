"""A board of numbers, 1 for X and -1 for O, with sums along the lines."""

X, O, EMPTY = 1, -1, 0
WINS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def new_board():
    return [EMPTY for _ in range(9)]


def free_squares(board):
    return {square for square in range(9) if not board[square]}


def get_winner(board):
    for line in WINS:
        total = sum(board[square] for square in line)
        if abs(total) == 3:
            return total // 3
    return None if free_squares(board) else "draw"


def has_won(board, player):
    return any(all(board[square] == player for square in line) for line in WINS)


def is_full(board):
    return EMPTY not in board


def other_player(player):
    return -player


def negamax(board, player):
    if has_won(board, -player):
        return -1, None
    if is_full(board):
        return 0, None
    best = -2, None
    for square in sorted(free_squares(board), key=lambda at: (at % 2 == 1, at != 4, at)):
        worth = -negamax(board[:square] + [player] + board[square + 1 :], -player)[0]
        if worth > best[0]:
            best = worth, square
            if worth == 1:
                break
    return best


def best_move(board, player):
    return negamax(board, player)[1]
