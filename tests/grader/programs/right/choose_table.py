"""A perfect player with a table that it fills before it is asked."""

WINS = ["012", "345", "678", "036", "147", "258", "048", "246"]
VALUES = {}


def won(board, mark):
    return any(all(board[int(square)] == mark for square in line) for line in WINS)


def fill(board, turn, other):
    key = "".join(board)
    if key in VALUES:
        return VALUES[key]
    if won(board, other):
        VALUES[key] = -1
    elif " " not in board:
        VALUES[key] = 0
    else:
        best = -1
        for square in range(9):
            if board[square] == " ":
                board[square] = turn
                best = max(best, -fill(board, other, turn))
                board[square] = " "
        VALUES[key] = best
    return VALUES[key]


fill([" "] * 9, "X", "O")


def choose(board):
    turn = "X" if board.count("X") == board.count("O") else "O"
    best, chosen = 2, None
    for square in range(9):
        if board[square] == " ":
            after = board.copy()
            after[square] = turn
            if VALUES["".join(after)] < best:
                best, chosen = VALUES["".join(after)], square
    return chosen
