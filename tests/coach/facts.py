"""Facts about a move, found by walking along rows and trying replies: no bitboards, no coach.

It is meant to be checked by reading it, as `tests/core/naive.py` is, whose boards it uses.
"""

from __future__ import annotations

from tests.core.naive import (
    Board,
    Line,
    is_over,
    lines_through,
    minimax,
    moves,
    other,
    play,
    winning,
)


def threats(board: Board, mark: str) -> dict[int, set[Line]]:
    """The squares on which a mark would complete rows, with the rows."""
    return {square: lines_through(board, mark, square) for square in winning(board, mark)}


def worth(board: Board, move: int) -> tuple[int, int]:
    """What a move brings its side (1, 0, -1) under best play, and the plies to the end with it."""
    after = minimax(play(board, move))
    return -after.value, after.plies + 1


def best_worth(board: Board) -> tuple[int, int]:
    """What the best move brings, and in how many plies."""
    best = minimax(board)
    return best.value, best.plies


def is_best_play_to_a_win(board: Board, line: Line, winner: str) -> bool:
    """Whether a line is legal, the best of both sides throughout, and ends in this win."""
    for move in line:
        if move not in minimax(board).best:
            return False
        board = play(board, move)
    return is_over(board) and minimax(board).value == -1 and other(board.turn) == winner


def loses_at_once(board: Board, reply: int) -> bool:
    """Whether after a move the other side can complete a row, and the move was no win itself."""
    after = play(board, reply)
    return bool(moves(after)) and bool(winning(after, after.turn))
