"""Find the same values as minimax, and count how many positions needn't be looked at.

python docs/tutorial/07_alpha_beta.py
"""

EMPTY = " "
WINS = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip
SCORES = {"X": 1, "Tie": 0, "O": -1}  # what the end of a game is worth to X
NAMES = {1: "X wins", 0: "a tie", -1: "O wins"}
ORDER = (0, 1, 2, 3, 4, 5, 6, 7, 8)  # in which squares are tried

# Positions to try, each with the player to move.
EXAMPLES = (
    ("         ", "X"),
    ("X        ", "O"),
    ("X   O    ", "X"),
    ("X   O  X ", "O"),
)


def other(player):
    """The opponent of a player."""
    return "O" if player == "X" else "X"


def legal_moves(board):
    """The squares that are free."""
    return [square for square in ORDER if board[square] == EMPTY]


def winner(board):
    """X or O if one of them has a row, Tie if the board is full, otherwise None."""
    for a, b, c in WINS:
        if board[a] == board[b] == board[c] != EMPTY:
            return board[a]
    return None if EMPTY in board else "Tie"


def minimax(board, player):
    """Return a position's value for X, and how many positions it took to find out."""
    if winner(board) is not None:
        return SCORES[winner(board)], 1
    values = []
    count = 1  # this position
    for square in legal_moves(board):
        board[square] = player
        value, looked_at = minimax(board, other(player))
        board[square] = EMPTY
        values.append(value)
        count += looked_at
    return max(values) if player == "X" else min(values), count


def alpha_beta(board, player, alpha=-1, beta=1):
    """Return what minimax returns, but leave a position as soon as it cannot matter any more.

    X is sure of at least alpha already, and O of at most beta.
    """
    if winner(board) is not None:
        return SCORES[winner(board)], 1
    count = 1  # this position
    for square in legal_moves(board):
        board[square] = player
        value, looked_at = alpha_beta(board, other(player), alpha, beta)
        board[square] = EMPTY
        count += looked_at
        if player == "X":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if player == "X" else beta, count


def main():
    """Count both ways for every example."""
    print("position   to move  value    minimax  alpha-beta")
    for squares, player in EXAMPLES:
        board = list(squares)
        value, slowly = minimax(board, player)
        same, quickly = alpha_beta(board, player)
        assert value == same
        position = squares.replace(EMPTY, ".")
        print(f"{position}  {player}        {NAMES[value]}  {slowly:8,}  {quickly:10,}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl-C: you don't want to wait
        print("\nGoodbye!")
