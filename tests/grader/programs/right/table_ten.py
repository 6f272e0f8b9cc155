"""A game with a computer whose board is a list of ten, and squares as on the keys of a phone."""

import os
import random
import sys

sys.stdout.reconfigure(encoding="utf-8")


def drawBoard(board):
    os.system("cls" if os.name == "nt" else "clear")
    print(board[7] + "|" + board[8] + "|" + board[9])
    print("-+-+-")
    print(board[4] + "|" + board[5] + "|" + board[6])
    print("-+-+-")
    print(board[1] + "|" + board[2] + "|" + board[3])


def whoGoesFirst():
    if random.randint(0, 1) == 0:
        return "computer"
    else:
        return "player"


def isWinner(bo, le):
    return (
        (bo[7] == le and bo[8] == le and bo[9] == le)
        or (bo[4] == le and bo[5] == le and bo[6] == le)
        or (bo[1] == le and bo[2] == le and bo[3] == le)
        or (bo[7] == le and bo[4] == le and bo[1] == le)
        or (bo[8] == le and bo[5] == le and bo[2] == le)
        or (bo[9] == le and bo[6] == le and bo[3] == le)
        or (bo[7] == le and bo[5] == le and bo[3] == le)
        or (bo[9] == le and bo[5] == le and bo[1] == le)
    )


def isSpaceFree(board, move):
    return board[move] == " "


def getPlayerMove(board):
    move = " "
    while move not in "1 2 3 4 5 6 7 8 9".split() or not isSpaceFree(board, int(move)):
        move = input("What is your next move? (1-9) ")
    return int(move)


def chooseRandomMoveFromList(board, moves):
    possible = [move for move in moves if isSpaceFree(board, move)]
    return random.choice(possible) if possible else None


def getComputerMove(board, computerLetter):
    playerLetter = "O" if computerLetter == "X" else "X"
    for letter in (computerLetter, playerLetter):
        for i in range(1, 10):
            copy = board[:]
            if isSpaceFree(copy, i):
                copy[i] = letter
                if isWinner(copy, letter):
                    return i
    move = chooseRandomMoveFromList(board, [1, 3, 7, 9])
    if move is not None:
        return move
    if isSpaceFree(board, 5):
        return 5
    return chooseRandomMoveFromList(board, [2, 4, 6, 8])


def isBoardFull(board):
    for i in range(1, 10):
        if isSpaceFree(board, i):
            return False
    return True
