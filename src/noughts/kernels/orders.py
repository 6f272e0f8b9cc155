# cython: cdivision=True
"""Random games on boards of any size, drawn as orders of the squares.

The moves of a game are drawn one after another, and each square records the ply at which it was
taken. A line is complete at the latest ply of its squares, and the game is over at the earliest
such ply. That is found for all lines at once by shifting a board against itself, up to 32 squares
per instruction. `stretch` is the number of plies between these checks.

The buffer `places` has four rows. The first is the board: X's plane, then O's, each 65,535 where
the side has no mark; the last has the ply after which a line from each place is complete. A plane
has an extra column on the right and an extra row below that stay empty, so that no line wraps round
an edge. Loops run over whole vectors, since remainder loops took half of the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.kernels import compilation as cython

from noughts.kernels.generator import draw

if TYPE_CHECKING:
    from noughts.kernels.generator import Cells, Words

ROWS = 4


def rounded_up(count: int) -> int:
    """Return the least number of places, at least `count`, that fills whole vectors."""
    return whole_vectors(count + 31)


def whole_vectors(count: int) -> int:
    """Return how many of `count` places fill whole vectors; the longest vectors hold 32."""
    return count & -32


def stretch(free: int) -> int:
    """Return how many plies to play before the next check, with `free` squares free."""
    return free * 2 // 3 + 1


def play(
    words: Words,
    games: int,
    turn: int,
    squares: Cells,
    blank: Cells,
    places: Words,
    steps: Cells,
    k: int,
    counts: Cells,
) -> None:
    """Play games from one position; adds X's wins, O's wins and the plies played to `counts`.

    `words` has a column for every ply of the first stretch. `squares` are the places of the free
    squares in a plane, and are left in another order. `blank` is the board at the position: 0 where
    the side has a mark, else 65,535; a plane fills whole vectors. `places` are 65,535 at first, and
    a row is longer than a board by the reach of a line. `steps` lead from a place to the next on a
    line, in each direction. `turn` is 0 if X is to move.
    """
    free = squares.shape[0]
    board = blank.shape[0]
    plane = board // 2
    never = blank[board - 1]  # nobody plays below the board
    with cython.nogil:
        for _ in range(games):
            for place in range(board):
                places[0, place] = blank[place]
            x = never
            o = never
            ply = 0
            while ply < free and x == o:
                until = min(free, ply + stretch(free - ply))
                choose(words, ply, until, free)
                take(words, ply, until, turn, plane, squares, places)
                find_lines(places, board, steps, k)
                x = least(places, 0, plane)
                o = least(places, plane, plane)
                ply = until
            counts[0] += 1 if x < o else 0
            counts[1] += 1 if o < x else 0
            counts[2] += free if x == o else min(x, o)


def choose(words: Words, ply: int, until: int, free: int) -> None:
    """Draw the number of a free square for each ply from `ply` to `until`.

    Those of 32 random bits are scaled to the squares left, with a bias of their number / 2**32.
    """
    draw(words)
    for column in range(until - ply):
        number = ply + column
        drawn = words[4, column]
        words[4, column] = number + ((drawn * (free - number)) >> 32)


def take(
    words: Words, ply: int, until: int, turn: int, plane: int, squares: Cells, places: Words
) -> None:
    """Take the squares with the drawn numbers; `squares` has the taken ones first, in order."""
    side = plane * ((turn + ply) & 1)
    for number in range(ply, until):
        chosen = words[4, number - ply]
        square = squares[chosen]
        squares[chosen] = squares[number]
        squares[number] = square
        places[0, side + square] = number + 1
        side = plane - side


def find_lines(places: Words, board: int, steps: Cells, k: int) -> None:
    """Find the ply after which a line from each place of the board is complete.

    For each direction, compute the later ply of every two neighbours, then of every four, and so
    on, from one row into the other (within one row a compiler would have to assume overlaps). A
    line of k is the last of these runs and one that ends k - 1 places further on.
    """
    for direction in range(steps.shape[0]):
        row = 0
        size = 1
        while 2 * size < k:
            join(places, row, 2 if row == 1 else 1, size * steps[direction], board)
            row = 2 if row == 1 else 1
            size = 2 * size
        keep_least(places, row, (k - size) * steps[direction], board, direction == 0)


def join(places: Words, row: int, target: int, gap: int, count: int) -> None:
    """Return the later ply of each place and the place `gap` further on."""
    for place in range(whole_vectors(count)):
        places[target, place] = max(places[row, place], places[row, place + gap])


def keep_least(places: Words, row: int, gap: int, count: int, is_first: bool) -> None:
    """Do what `join` does, but keep only values earlier than those stored before, if any."""
    for place in range(whole_vectors(count)):
        joined = max(places[row, place], places[row, place + gap])
        kept = joined if is_first else places[3, place]
        places[3, place] = min(joined, kept)


def least(places: Words, start: int, count: int) -> int:
    """Return the earliest ply of a range of places."""
    found: int = places[3, start]
    for place in range(start, start + whole_vectors(count)):
        found = min(found, places[3, place])
    return found
