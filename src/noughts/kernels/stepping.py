"""A ply on each of many boards, in passes that each do one thing to a block of boards.

Observations are updated, not rebuilt. Each of the `cells` is 0 if the square is free, 1 if it is
the mover's and 256 if it is the opponent's, so that swapping its bytes gives the opponent's view.
Sets of squares are 64-bit words, in as many rows as they need and a column per board: the same
shift for all columns can be vectorised. Differences between boards are computed without branches
where possible, which gives a third more steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.kernels import compilation as cython

if TYPE_CHECKING:
    from noughts.kernels.generator import Cells, Words

FULL = (1 << 64) - 1
NOBODY = 2  # as a winner: neither 0 for X nor 1 for O


def check(given: Cells, actions: Cells, legal: Words, ended: Cells, start: int, stop: int) -> int:
    """Copy the given actions; returns the first board with an illegal action, or -1.

    A board that has ended accepts any action; it becomes 0, so that a step can look up all of them.
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
    in one word, for a win of X, a win of O, and no win. `work` has two rows for each word of a set
    and one more, and a column for each board of a block.
    """
    with cython.nogil:
        while start < stop:
            end = min(start + work.shape[1], stop)
            show(actions, sets, cells, legal, ended, start, end)
            take(actions, sets, turns, ended, work, start, end)
            find_lines(work, starts, shifts, end - start)
            finish(turns, plies, rewards, ended, winners, prizes, legal, work, start, end)
            start = end


def show(
    actions: Cells, sets: Words, cells: Cells, legal: Words, ended: Cells, start: int, stop: int
) -> None:
    """Show the other side its boards: reset those that had ended, and mark the squares as taken."""
    squares = legal.shape[1]
    for cell in range(start * squares, stop * squares):
        cells[cell] = (cells[cell] >> 8) | ((cells[cell] & 255) << 8)
    for board in range(start, stop):
        if ended[board]:
            for word in range(sets.shape[0]):
                sets[word, board] = 0
            for square in range(squares):
                cells[board * squares + square] = 0
                legal[board, square] = 1
    for board in range(start, stop):
        action = actions[board]
        cells[board * squares + action] = 0 if ended[board] else 256
        legal[board, action] = 1 if ended[board] else 0


def take(
    actions: Cells, sets: Words, turns: Cells, ended: Cells, work: Words, start: int, stop: int
) -> None:
    """Take the squares, or clear the sets of ended boards; copies the movers' to `work`."""
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


def finish(
    turns: Cells,
    plies: Cells,
    rewards: Cells,
    ended: Cells,
    winners: Cells,
    prizes: Cells,
    legal: Words,
    work: Words,
    start: int,
    stop: int,
) -> None:
    """Set winners and rewards, pass the turn, restart boards that had ended, end won or full ones.

    No square is legal on a board that is won.
    """
    found = work.shape[0] - 1
    squares = legal.shape[1]
    nobody = NOBODY
    for board in range(start, stop):
        side = turns[board]
        winners[board] = side if work[found, board - start] != 0 else nobody
    for board in range(start, stop):
        rewards[board] = prizes[winners[board]]
    for board in range(start, stop):
        ply = (plies[board] + 1) * (ended[board] ^ 1)
        plies[board] = ply
        turns[board] = ply & 1
        ended[board] = (winners[board] != nobody) | (ply == squares)
    for board in range(start, stop):
        if winners[board] != nobody:
            for square in range(squares):
                legal[board, square] = 0


def find_lines(work: Words, starts: Words, shifts: Words, count: int) -> None:
    """Set the last row of `work` to nonzero for each set that holds a line, as in `core.lines`.

    The sets are the first rows. Shifting a set against itself keeps the squares on which longer and
    longer runs begin; `starts` are those on which a line can begin without wrapping round an edge.
    Both `starts` and `shifts` have one row per direction.
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
    """Keep the bits of runs that are also set `shift` places further on; words ascend."""
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
