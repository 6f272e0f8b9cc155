"""Lower-case marks in constants, and a while loop for everything."""

X = "x"
O = "o"
EMPTY = "."


def createBoard():
    board = []
    while len(board) < 9:
        board.append(EMPTY)
    return board


def legalMoves(board):
    moves, square = [], 0
    while square < 9:
        if board[square] == EMPTY:
            moves.append(square)
        square += 1
    return moves


def winner(board):
    for start, step in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)):
        line = board[start], board[start + step], board[start + 2 * step]
        if line == (X, X, X):
            return X
        if line == (O, O, O):
            return O
    if legalMoves(board) == []:
        return "TIE"
    return None


def nextTurn(turn):
    if turn == X:
        return O
    return X


def playerMove(board, piece):
    move = None
    while move is None:
        try:
            move = int(input("move? "))
            if move < 0 or board[move] != EMPTY:
                move = None
        except (ValueError, IndexError):
            move = None
    return move
