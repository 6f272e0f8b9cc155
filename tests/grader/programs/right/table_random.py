"""A computer that takes a winning square, else a block, else any square by chance."""

from random import choice, shuffle


def createBoard():
    board = []
    for _ in range(9):
        board.append(" ")
    return board


def legalMoves(gameBoard):
    moves = []
    for square, mark in enumerate(gameBoard):
        if mark == " ":
            moves.append(square)
    return moves


def three(board, mark):
    rows = [board[0:3], board[3:6], board[6:9], board[0::3], board[1::3], board[2::3]]
    rows += [board[0::4], board[2:7:2]]
    return [mark] * 3 in rows


def winner(gameBoard):
    if three(gameBoard, "X"):
        return "X"
    if three(gameBoard, "O"):
        return "O"
    if gameBoard.count(" ") == 0:
        return "It's a draw"
    return ""


def cpuMove(gameBoard, cpuPiece):
    other = nextTurn(cpuPiece)
    for piece in [cpuPiece, other]:
        for move in legalMoves(gameBoard):
            copy = list(gameBoard)
            copy[move] = piece
            if three(copy, piece):
                return move
    return choice(legalMoves(gameBoard))


def nextTurn(currTurn):
    return "O" if currTurn == "X" else "X"


def firstPlayer():
    players = ["X", "O"]
    shuffle(players)
    return players[0]
