"""Squares from 1 to 9, which empty squares show; names in snake case; a computer that forks too."""

LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def create_board():
    return [str(number) for number in range(1, 10)]


def display_board(board):
    print("\n-----\n".join("|".join(board[at : at + 3]) for at in (0, 3, 6)))


def legal_moves(board):
    return [number for number in range(1, 10) if board[number - 1] not in "XO"]


def winner(board):
    for line in LINES:
        marks = {board[number - 1] for number in line}
        if len(marks) == 1:
            return marks.pop()
    return None if legal_moves(board) else "Tie"


def next_turn(mark):
    return {"X": "O", "O": "X"}[mark]


def player_move(board, mark):
    while True:
        try:
            number = int(input(f"{mark}, your move (1-9): "))
        except ValueError:
            print("A number, please.")
            continue
        if number in legal_moves(board):
            return number
        print("That square is not free.")


def score(board, mark, turn):
    result = winner(board)
    if result == "Tie":
        return 0
    if result:
        return 1 if result == mark else -1
    scores = []
    for number in legal_moves(board):
        board[number - 1] = turn
        scores.append(score(board, mark, next_turn(turn)))
        board[number - 1] = str(number)
    return max(scores) if turn == mark else min(scores)


def computer_move(board, mark):
    if len(legal_moves(board)) > 7:  # to think would take long
        return 5 if 5 in legal_moves(board) else 1
    best = None
    for number in legal_moves(board):
        board[number - 1] = mark
        worth = score(board, mark, next_turn(mark))
        board[number - 1] = str(number)
        if best is None or worth > best[0]:
            best = worth, number
    return best[1]
