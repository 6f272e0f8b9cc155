"""A perfect computer that doesn't always play the same."""


def computer_move(board, computer):
    """One of the squares with the best value for the computer, and the positions looked at."""
    values = {}
    count = 1
    for square in legal_moves(board):
        board[square] = computer
        values[square], looked_at = minimax(board, other(computer))
        board[square] = EMPTY
        count += looked_at
    best = max(values.values()) if computer == "X" else min(values.values())
    good = [square for square in values if values[square] == best]
    return random.choice(good), count
