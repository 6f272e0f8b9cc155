"""Random games on 3×3, many in parallel, one ply of all of them at a time.

Each game is a column of a buffer of 32-bit words, and every step does the same to all columns, so
that a compiler can vectorise it. The rows:

    0-3  the state of the generator            6, 7  the sets of squares of X and O
    4    the random number, 28 bits of it      8     not 0 once the game is over
    5    the free squares, four bits each

A finished game keeps running without effect until all games are over. A random number of 28 bits
lasts up to five plies: multiplied by the number of free squares, its whole part chooses a square
and its fraction is the next number. The odds of a square are off by at most 3 in a million.
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

ROWS = 9


def play(
    words: Words,
    games: int,
    free: int,
    order: int,
    marks: int,
    turn: int,
    counts: Cells,
) -> None:
    """Play games from one position; adds X's wins, O's wins and the plies played to `counts`.

    `order` lists the `free` squares, four bits each, the first in the lowest bits; a ninth is left
    out. `marks` are X's squares and, nine bits higher, O's. `turn` is 0 if X is to move.
    """
    columns = words.shape[1]
    with cython.nogil:
        while games > 0:
            set_up(words, order, marks)
            play_once(words, free, turn)
            tally(words, min(games, columns), free, turn, counts)
            games = games - columns


def play_once(words: Words, free: int, turn: int) -> None:
    """Play the game of every column to its end.

    Each ply is written out: with a constant number of free squares compilers use additions and
    shifts, which is an eighth faster. Nobody has three marks before the fifth ply.
    """
    even = 6 + ((free + turn) & 1)  # the row of the side that moves with an even number free
    odd = 13 - even
    draw(words)
    if free > 8:
        take_first(words, odd)
    if free > 7:
        take(words, 8, even, False)
    if free > 6:
        take(words, 7, odd, False)
    if free > 5:
        draw(words)  # the rest of the number lasts for no more plies
        take(words, 6, even, False)
    if free > 4:
        take(words, 5, odd, True)
    if free > 3:
        take(words, 4, even, True)
    if free > 2:
        take(words, 3, odd, True)
    if free > 1:
        take(words, 2, even, True)
    take_last(words, odd)


def set_up(words: Words, order: int, marks: int) -> None:
    """Set every column to the position."""
    for column in range(words.shape[1]):
        words[5, column] = order
        words[6, column] = marks & 511
        words[7, column] = marks >> 9
        words[8, column] = 0


def take_first(words: Words, row: int) -> None:
    """Take one of nine free squares; the ninth, 8, replaces it in the list."""
    for column in range(words.shape[1]):
        scaled = (words[4, column] & 0xFFFFFFF) * 9
        words[4, column] = scaled
        square = scaled >> 28
        words[row, column] = 1 << square
        change = 0 if square == 8 else (square ^ 8) << (4 * (square & 7))
        words[5, column] = words[5, column] ^ change


def take(words: Words, free: int, row: int, looks: bool) -> None:
    """Take one of `free` squares in unfinished games; the last in the list replaces it.

    With `looks`, end the games in which this completes a line.
    """
    last = 4 * (free - 1)
    for column in range(words.shape[1]):
        scaled = (words[4, column] & 0xFFFFFFF) * free
        words[4, column] = scaled
        place = (scaled >> 26) & 28
        order = words[5, column]
        square = (order >> place) & 15
        words[5, column] = order ^ ((square ^ ((order >> last) & 15)) << place)
        taken = (1 << square) if words[8, column] == 0 else 0
        marks = words[row, column] | taken
        words[row, column] = marks
        if looks:
            words[8, column] = words[8, column] | lines(marks)


def take_last(words: Words, row: int) -> None:
    """Take the only free square in unfinished games; end those in which it completes a line."""
    for column in range(words.shape[1]):
        taken = (1 << (words[5, column] & 15)) if words[8, column] == 0 else 0
        marks = words[row, column] | taken
        words[row, column] = marks
        words[8, column] = words[8, column] | lines(marks)


def lines(marks: int) -> int:
    """Nonzero if a set of squares holds a line."""
    across = marks & (marks >> 1) & (marks >> 2) & 0x49
    down = marks & (marks >> 3) & (marks >> 6)
    falling = marks & (marks >> 4) & (marks >> 8)
    rising = (marks >> 2) & (marks >> 4) & (marks >> 6) & 1
    return across | down | falling | rising


def tally(words: Words, games: int, free: int, turn: int, counts: Cells) -> None:
    """Add the results of the first `games` games to the counts."""
    x = 0
    o = 0
    plies = 0
    for column in range(games):
        marks = words[6, column] | words[7, column] << 9
        pairs = (marks & 0x15555) + ((marks >> 1) & 0x15555)
        fours = (pairs & 0x33333) + ((pairs >> 2) & 0x33333)
        bits = (fours & 0xF0F0F) + ((fours >> 4) & 0xF0F0F)
        count = (bits + (bits >> 8) + (bits >> 16)) & 31
        count = count + free - 9
        plies = plies + count
        moved_last = (count + turn) & 1  # 1 for X
        over = 1 if words[8, column] != 0 else 0
        x = x + (over & moved_last)
        o = o + (over & (moved_last ^ 1))
    counts[0] += x
    counts[1] += o
    counts[2] += plies
