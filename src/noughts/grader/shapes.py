"""The shapes of programs that the grader knows: what their functions are called, take and return.

To add a shape, write it down in `SHAPES`; to add a name, put it into its part.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from noughts.core.errors import N_
from noughts.grader.notation import Layout, Squares


class Role(Enum):
    """What a function is for; the value is the word of the option and in JSON."""

    CREATE = "create"  # an empty board
    MOVES = "moves"  # the free squares of a board
    WINNER = "winner"  # the mark that has won, the tie, or nothing
    HAS_WON = "has-won"  # whether a mark has won
    IS_FULL = "is-full"  # whether no square is free
    IS_DRAW = "is-draw"  # whether no square is free and nobody has won
    IS_VALID = "is-valid"  # whether a row and a column may be taken
    NEXT = "next"  # the other mark
    PLAYER = "player"  # the side to move, X first
    RESULT = "result"  # the board after a move; refuses others
    TERMINAL = "terminal"  # whether the game is over
    UTILITY = "utility"  # 1, -1 or 0, when it is over
    COMPUTER = "computer"  # a move
    MINIMAX = "minimax"  # a move that is best, None when the game is over
    FIRST = "first"  # either mark, by chance
    PIECE = "piece"  # the mark that is typed
    TYPED = "typed"  # the square that is typed
    GAME = "game"  # a game of two at the prompt
    SHOW = "show"  # prints
    CONGRATS = "congrats"  # prints who has won, or the tie


class Given(Enum):
    """What a function is given."""

    BOARD = "board"
    MARK = "mark"
    MOVE = "move"
    ROW = "row"
    COLUMN = "column"
    WINNER = "winner"  # a mark or the tie


class Strength(Enum):
    """What is asked of a computer player; the value is the word of the option."""

    LEGAL = "legal"
    ALERT = "alert"  # wins if it can at once, else blocks
    PERFECT = "perfect"  # never loses, and wins where it can


class Typing(Enum):
    """How a square is typed at the prompt."""

    INDEX = "0-8"
    NUMBER = "1-9"
    ROW_COLUMN = "row column"  # from 1
    COLUMN_ROW = "column row"  # from 1


@dataclass(frozen=True, slots=True)
class Part:
    """A function: its role, the names it may have, written in any style, and what it is given."""

    role: Role
    names: tuple[str, ...]
    given: tuple[Given, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of program, and how it writes boards, squares and ties unless it shows otherwise."""

    name: str
    title: str
    layout: Layout
    squares: Squares
    empty: object
    parts: tuple[Part, ...]
    strength: Strength
    ties: tuple[object, ...] = (None,)
    typing: tuple[Typing, ...] = (Typing.INDEX, Typing.NUMBER)
    telling: tuple[str, ...] = ()  # names of which a program of this shape has at least one


B, M = Given.BOARD, Given.MARK
_TIES = ("TIE", "Tie", "tie", "DRAW", "Draw", "draw", "T", "D")
_TYPED = ("playerMove", "humanMove", "getPlayerMove")
_HAS_WON = ("hasWon", "isWinner", "checkWin", "checkWinner", "isWin")
_FULL = ("isBoardFull", "isFull", "boardFull")
_DRAW = ("isDraw", "isTie", "checkDraw", "checkTie")
_CREATE = ("createBoard", "newBoard", "makeBoard", "emptyBoard", "initializeBoard", "initBoard")
_COMPUTER = (
    "cpuMove",
    "choose",
    "chooseMove",
    "computerMove",
    "getComputerMove",
    "aiMove",
    "botMove",
    "bestMove",
    "findBestMove",
    "getBestMove",
)

SHAPES = (  # of two that are as likely the first is taken
    Shape(
        "choose",
        N_("a function that chooses a move"),
        Layout.FLAT,
        Squares.INDEX,
        " ",
        (
            Part(Role.COMPUTER, _COMPUTER, (B,)),
            Part(Role.COMPUTER, _COMPUTER, (B, M)),
        ),
        Strength.PERFECT,
    ),
    Shape(
        "functions",
        N_("functions of a board of nine squares"),
        Layout.FLAT,
        Squares.INDEX,
        " ",
        (
            Part(Role.SHOW, ("instr", "isntr", "instructions", "displayInstruct")),
            Part(Role.FIRST, ("firstPlayer", "goesFirst", "whoGoesFirst")),
            Part(Role.PIECE, ("choosePiece",)),
            Part(Role.CREATE, _CREATE),
            Part(Role.SHOW, ("displayBoard", "printBoard", "drawBoard", "showBoard"), (B,)),
            Part(Role.MOVES, ("legalMoves", "availableMoves", "getMoves", "freeSquares"), (B,)),
            Part(Role.WINNER, ("winner", "checkWinner", "getWinner"), (B,)),
            Part(Role.HAS_WON, _HAS_WON, (B, M)),
            Part(Role.IS_FULL, _FULL, (B,)),
            Part(Role.IS_DRAW, _DRAW, (B,)),
            Part(Role.TYPED, _TYPED, (B, M)),
            Part(Role.TYPED, _TYPED, (B,)),
            Part(Role.COMPUTER, _COMPUTER, (B, M)),
            Part(Role.COMPUTER, _COMPUTER, (B,)),
            Part(Role.NEXT, ("nextTurn", "switchTurn", "nextPlayer", "otherPlayer"), (M,)),
            Part(Role.CONGRATS, ("congrats",), (Given.WINNER,)),
        ),
        Strength.ALERT,
        _TIES,
    ),
    Shape(
        "prompt",
        N_("a game of two at the prompt"),
        Layout.ROWS,
        Squares.PAIR,
        "-",
        (
            Part(Role.CREATE, _CREATE),
            Part(Role.SHOW, ("printBoard", "displayBoard", "showBoard", "boardShow"), (B,)),
            Part(Role.IS_VALID, ("isValidMove", "validMove"), (B, Given.ROW, Given.COLUMN)),
            Part(Role.HAS_WON, _HAS_WON, (B, M)),
            Part(Role.IS_FULL, _FULL, (B,)),
            Part(Role.IS_DRAW, _DRAW, (B,)),
            Part(Role.GAME, ("main", "play", "playGame", "game", "xo", "ticTacToe")),
        ),
        Strength.LEGAL,
        typing=(Typing.ROW_COLUMN, Typing.COLUMN_ROW, Typing.INDEX, Typing.NUMBER),
    ),
    Shape(
        "cs50",
        N_("CS50 AI's project, with boards as lists of lists"),
        Layout.ROWS,
        Squares.PAIR,
        None,
        (
            Part(Role.CREATE, ("initial_state",)),
            Part(Role.PLAYER, ("player",), (B,)),
            Part(Role.MOVES, ("actions",), (B,)),
            Part(Role.RESULT, ("result",), (B, Given.MOVE)),
            Part(Role.WINNER, ("winner",), (B,)),
            Part(Role.TERMINAL, ("terminal",), (B,)),
            Part(Role.UTILITY, ("utility",), (B,)),
            Part(Role.MINIMAX, ("minimax",), (B,)),
        ),
        Strength.PERFECT,
        telling=("initial_state", "actions", "result", "terminal", "utility", "minimax"),
    ),
)
