# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""A ply on each of many boards, in passes that each do one thing to a block of them.

What is shown of a board is kept up to date rather than made anew: one of the `cells` is 0 if it is
free, 1 if it is the mover's and 256 if it is the opponent's, so that its two bytes, swapped, are
what the opponent sees. Sets of squares stand in words of 64 bits, as many rows as they need, a
board a column: the same shift for all columns is what compilers make vectors of. What differs from
board to board is put into words rather than branches where it can be: a third more steps.
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


def check(given: Cells, actions: Cells, legal: Words, ended: Cells, start: int, stop: int) -> int:
    """Copy the given actions; the first board whose action cannot be taken, or -1.

    A board that has ended takes any: its action becomes 0, so that a step can look all of them up.
    """
    squares = legal.shape[1]
    found = stop
    with cython.nogil:
        for board in range(start, stop):
            action = given[board] * (ended[board] ^ 1)
            inside = action if 0 <= action < squares else 0
            actions[board] = inside
            allowed = ended[board] | (legal[board, inside] & (inside == action))
            found = min(found, stop if allowed else board)
    return found if found < stop else -1


def step(
    actions: Cells,
    sets: Words,
    cells: Cells,
    legal: Words,
    turns: Cells,
    plies: Cells,
    rewards: Cells,
    ended: Cells,
    winners: Cells,
    starts: Words,
    shifts: Words,
    prizes: Cells,
    work: Words,
    start: int,
    stop: int,
) -> None:
    """Take the actions, which have been checked, on boards `start` to `stop`.

    `sets` has the words of X's squares, then those of O's. `prizes` are the rewards of both sides,
    in one word, if X wins, O, or nobody. `work` has a row for each word of a set twice, and one
    more; its columns are as many as boards are done at a time.
    """
    with cython.nogil:
        while start < stop:
            end = min(start + work.shape[1], stop)
            swap(cells, start * legal.shape[1], end * legal.shape[1])
            clear(sets, cells, legal, ended, start, end)
            show(actions, cells, legal, ended, start, end)
            take(actions, sets, turns, ended, work, start, end)
            find_lines(work, starts, shifts, end - start)
            score(turns, rewards, winners, prizes, work, start, end)
            finish(turns, plies, ended, winners, legal.shape[1], start, end)
            close(legal, winners, start, end)
            start = end


def swap(cells: Cells, start: int, stop: int) -> None:
    """Show squares to the other side."""
    for cell in range(start, stop):
        cells[cell] = (cells[cell] >> 8) | ((cells[cell] & 255) << 8)


def clear(sets: Words, cells: Cells, legal: Words, ended: Cells, start: int, stop: int) -> None:
    """Empty the boards that had ended."""
    squares = legal.shape[1]
    for board in range(start, stop):
        if ended[board]:
            for word in range(sets.shape[0]):
                sets[word, board] = 0
            for square in range(squares):
                cells[board * squares + square] = 0
                legal[board, square] = 1


def show(actions: Cells, cells: Cells, legal: Words, ended: Cells, start: int, stop: int) -> None:
    """Show the squares as taken, except on the boards that had ended."""
    squares = legal.shape[1]
    for board in range(start, stop):
        action = actions[board]
        cells[board * squares + action] = 0 if ended[board] else 256
        legal[board, action] = 1 if ended[board] else 0


def take(
    actions: Cells, sets: Words, turns: Cells, ended: Cells, work: Words, start: int, stop: int
) -> None:
    """Take the squares, or empty the sets of boards that had ended; leave the movers' in `work`."""
    words = sets.shape[0] // 2
    for word in range(words):
        for board in range(start, stop):
            taken = (ended[board] ^ 1) & (actions[board] >> 6 == word)
            work[word, board - start] = taken << (actions[board] & 63)
        for board in range(start, stop):
            bit = work[word, board - start]
            o_moves = 0 - turns[board]  # a mask
            x = sets[word, board] | (bit & ~o_moves)
            o = sets[words + word, board] | (bit & o_moves)
            sets[word, board] = x
            sets[words + word, board] = o
            work[word, board - start] = (x & ~o_moves) | (o & o_moves)


def score(
    turns: Cells, rewards: Cells, winners: Cells, prizes: Cells, work: Words, start: int, stop: int
) -> None:
    """Say which boards the movers have won, and what both sides get for that."""
    found = work.shape[0] - 1
    nobody = NOBODY
    for board in range(start, stop):
        side = turns[board]
        winners[board] = side if work[found, board - start] != 0 else nobody
    for board in range(start, stop):
        rewards[board] = prizes[winners[board]]


def finish(
    turns: Cells, plies: Cells, ended: Cells, winners: Cells, squares: int, start: int, stop: int
) -> None:
    """Hand the turn on, or begin what had ended; end what is won or full."""
    nobody = NOBODY
    for board in range(start, stop):
        ply = (plies[board] + 1) * (ended[board] ^ 1)
        plies[board] = ply
        turns[board] = ply & 1
        ended[board] = (winners[board] != nobody) | (ply == squares)


def close(legal: Words, winners: Cells, start: int, stop: int) -> None:
    """Let nothing be taken on the boards that are won."""
    squares = legal.shape[1]
    for board in range(start, stop):
        if winners[board] != NOBODY:
            for square in range(squares):
                legal[board, square] = 0


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
