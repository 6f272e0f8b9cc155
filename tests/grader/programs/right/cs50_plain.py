"""CS50 AI's project with alpha and beta."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(O) for row in board)
    return X if x == o else O


def actions(board):
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    i, j = action
    if not (0 <= i < 3 and 0 <= j < 3):
        raise ValueError("not on the board")
    if board[i][j] is not EMPTY:
        raise ValueError("taken")
    copy = [row[:] for row in board]
    copy[i][j] = player(board)
    return copy


def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] is not EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] and board[0][i] is not EMPTY:
            return board[0][i]
    if board[1][1] is not EMPTY:
        if board[0][0] == board[1][1] == board[2][2]:
            return board[1][1]
        if board[0][2] == board[1][1] == board[2][0]:
            return board[1][1]
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    return all(cell is not EMPTY for row in board for cell in row)


def utility(board):
    who = winner(board)
    if who == X:
        return 1
    if who == O:
        return -1
    return 0


def value(board, low, high):
    if terminal(board):
        return utility(board)
    if player(board) == X:
        best = -2
        for action in actions(board):
            best = max(best, value(result(board, action), max(low, best), high))
            if best >= high:
                break
        return best
    best = 2
    for action in actions(board):
        best = min(best, value(result(board, action), low, min(high, best)))
        if best <= low:
            break
    return best


def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    best_action, best = None, None
    for action in actions(board):
        worth = value(result(board, action), -2, 2)
        if best is None or (worth > best if turn == X else worth < best):
            best_action, best = action, worth
    return best_action
