"""CS50 AI's project as somebody writes it who likes one line for everything; errors by assertion."""

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[None] * 3, [None] * 3, [None] * 3]


def player(board):
    return (X, O)[sum(map(bool, sum(board, []))) % 2]


def actions(board):
    return set((i, j) for i in range(3) for j in range(3) if not board[i][j])


def result(board, action):
    assert action in actions(board), "not allowed"
    flat, at = sum(board, []), action[0] * 3 + action[1]
    flat[at] = player(board)
    return [flat[:3], flat[3:6], flat[6:]]


def winner(board):
    f = sum(board, [])
    wins = [f[i] for i, s in zip([0, 3, 6, 0, 1, 2, 0, 2], [1, 1, 1, 3, 3, 3, 4, 2]) if f[i] and f[i] == f[i + s] == f[i + 2 * s]]
    return wins[0] if wins else None


def terminal(board):
    return winner(board) is not None or all(map(all, board))


def utility(board):
    return [0, 1, -1][[None, X, O].index(winner(board))]


def negamax(board, alpha=-1):
    if terminal(board):
        return -abs(utility(board)), None
    best = -2, None
    for action in sorted(actions(board)):
        worth = -negamax(result(board, action), best[0])[0]
        if worth > best[0]:
            best = worth, action
        if best[0] >= -alpha:
            break
    return best


def minimax(board):
    return negamax(board)[1]
