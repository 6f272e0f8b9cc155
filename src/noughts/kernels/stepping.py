# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""A ply on each of many boards.

What is shown of a board is kept up to date rather than made anew: one of the `cells` is 0 if it is
free, 1 if it is the mover's and 256 if it is the opponent's, so that its two bytes, swapped, are
what the opponent sees. All boards are swapped in one pass, which a compiler makes vectors of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.kernels import uncompiled as cython

if TYPE_CHECKING:
    from noughts.kernels.generator import Cells, Words

NOBODY = 2  # as a winner: neither 0 for X nor 1 for O


def first_wrong(actions: Cells, legal: Words, ended: Cells, start: int, stop: int) -> int:
    """The first board whose action cannot be taken, or -1; a board that has ended takes any."""
    squares = legal.shape[1]
    for board in range(start, stop):
        action = actions[board]
        if ended[board] == 0 and (action < 0 or action >= squares or legal[board, action] == 0):
            return board
    return -1


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
    work: Cells,
    start: int,
    stop: int,
) -> None:
    """Take the actions, which have been checked, on boards `start` to `stop`.

    Rows 2 × board and 2 × board + 1 of `sets` are the squares of X and of O. A board that has ended
    is begun anew instead, by whoever begins, X.
    """
    squares = legal.shape[1]
    with cython.nogil:
        swap(cells, start * squares, stop * squares)
        for board in range(start, stop):
            rewards[board, 0] = 0
            rewards[board, 1] = 0
            if ended[board] != 0:
                clear(sets, cells, legal, turns, plies, ended, winners, board)
                continue
            side = turns[board]
            action = actions[board]
            put(sets, 2 * board + side, action)
            cells[board * squares + action] = 256
            legal[board, action] = 0
            plies[board] += 1
            turns[board] = 1 - side
            if has_line(sets, 2 * board + side, starts, shifts, work):
                winners[board] = side
                rewards[board, side] = 1
                rewards[board, 1 - side] = -1
                end(legal, ended, board)
            elif plies[board] == squares:
                end(legal, ended, board)


def swap(cells: Cells, start: int, stop: int) -> None:
    """Show squares to the other side."""
    for cell in range(start, stop):
        cells[cell] = (cells[cell] >> 8) | ((cells[cell] & 255) << 8)


def put(sets: Words, row: int, square: int) -> None:
    """Add a square to a set."""
    one = 1  # of 64 bits, when compiled
    sets[row, square >> 6] = sets[row, square >> 6] | (one << (square & 63))


def end(legal: Words, ended: Cells, board: int) -> None:
    """Nothing more can be played on a board."""
    ended[board] = 1
    for square in range(legal.shape[1]):
        legal[board, square] = 0


def clear(
    sets: Words,
    cells: Cells,
    legal: Words,
    turns: Cells,
    plies: Cells,
    ended: Cells,
    winners: Cells,
    board: int,
) -> None:
    """Begin a board anew."""
    for word in range(sets.shape[1]):
        sets[2 * board, word] = 0
        sets[2 * board + 1, word] = 0
    for square in range(legal.shape[1]):
        cells[board * legal.shape[1] + square] = 0
        legal[board, square] = 1
    turns[board] = 0
    plies[board] = 0
    ended[board] = 0
    winners[board] = NOBODY


def has_line(sets: Words, row: int, starts: Words, shifts: Words, work: Cells) -> bool:
    """Whether the set of squares in a row of `sets` holds a line: the twin of `core.lines`.

    The set shifted against itself keeps the squares on which longer and longer runs begin; `starts`
    holds those on which a line can begin without wrapping round an edge. Both `starts` and `shifts`
    have a row a direction. `work` is as long as a row of `sets`, and is written over.
    """
    if sets.shape[1] > 1:
        return words_have_line(sets, row, starts, shifts, work)
    for direction in range(shifts.shape[0]):
        bits = sets[row, 0]
        for number in range(shifts.shape[1]):
            bits = bits & (bits >> shifts[direction, number])
        if bits & starts[direction, 0] != 0:
            return True
    return False


def words_have_line(sets: Words, row: int, starts: Words, shifts: Words, work: Cells) -> bool:
    """Whether a set of more than 64 squares holds a line."""
    for direction in range(shifts.shape[0]):
        for word in range(sets.shape[1]):
            work[word] = sets[row, word]
        for number in range(shifts.shape[1]):
            shrink(work, shifts[direction, number])
        for word in range(sets.shape[1]):
            if work[word] & starts[direction, word] != 0:
                return True
    return False


def shrink(work: Cells, shift: int) -> None:
    """Keep the bits of a set that are also set so many places further on; words ascend."""
    words = work.shape[0]
    whole = shift >> 6
    bits = shift & 63
    for word in range(words):
        low = work[word + whole] >> bits if word + whole < words else 0
        high = 0
        if bits > 0 and word + whole + 1 < words:
            high = carried(work[word + whole + 1], bits)
        work[word] = work[word] & (low | high)


def carried(word: int, bits: int) -> int:
    """What a word gives to the one below it when it is shifted down."""
    one = 1  # of 64 bits, when compiled
    return (word & ((one << bits) - one)) << (64 - bits)
