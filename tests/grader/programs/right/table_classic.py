"""Tic-tac-toe by functions."""
import random

X, O, EMPTY, TIE = "X", "O", " ", "TIE"
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def instr():
    print("Moves are 0-8")


def firstPlayer():
    return random.choice((X, O))


def choosePiece():
    piece = ""
    while piece not in (X, O):
        piece = input("Play as X or O: ").strip().upper()
    return piece


def createBoard():
    return [EMPTY] * 9


def displayBoard(board):
    for i in range(0, 9, 3):
        print(board[i], board[i + 1], board[i + 2])


def legalMoves(board):
    return [i for i in range(9) if board[i] == EMPTY]


def winner(board):
    for a, b, c in WINS:
        if board[a] == board[b] == board[c] != EMPTY:
            return board[a]
    if EMPTY not in board:
        return TIE
    return None


def playerMove(board, piece):
    while True:
        text = input("Enter a move (0-8): ")
        if text.isdigit() and int(text) in legalMoves(board):
            return int(text)


def cpuMove(board, piece):
    copy = board[:]
    player = X if piece == O else O
    print("Taking square")
    for who in (piece, player):
        for move in legalMoves(copy):
            copy[move] = who
            if winner(copy) == who:
                return move
            copy[move] = EMPTY
    for move in (4, 0, 2, 6, 8, 1, 3, 5, 7):
        if move in legalMoves(copy):
            return move


def nextTurn(turn):
    return O if turn == X else X


def congrats(who):
    if who != TIE:
        print("Congratulations", who)
    else:
        print("It's a tie!")


def main():
    board, turn = createBoard(), X
    while winner(board) is None:
        move = playerMove(board, turn)
        board[move] = turn
        turn = nextTurn(turn)
    congrats(winner(board))


if __name__ == "__main__":
    main()
