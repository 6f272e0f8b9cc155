"""A computer that sees a fork coming."""


def computer_move(board, computer):
    """Win, else block, else take the best square after which there is no fork."""
    urgent = winning_moves(board, computer) or winning_moves(board, other(computer))
    if urgent:
        return urgent[0]
    free = [square for square in BEST_MOVES if board[square] == EMPTY]
    safe = [square for square in free if not can_fork(board, square, computer)]
    return (safe or free)[0]


def can_fork(board, square, computer):
    """True if the opponent could make a fork after the computer took this square."""
    opponent = other(computer)
    board[square] = computer
    # Where the computer threatens to win, the opponent has to block.
    replies = winning_moves(board, computer) or legal_moves(board)
    forks = []
    for reply in replies:
        board[reply] = opponent
        if len(winning_moves(board, opponent)) > 1:
            forks.append(reply)
        board[reply] = EMPTY
    board[square] = EMPTY
    return forks != []
