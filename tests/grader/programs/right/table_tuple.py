"""A board that nobody can change, a generator of moves, and functions that are values."""

LINES = tuple(tuple(range(a, a + 3)) for a in (0, 3, 6)) + tuple((a, a + 3, a + 6) for a in range(3))
LINES += ((0, 4, 8), (2, 4, 6))

make_board = lambda: (".",) * 9  # noqa: E731
next_player = lambda mark: "OX"[mark == "O"]  # noqa: E731


def available_moves(board):
    return (square for square in range(9) if board[square] == ".")


def check_winner(board):
    return next(
        (board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "."),
        None if "." in board else "tie",
    )


def put(board, square, mark):
    return board[:square] + (mark,) + board[square + 1 :]


def get_computer_move(board, mark):
    for piece in (mark, next_player(mark)):
        for square in available_moves(board):
            if check_winner(put(board, square, piece)) == piece:
                return square
    return min(available_moves(board))
