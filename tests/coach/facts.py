"""Facts about a move, found by walking along rows and trying replies: no bitboards, no coach.

It is meant to be checked by reading it, as `tests/core/naive.py` is, whose boards it uses.
"""

from __future__ import annotations

from functools import cache

from tests.core.naive import Board, is_over, minimax, moves, other, play, put

Line = tuple[int, ...]

_WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def lines_through(board: Board, mark: str, square: int) -> set[Line]:
    """The rows of k or more of a mark that a square would stand in if it had the mark."""
    if board.k == 1:
        return {(square,)}
    found = set()
    for columns, rows in _WAYS:
        back = _walk(board, mark, square, (-columns, -rows))
        line = (*reversed(back), square, *_walk(board, mark, square, (columns, rows)))
        if len(line) >= board.k:
            found.add(line)
    return found


def _walk(board: Board, mark: str, square: int, step: tuple[int, int]) -> list[int]:
    """The squares with a mark, one after another, from a square in a direction."""
    row, column = divmod(square, board.width)
    walked: list[int] = []
    while True:
        column, row = column + step[0], row + step[1]
        at = row * board.width + column
        on_board = 0 <= column < board.width and 0 <= row < board.height
        if not (on_board and board.cells[at] == mark):
            return walked
        walked.append(at)


@cache
def winning(board: Board, mark: str) -> list[int]:
    """The empty squares on which a mark would complete a row."""
    return [at for at in _empty(board) if lines_through(board, mark, at)]


@cache
def forking(board: Board, mark: str) -> set[int]:
    """The empty squares that complete nothing and leave two squares or more that would."""
    before = winning(board, mark)
    found = set()
    for square in set(_empty(board)) - set(before):
        marked = put(board, square, mark)
        made = [at for at in _near(marked, square) if lines_through(marked, mark, at)]
        if len({*before, *made}) >= 2:
            found.add(square)
    return found


def _near(board: Board, square: int) -> list[int]:
    """The empty squares that a row of k could hold together with this one."""
    row, column = divmod(square, board.width)
    rows = range(max(0, row - board.k + 1), min(board.height, row + board.k))
    columns = range(max(0, column - board.k + 1), min(board.width, column + board.k))
    squares = (y * board.width + x for y in rows for x in columns)
    return [at for at in squares if board.cells[at] == "."]


def threats(board: Board, mark: str) -> dict[int, set[Line]]:
    """The squares on which a mark would complete rows, with the rows."""
    return {square: lines_through(board, mark, square) for square in winning(board, mark)}


def _empty(board: Board) -> list[int]:
    return [at for at, letter in enumerate(board.cells) if letter == "."]


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
