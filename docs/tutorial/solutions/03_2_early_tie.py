"""End the game as soon as neither player can get a row any more."""


def winner(board):
    """X or O if one of them has a row, Tie if neither can get one, otherwise None."""
    for a, b, c in WINS:
        if board[a] == board[b] == board[c] != EMPTY:
            return board[a]
    for a, b, c in WINS:
        row = [board[a], board[b], board[c]]
        if "X" not in row or "O" not in row:
            return None  # this row can still be had
    return "Tie"
