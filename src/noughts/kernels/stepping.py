# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""A ply on each of many boards, in passes that each do one thing to a block of them.

What is shown of a board is kept up to date rather than made anew: one of the `cells` is 0 if it is
free, 1 if it is the mover's and 256 if it is the opponent's, so that its two bytes, swapped, are
what the opponent sees. Sets of squares stand in words of 64 bits, as many rows as they need, a
board a column: the same shift for all columns is what compilers make vectors of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.kernels import uncompiled as cython

if TYPE_CHECKING:
    from noughts.kernels.generator import Cells, Words

FULL = (1 << 64) - 1
NOBODY = 2  # as a winner: neither 0 for X nor 1 for O


def first_wrong(actions: Cells, legal: Words, ended: Cells, start: int, stop: int) -> int:
    """The first board whose action cannot be taken, or -1; a board that has ended takes any."""
    squares = legal.shape[1]
    found = -1
    with cython.nogil:
        for board in range(start, stop):
            action = actions[board]
            if ended[board] == 0 and (action < 0 or action >= squares or legal[board, action] == 0):
                found = board
                break
    return found


def step(
    actions: Cells,
    sets: Words,
    cells: Cells,
    legal: Words,
    turns: Cells,
    plies: Cells,
    rewards: Words,
    ended: Cells,
    winners: Cells,
    starts: Words,
    shifts: Words,
    work: Words,
    start: int,
    stop: int,
) -> None:
    """Take the actions, which have been checked, on boards `start` to `stop`.

    `sets` has the words of X's squares, then those of O's. `work` has a row for each word of a set
    twice, and one more; its columns are as many as boards are done at a time.
    """
    squares = legal.shape[1]
    columns = work.shape[1]
    with cython.nogil:
        while start < stop:
            end = min(start + columns, stop)
            swap(cells, start * squares, end * squares)
            place(
                actions, sets, cells, legal, turns, plies, rewards, ended, winners, work, start, end
            )
            find_lines(work, starts, shifts, end - start)
            finish(legal, turns, plies, rewards, ended, winners, work, start, end)
            start = end


def swap(cells: Cells, start: int, stop: int) -> None:
    """Show squares to the other side."""
    for cell in range(start, stop):
        cells[cell] = (cells[cell] >> 8) | ((cells[cell] & 255) << 8)


def place(
    actions: Cells,
    sets: Words,
    cells: Cells,
    legal: Words,
    turns: Cells,
    plies: Cells,
    rewards: Words,
    ended: Cells,
    winners: Cells,
    work: Words,
    start: int,
    stop: int,
) -> None:
    """Take the squares, and leave the movers' sets in `work`; begin boards that had ended anew."""
    words = sets.shape[0] // 2
    squares = legal.shape[1]
    one = 1  # of 64 bits, when compiled
    for board in range(start, stop):
        if ended[board] != 0:
            rewards[board, 0] = 0
            rewards[board, 1] = 0
            ended[board] = 0
            winners[board] = NOBODY
            turns[board] = 0
            plies[board] = 0
            for word in range(2 * words):
                sets[word, board] = 0
                work[word, board - start] = 0
            for square in range(squares):
                cells[board * squares + square] = 0
                legal[board, square] = 1
        else:
            action = actions[board]
            side = turns[board]
            row = side * words + (action >> 6)
            sets[row, board] = sets[row, board] | (one << (action & 63))
            for word in range(words):
                work[word, board - start] = sets[side * words + word, board]
            cells[board * squares + action] = 256
            legal[board, action] = 0
            turns[board] = 1 - side
            plies[board] += 1


def finish(
    legal: Words,
    turns: Cells,
    plies: Cells,
    rewards: Words,
    ended: Cells,
    winners: Cells,
    work: Words,
    start: int,
    stop: int,
) -> None:
    """End the games that the last move won or that have no square left."""
    squares = legal.shape[1]
    found = work.shape[0] - 1
    for board in range(start, stop):
        if work[found, board - start] != 0:
            side = 1 - turns[board]
            ended[board] = 1
            winners[board] = side
            rewards[board, side] = 1
            rewards[board, 1 - side] = -1
            for square in range(squares):
                legal[board, square] = 0
        elif plies[board] == squares:
            ended[board] = 1


def find_lines(work: Words, starts: Words, shifts: Words, count: int) -> None:
    """Leave in the last row of `work` what is not 0 where a set holds a line, as `core.lines` does.

    The sets are the first rows. A set shifted against itself keeps the squares on which longer and
    longer runs begin; `starts` are those on which a line can begin without wrapping round an edge.
    Both `starts` and `shifts` have a row a direction.
    """
    words = starts.shape[1]
    found = work.shape[0] - 1
    for column in range(count):
        work[found, column] = 0
    for direction in range(shifts.shape[0]):
        for word in range(words):
            for column in range(count):
                work[words + word, column] = work[word, column]
        for number in range(shifts.shape[1]):
            shrink(work, words, shifts[direction, number], count)
        for word in range(words):
            start = starts[direction, word]
            for column in range(count):
                work[found, column] = work[found, column] | (work[words + word, column] & start)


def shrink(work: Words, words: int, shift: int, count: int) -> None:
    """Keep the bits of the runs that are also set so many places further on; words ascend."""
    whole = shift >> 6
    low = shift & 63
    full = FULL
    for word in range(words, 2 * words):
        here = word + whole
        if here >= 2 * words:
            for column in range(count):
                work[word, column] = 0
        elif low == 0:
            for column in range(count):
                work[word, column] = work[word, column] & work[here, column]
        elif here + 1 == 2 * words:
            for column in range(count):
                work[word, column] = work[word, column] & (work[here, column] >> low)
        else:
            for column in range(count):
                carried = (work[here + 1, column] << (64 - low)) & full
                work[word, column] = work[word, column] & (work[here, column] >> low | carried)
