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
    """Switch the observations to the other side."""
    for cell in range(start, stop):
        cells[cell] = (cells[cell] >> 8) | ((cells[cell] & 255) << 8)


def clear(sets: Words, cells: Cells, legal: Words, ended: Cells, start: int, stop: int) -> None:
    """Reset the boards that had ended."""
    squares = legal.shape[1]
    for board in range(start, stop):
        if ended[board]:
            for word in range(sets.shape[0]):
                sets[word, board] = 0
            for square in range(squares):
                cells[board * squares + square] = 0
                legal[board, square] = 1


def show(actions: Cells, cells: Cells, legal: Words, ended: Cells, start: int, stop: int) -> None:
    """Mark the squares as taken, except on boards that had ended."""
    squares = legal.shape[1]
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


def score(
    turns: Cells, rewards: Cells, winners: Cells, prizes: Cells, work: Words, start: int, stop: int
) -> None:
    """Set the winners and the rewards of both sides."""
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
    """Pass the turn, restart boards that had ended, and end those that are won or full."""
    nobody = NOBODY
    for board in range(start, stop):
        ply = (plies[board] + 1) * (ended[board] ^ 1)
        plies[board] = ply
        turns[board] = ply & 1
        ended[board] = (winners[board] != nobody) | (ply == squares)


def close(legal: Words, winners: Cells, start: int, stop: int) -> None:
    """Make no square legal on the boards that are won."""
    squares = legal.shape[1]
    for board in range(start, stop):
        if winners[board] != NOBODY:
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
