# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False, cdivision=True
"""Random games on boards of any size: drawn as an order of the squares, ended by when lines filled.

The moves of a game are drawn one after the other, and each square remembers the ply at which it
was taken, one plane of a buffer for X and one for O; 65,535 where a side has no mark. A line is
complete at the latest of its squares' plies, and the game over at the earliest such ply: that is
found for all lines at once by shifting a plane against itself, up to 32 squares in an instruction.
Three quarters of the squares are played before the first look, then those of the rest, and so
on: of the fractions tried, the fastest on 15×15:5, where a game takes 109 plies of 225.

A plane has k - 1 columns on the right, and rows below, on which nobody ever plays, so that no line
wraps round an edge. Most of the 0.6 µs a game takes on 15×15:5 goes into drawing its moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.kernels import uncompiled as cython

from noughts.kernels.generator import draw

if TYPE_CHECKING:
    from noughts.kernels.generator import Cells, Words


def play(
    words: Words,
    games: int,
    turn: int,
    squares: Cells,
    planes: Cells,
    blank: Cells,
    left: Cells,
    right: Cells,
    steps: Cells,
    k: int,
    counts: Cells,
) -> None:
    """Play games from one position and add up X's wins, O's, and the plies played, in `counts`.

    `squares` are the places of the free squares in a plane, and are left in another order. `blank`
    is both planes of the position, X's first: 0 where the side has a mark, else 65,535; `planes` is
    as long, `left` and `right` as one plane, and all three are written over. `steps` lead from a
    place to the next on a line, in each direction. `turn` is 0 if X is to move.
    """
    with cython.nogil:
        for _ in range(games):
            play_once(words, turn, squares, planes, blank, left, right, steps, k, counts)


def play_once(
    words: Words,
    turn: int,
    squares: Cells,
    planes: Cells,
    blank: Cells,
    left: Cells,
    right: Cells,
    steps: Cells,
    k: int,
    counts: Cells,
) -> None:
    """Play one game, in as few stretches as it needs."""
    free = squares.shape[0]
    length = left.shape[0]
    for place in range(2 * length):
        planes[place] = blank[place]
    never = blank[length - 1]  # the last place is below the board
    x = never
    o = never
    ply = 0
    while ply < free and x == never and o == never:
        until = min(free, ply + (free - ply) * 3 // 4 + 1)
        take(words, turn, ply, until, squares, planes, length)
        x = earliest(planes, 0, never, steps, k, left, right)
        o = earliest(planes, length, never, steps, k, left, right)
        ply = until
    counts[0] += 1 if x < o else 0
    counts[1] += 1 if o < x else 0
    counts[2] += free if x == o else min(x, o)


def take(
    words: Words, turn: int, ply: int, until: int, squares: Cells, planes: Cells, length: int
) -> None:
    """Take free squares by lot, from a ply to another; `squares` has the taken ones first."""
    free = squares.shape[0]
    columns = words.shape[1]
    plane = length * ((turn + ply) & 1)
    column = 0
    for number in range(ply, until):
        if column == 0:
            draw(words)
        drawn = number + scaled(words[4, column], free - number)
        square = squares[drawn]
        squares[drawn] = squares[number]
        squares[number] = square
        planes[plane + square] = number + 1
        plane = length - plane
        column = column + 1 if column + 1 < columns else 0


def scaled(drawn: int, count: int) -> int:
    """A random number below `count` from one of 32 bits; its odds are off by count / 2**32."""
    return (drawn * count) >> 32


def earliest(
    planes: Cells, plane: int, never: int, steps: Cells, k: int, left: Cells, right: Cells
) -> int:
    """The first ply after which a plane has a line, or `never`.

    For each direction: the later ply of every two neighbours, then of four, and so on up to k, from
    one buffer into the other (within one, a compiler would fear to overwrite what it still needs).
    """
    length = left.shape[0]
    found = never
    for direction in range(steps.shape[0]):
        gap = steps[direction] if k > 1 else 0
        valid = length - gap
        join(planes, plane, left, gap, valid)
        size = 2
        is_left = True
        while size < k:
            more = min(size, k - size)
            gap = more * steps[direction]
            valid = valid - gap
            if is_left:
                join(left, 0, right, gap, valid)
            else:
                join(right, 0, left, gap, valid)
            is_left = not is_left
            size = size + more
        found = min(found, least(left, valid) if is_left else least(right, valid))
    return found


def join(source: Cells, start: int, target: Cells, gap: int, count: int) -> None:
    """The later ply of each place and of the one so far behind it."""
    for place in range(count):
        target[place] = max(source[start + place], source[start + place + gap])


def least(source: Cells, count: int) -> int:
    """The earliest ply of the first places."""
    found: int = source[0]
    for place in range(count):
        found = min(found, source[place])
    return found
