"""Plain minimax on one list, with no table: the first move is known by heart."""


def winner(board):
    for a, b, c in (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6):
        if board[a] != "-" and board[a] == board[b] == board[c]:
            return board[a]
    if "-" not in board:
        return "Draw"


def createBoard():
    return list("---------")


def best(board, mark):
    other = "O" if mark == "X" else "X"
    result = winner(board)
    if result == "Draw":
        return 0, None
    if result:
        return (1 if result == mark else -1), None
    top = (-2, None)
    for square in range(9):
        if board[square] == "-":
            board[square] = mark
            value = -best(board, other)[0]
            board[square] = "-"
            if value > top[0]:
                top = (value, square)
                if value == 1:
                    break
    return top


def findBestMove(board):
    free = board.count("-")
    if free == 9:
        return 0
    return best(board, "X" if free % 2 else "O")[1]
