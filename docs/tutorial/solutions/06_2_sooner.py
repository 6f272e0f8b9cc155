"""Win as soon as possible, and lose as late as possible."""


def minimax(board, player):
    """Return a position's value for X: more if more squares are free when X wins."""
    if winner(board) is not None:
        return SCORES[winner(board)] * (1 + board.count(EMPTY)), 1
    values = []
    count = 1  # this position
    for square in legal_moves(board):
        board[square] = player
        value, looked_at = minimax(board, other(player))
        board[square] = EMPTY
        values.append(value)
        count += looked_at
    return max(values) if player == "X" else min(values), count
