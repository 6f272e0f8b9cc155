"""A computer that doesn't always play the same."""


def computer_move(board, computer):
    """Win, else block, else the centre, a corner or an edge, chosen at random."""
    for player in (computer, other(computer)):
        square = winning_move(board, player)
        if square is not None:
            return square
    free = []
    for squares in ([1, 3, 5, 7], [0, 2, 6, 8], [4]):  # the best last
        free = [square for square in squares if board[square] == EMPTY] or free
    return random.choice(free)
