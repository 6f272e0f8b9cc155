"""A computer for small children: it doesn't see what you are up to."""


def computer_move(board, computer):
    """Win, else take any square."""
    square = winning_move(board, computer)
    if square is None:
        square = random.choice(legal_moves(board))
    return square
