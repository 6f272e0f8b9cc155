"""A perfect player that draws among its best moves by weight, from a source of its own."""

import random

WINS = 0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124
source = random.Random()
values = {}


def value(mine, theirs):
    if (mine, theirs) not in values:
        if any(theirs & line == line for line in WINS):
            values[mine, theirs] = -1
        elif mine | theirs == 0o777:
            values[mine, theirs] = 0
        else:
            free = [1 << square for square in range(9) if not (mine | theirs) >> square & 1]
            values[mine, theirs] = max(-value(theirs, mine | bit) for bit in free)
    return values[mine, theirs]


def bits(board, mark):
    return sum(1 << square for square, cell in enumerate(board) if cell == mark)


def choose_move(board):
    x, o = bits(board, "X"), bits(board, "O")
    mine, theirs = (x, o) if x.bit_count() == o.bit_count() else (o, x)
    free = [square for square in range(9) if not (x | o) >> square & 1]
    best = value(mine, theirs)
    moves = [square for square in free if -value(theirs, mine | 1 << square) == best]
    return source.choices(moves, weights=[3 if square == 4 else 1 for square in moves])[0]
