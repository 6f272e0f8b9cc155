"""A second, slow and simple implementation of the rules: strings and lists, none of our code.

The tests compare the library with it. It is meant to be verified by reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from random import Random
from typing import NamedTuple

from noughts.core import Mark, Position

Line = tuple[int, ...]


class Board(NamedTuple):
    """A board as a string of x, o and . in reading order, with the side to move."""

    width: int
    height: int
    k: int
    cells: str
    turn: str

    def __str__(self) -> str:
        return f"{'/'.join(self.rows())} {self.turn} {self.k}"

    def rows(self) -> list[str]:
        starts = range(0, len(self.cells), self.width)
        return [self.cells[start : start + self.width] for start in starts]


def empty_board(width: int, height: int, k: int, first: str = "x") -> Board:
    return Board(width, height, k, "." * (width * height), first)


def board_of(position: Position) -> Board:
    rules = position.rules
    letters = {None: ".", Mark.X: "x", Mark.O: "o"}
    cells = "".join(letters[position.mark_at(square)] for square in range(rules.size))
    return Board(rules.width, rules.height, rules.k, cells, position.turn.value)


def bits_of(board: Board, mark: str) -> int:
    return sum(2**square for square, letter in enumerate(board.cells) if letter == mark)


def other(mark: str) -> str:
    return {"x": "o", "o": "x"}[mark]


@cache
def lanes(width: int, height: int) -> list[list[int]]:
    """Every row, column and diagonal from edge to edge, as squares."""
    grid = [[row * width + column for column in range(width)] for row in range(height)]
    rows = [grid[row] for row in range(height)]
    columns = [[grid[row][column] for row in range(height)] for column in range(width)]
    falling = [
        [grid[row][row + offset] for row in range(height) if 0 <= row + offset < width]
        for offset in range(-height + 1, width)
    ]
    rising = [
        [grid[row][total - row] for row in range(height) if 0 <= total - row < width]
        for total in range(width + height - 1)
    ]
    return rows + columns + falling + rising


@cache
def windows(width: int, height: int, k: int) -> set[frozenset[int]]:
    """Every line of k squares."""
    return {
        frozenset(lane[start : start + k])
        for lane in lanes(width, height)
        for start in range(len(lane) - k + 1)
    }


def open_lines(board: Board, square: int) -> int:
    """How many lines of k through a square hold no mark of the opponent's."""
    closed = {at for at, letter in enumerate(board.cells) if letter == other(board.turn)}
    lines = windows(board.width, board.height, board.k)
    return sum(square in line and not line & closed for line in lines)


def runs(board: Board, mark: str) -> set[tuple[int, ...]]:
    """Every unbroken run of k or more at its full length; every single mark where k is 1."""
    if board.k == 1:
        return {(square,) for square, letter in enumerate(board.cells) if letter == mark}
    found = set()
    for lane in lanes(board.width, board.height):
        if mark * board.k not in "".join([board.cells[square] for square in lane]):
            continue
        for letter, group in groupby(lane, key=board.cells.__getitem__):
            run = tuple(group)
            if letter == mark and len(run) >= board.k:
                found.add(run)
    return found


@cache
def has_won(board: Board, mark: str) -> bool:
    return bool(runs(board, mark))


def is_over(board: Board) -> bool:
    return "." not in board.cells or has_won(board, other(board.turn))


def moves(board: Board) -> list[int]:
    if is_over(board):
        return []
    return [square for square, letter in enumerate(board.cells) if letter == "."]


def put(board: Board, square: int, letter: str) -> Board:
    cells = board.cells[:square] + letter + board.cells[square + 1 :]
    return board._replace(cells=cells)


def play(board: Board, square: int) -> Board:
    width, height, k, cells, turn = board
    cells = cells[:square] + turn + cells[square + 1 :]
    return Board(width, height, k, cells, other(turn))


def plies(start: Board) -> Iterator[Counter[Board]]:
    """The boards after 0, 1, 2 … moves, each with the number of sequences that lead to it."""
    reached = Counter({start: 1})
    while reached:
        yield reached
        after: Counter[Board] = Counter()
        for board, sequences in reached.items():
            for square in moves(board):
                after[play(board, square)] += sequences
        reached = after


@cache
def reachable(width: int, height: int, k: int) -> frozenset[Board]:
    """Every board that can be reached, whoever starts."""
    starts = [empty_board(width, height, k, first) for first in "xo"]
    return frozenset(board for start in starts for reached in plies(start) for board in reached)


@cache
def reachable_by_one_name(width: int, height: int, k: int) -> list[Board]:
    """Every board that can be reached, in order; of two that swap X and O, only one.

    It is the one whose first mark in reading order is X's. Either side is to move in as many.
    """
    every = sorted(reachable(width, height, k))
    return [board for board in every if not board.cells.lstrip(".").startswith("o")]


def images(board: Board) -> set[Board]:
    """The board turned and reflected in every way that keeps its sides."""
    rows, found = board.rows(), set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        if len(rows[0]) == board.width:
            for image in (rows, rows[::-1]):
                found.add(board._replace(cells="".join(image)))
    return found


def playout(start: Position, random: Random) -> Iterator[Position]:
    """The positions of a game of random moves, the start included."""
    position = start
    yield position
    while position.moves:
        position = position.play(random.choice(position.moves))
        yield position


class Worth(NamedTuple):
    """The value for the side to move (1, 0, -1), the moves to the end, and all the best moves."""

    value: int
    plies: int
    best: tuple[int, ...]


@cache
def minimax(board: Board) -> Worth:
    """Win as soon, lose as late as possible."""
    if has_won(board, other(board.turn)):
        return Worth(-1, 0, ())
    if not moves(board):
        return Worth(0, 0, ())
    replies = {square: minimax(play(board, square)) for square in moves(board)}
    value = max(-reply.value for reply in replies.values())
    lengths = [reply.plies + 1 for reply in replies.values() if -reply.value == value]
    length = min(lengths) if value == 1 else max(lengths)
    best = [
        square
        for square, reply in replies.items()
        if (-reply.value, reply.plies + 1) == (value, length)
    ]
    return Worth(value, length, tuple(best))


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


def _empty(board: Board) -> list[int]:
    return [at for at, letter in enumerate(board.cells) if letter == "."]


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
    """True if a line is legal, the best of both sides throughout, and ends in this win."""
    for move in line:
        if move not in minimax(board).best:
            return False
        board = play(board, move)
    return is_over(board) and minimax(board).value == -1 and other(board.turn) == winner


def loses_at_once(board: Board, reply: int) -> bool:
    """True if after a move the other side can complete a row, and the move was no win itself."""
    after = play(board, reply)
    return bool(moves(after)) and bool(winning(after, after.turn))
