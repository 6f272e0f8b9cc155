"""A whole game with a computer, as the third seed has it; the board is a list with a frame."""

import random
import sys

BEST_MOVES = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def instructions():
    sys.stdout.write("Get three in a row. Squares are 0 to 8.\n")


def firstPlayer():
    if random.randint(0, 1) == 0:
        return "O"
    return "X"


def choosePiece():
    while True:
        piece = input("Play as X or O? ").strip()
        if piece.upper() in ("X", "O"):
            return piece.upper()


def createBoard():
    return [" "] * 9


def displayBoard(gameBoard):
    rows = [" | ".join(gameBoard[at : at + 3]) for at in range(0, 9, 3)]
    print("\n---------\n".join(rows), flush=True)


def legalMoves(gameBoard):
    return list(filter(lambda square: gameBoard[square] == " ", range(9)))


def winner(gameBoard):
    rows = [gameBoard[at : at + 3] for at in (0, 3, 6)]
    rows += [gameBoard[at::3] for at in range(3)] + [gameBoard[::4], gameBoard[2:7:2]]
    for piece in "XO":
        if rows.count([piece] * 3):
            return piece
    return None if " " in gameBoard else "Tie"


def playerMove(gameBoard, playerPiece):
    move = input("Enter a move (0-8): ")
    while move not in [str(square) for square in legalMoves(gameBoard)]:
        move = input("Enter a move (0-8): ")
    return int(move)


def cpuMove(gameBoard, cpuPiece):
    boardCopy = gameBoard[:]
    for piece in (cpuPiece, nextTurn(cpuPiece)):
        for move in legalMoves(boardCopy):
            boardCopy[move] = piece
            if winner(boardCopy) == piece:
                return move
            boardCopy[move] = " "
    return [move for move in BEST_MOVES if move in legalMoves(boardCopy)][0]


def nextTurn(currTurn):
    return "XO"[currTurn == "X"]


def congrats(who):
    print("It's a tie!" if who == "Tie" else f"Congratulations {who}, you win!")


def play():
    instructions()
    turn, piece, board = firstPlayer(), choosePiece(), createBoard()
    while winner(board) is None:
        displayBoard(board)
        board[playerMove(board, piece) if turn == piece else cpuMove(board, turn)] = turn
        turn = nextTurn(turn)
    congrats(winner(board))


if __name__ == "__main__":
    play()
