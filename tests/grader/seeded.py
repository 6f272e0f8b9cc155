"""Faults seeded into the right programs: file, function, kind of fault, what is replaced, by what.

Those of the three tutorials this project grew from are marked with the number of the tutorial.
"""

# ruff: noqa: E501 - texts of programs

from __future__ import annotations

from typing import NamedTuple


class Seeded(NamedTuple):
    """A fault: the right program with one text replaced."""

    file: str
    function: str
    kind: str
    old: str
    new: str


FAULTS = [
    Seeded(*fault)
    for fault in [
        # 3: ten squares; the block with the computer's piece; `and` for `or`; contents, not squares
        ("table_menu", "createBoard", "cells", '[" "] * 9', '[" "] * 10'),
        (
            "table_menu",
            "cpuMove",
            "misses-line",
            "boardCopy[move] = piece",
            "boardCopy[move] = cpuPiece",
        ),
        (
            "table_menu",
            "playerMove",
            "typed",
            "while move not in [str(square) for square in legalMoves(gameBoard)]",
            'while move not in list("012345678") and move not in legalMoves(gameBoard)',
        ),
        (
            "table_menu",
            "legalMoves",
            "no-square",
            'list(filter(lambda square: gameBoard[square] == " ", range(9)))',
            '[cell for cell in gameBoard if cell == " "]',
        ),
        # 1: text at the prompt
        (
            "prompt_rows",
            "main",
            "game-typed",
            "if len(words) != 2 or not all(word.isdigit() for word in words):",
            "if len(words) != 2:",
        ),
        # 2: 0 wraps round; words; numbers above 3; fewer than two numbers
        (
            "prompt_globals",
            "xo",
            "game-typed",
            "x in range(3) and y in range(3)",
            "x < 3 and y < 3",
        ),
        ("prompt_globals", "xo", "game-typed", "except ValueError", "except IndexError"),
        (
            "prompt_globals",
            "xo",
            "game-typed",
            "x in range(3) and y in range(3)",
            "x >= 0 and y >= 0",
        ),
        (
            "prompt_globals",
            "xo",
            "game-typed",
            'x, y = [int(word) - 1 for word in input("Your move: ").split()]',
            'pos = [int(word) - 1 for word in input("Your move: ").split()]; x, y = pos[0], pos[1]',
        ),
        # the table of functions
        ("table_menu", "createBoard", "cells", '[" "] * 9', '[" "] * 8'),
        ("table_menu", "createBoard", "cells", 'return [" "] * 9', "pass"),
        ("table_menu", "firstPlayer", "each-mark-half", "randint(0, 1)", "randint(0, 0)"),
        ("table_menu", "firstPlayer", "failed", "random.randint(0, 1)", "random.randit(0, 1)"),
        ("table_menu", "nextTurn", "other-mark", 'currTurn == "X"', 'currTurn == "O"'),
        ("table_menu", "choosePiece", "typed", 'if piece.upper() in ("X", "O")', "if piece"),
        ("table_menu", "congrats", "silent", 'print("It\'s a tie!" if', 'str("It\'s a tie!" if'),
        (
            "table_menu",
            "displayBoard",
            "silent",
            r'print("\n---------\n".join(rows), flush=True)',
            "return rows",
        ),
        ("table_menu", "winner", "has-line", "gameBoard[2:7:2]]", "gameBoard[2:6:2]]"),
        ("table_menu", "winner", "has-line", "(0, 3, 6)]", "(0, 3)]"),
        ("table_menu", "winner", "no-line", 'else "Tie"', "else None"),
        ("table_menu", "winner", "no-line", 'None if " " in gameBoard else "Tie"', '"Tie"'),
        (
            "table_menu",
            "winner",
            "no-line",
            "if rows.count([piece] * 3):",
            "if gameBoard.count(piece) > 3:",
        ),
        ("table_menu", "winner", "has-line", 'for piece in "XO"', 'for piece in "X"'),
        (
            "table_menu",
            "winner",
            "changed",
            "    for piece in",
            '    gameBoard[0] = gameBoard[0] or "X"; gameBoard.append(" "); gameBoard.pop(0)\n    for piece in',
        ),
        ("table_menu", "legalMoves", "is-free", "range(9)", "range(8)"),
        ("table_menu", "legalMoves", "is-taken", '== " "', '!= "X"'),
        ("table_menu", "legalMoves", "failed", "range(9)", "range(10)"),
        ("table_menu", "playerMove", "typed", "    return int(move)", "    return int(move) - 1"),
        (
            "table_menu",
            "playerMove",
            "typed",
            "while move not in [str(square) for square in legalMoves(gameBoard)]",
            "while int(move) not in legalMoves(gameBoard)",
        ),
        (
            "table_menu",
            "cpuMove",
            "is-taken",
            "boardCopy = gameBoard[:]",
            "boardCopy = createBoard()",
        ),
        ("table_menu", "cpuMove", "changed", "boardCopy = gameBoard[:]", "boardCopy = gameBoard"),
        ("table_menu", "cpuMove", "misses-line", "(cpuPiece, nextTurn(cpuPiece))", "(cpuPiece,)"),
        (
            "table_menu",
            "cpuMove",
            "misses-line",
            "(cpuPiece, nextTurn(cpuPiece))",
            "(nextTurn(cpuPiece),)",
        ),
        (
            "table_menu",
            "cpuMove",
            "no-square",
            "                return move",
            "                return str(move)",
        ),
        (
            "table_menu",
            "cpuMove",
            "failed",
            "BEST_MOVES = (4, 0, 2, 6, 8, 1, 3, 5, 7)",
            "BEST_MOVES = (4, 0, 2, 6)",
        ),
        ("table_numbers", "legal_moves", "is-taken", 'not in "XO"', 'not in "X"'),
        (
            "table_numbers",
            "computer_move",
            "misses-line",
            "max(scores) if turn == mark else min(scores)",
            "max(scores)",
        ),
        ("table_numbers", "winner", "has-line", "(3, 5, 7)]", "(3, 5, 6)]"),
        (
            "table_guard",
            "cpuMove",
            "unsteady",
            "    rival = nextTurn(cpuPiece)",
            '    rival = nextTurn(cpuPiece)\n    log.append("cpu")\n    if log.count("cpu") % 2 and " " == gameBoard[1]: return 1',
        ),
        ("table_class", "is_full", "is-free", "EMPTY not in board", "board.count(EMPTY) < 2"),
        ("table_class", "has_won", "lacks-line", "any(all(", "any(any("),
        ("table_class", "other_player", "other-mark", "return -player", "return player"),
        (
            "table_tuple",
            "get_computer_move",
            "misses-line",
            "(mark, next_player(mark))",
            "(mark, mark)",
        ),
        # CS50 AI's project
        (
            "cs50_cache",
            "initial_state",
            "shared-rows",
            "[[EMPTY] * 3 for _ in range(3)]",
            "[[EMPTY] * 3] * 3",
        ),
        (
            "cs50_plain",
            "player",
            "marks-on-board",
            "return X if x == o else O",
            "return O if x == o else X",
        ),
        ("cs50_plain", "player", "marks-on-board", "X if x == o else O", "X"),
        (
            "cs50_plain",
            "actions",
            "is-free",
            "for j in range(3):\n            if",
            "for j in range(2):\n            if",
        ),
        (
            "cs50_plain",
            "actions",
            "no-square",
            "possible.add((i, j))",
            "possible.add((i + 1, j + 1))",
        ),
        ("cs50_plain", "result", "changed", "[row[:] for row in board]", "board"),
        ("cs50_plain", "result", "changed", "[row[:] for row in board]", "board[:]"),
        ("cs50_plain", "result", "refuses", "if board[i][j] is not EMPTY:", "if False:"),
        (
            "cs50_plain",
            "result",
            "refuses",
            "if not (0 <= i < 3 and 0 <= j < 3):",
            "if i > 2 or j > 2:",
        ),
        ("cs50_plain", "result", "wrong", "copy[i][j] =", "copy[j][i] ="),
        (
            "cs50_plain",
            "winner",
            "has-line",
            "board[0][2] == board[1][1] == board[2][0]",
            "board[0][2] == board[1][1] == board[2][1]",
        ),
        (
            "cs50_plain",
            "winner",
            "no-line",
            "board[0][i] == board[1][i] == board[2][i] and",
            "board[0][i] == board[1][i] and",
        ),
        ("cs50_plain", "terminal", "has-line", "if winner(board) is not None:", "if False:"),
        ("cs50_plain", "terminal", "no-line", "return all(cell", "return any(cell"),
        (
            "cs50_plain",
            "utility",
            "has-line",
            "if who == O:\n        return -1",
            "if who == O:\n        return 1",
        ),
        (
            "cs50_plain",
            "minimax",
            "loses",
            "worth > best if turn == X else worth < best",
            "worth > best",
        ),
        (
            "cs50_plain",
            "minimax",
            "over",
            "    if terminal(board):\n        return None\n    turn",
            "    if terminal(board):\n        return 0, 0\n    turn",
        ),
        ("cs50_plain", "minimax", "worse", "-2, 2)", "0, 2) if turn == O else 0"),
        (
            "cs50_lists",
            "minimax",
            "loses",
            "return random.choice([a for a in actions(board) if worth(result(board, a)) == aim])",
            "return random.choice(actions(board))",
        ),
        # a function that chooses
        ("choose_table", "choose", "loses", "best, chosen = 2, None", "return board.index(' ')"),
        ("choose_table", "choose", "loses", "        VALUES[key] = -1", "        VALUES[key] = 0"),
        (
            "choose_rows",
            "choose",
            "loses",
            "return -1, None",
            "return -1 if line[0] == 'X' else 0, None",
        ),
        ("choose_random", "chooseMove", "loses", "if rate == best]", "if rate >= best - 1]"),
        ("choose_minimax", "findBestMove", "changed", '            board[square] = "-"\n', ""),
        (
            "choose_weighted",
            "choose_move",
            "worse",
            "1 << square) == best]",
            "1 << square) >= min(best, 0)]",
        ),
    ]
]
