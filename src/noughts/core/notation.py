"""The notation of boards, squares and positions; all readers raise NotationError or WrongType.

A board is `WIDTHxHEIGHT:K`. A square is its column's letter and its row's number from the top.
A position is its rows from the top, the side to move, and k: `x.o/.x./..o x 3`; in a URL each `/`
and space is `_`.
"""

from __future__ import annotations

import re

from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.errors import N_, NotationError
from noughts.core.mark import Mark

OFF_BOARD = N_("{square} is off the board – its squares are a1 to {last}")
EMPTY = "."

# Compiled on first use, since compiling at import would delay the first board of every game.
_RULES = r"([0-9]{1,3})[xX]([0-9]{1,3}):([0-9]{1,3})"
_SQUARE = r"([a-zA-Z])([1-9][0-9]?)"  # IGNORECASE would let dotless i and long s in
LONGEST_POSITION = 26 * 27 + 8  # 26 rows of 26 with their separators, the side and k
_LONGEST_QUOTE = 40


def quote(text: str) -> str:
    """Untrusted text, escaped and shortened so that it can stand in a message.

    >>> quote("a" * 99 + chr(27))
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
    """
    quoted = ascii(text[:_LONGEST_QUOTE])
    return quoted if len(text) <= _LONGEST_QUOTE else f"{quoted[:-1]}…{quoted[-1]}"


def read_rules(text: str) -> tuple[int, int, int]:
    """Return the width, height and k of a board such as `3x3:3`.

    >>> read_rules("15x15:5")
    (15, 15, 5)
    """
    check_type(text, str, "a board's text")
    match = re.fullmatch(_RULES, text.strip())
    if match is None:
        raise NotationError(
            N_("a board is written WIDTHxHEIGHT:K, as in 3x3:3, not {text}"), text=quote(text)
        )
    width, height, k = map(int, match.groups())
    return width, height, k


def square_name(width: int, move: Move) -> str:
    """Return the name of a square on a board of this width.

    >>> square_name(3, 0), square_name(3, 5)
    ('a1', 'c2')
    """
    row, column = divmod(move, width)
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """Return the letter of a column, counted from 0."""
    return chr(ord("a") + column)


def read_square(width: int, height: int, text: str) -> Move:
    """Return the square a name stands for.

    >>> read_square(3, 3, "c2")
    5
    """
    square = find_square(width, height, text)
    if square is None:
        last = square_name(width, width * height - 1)
        raise NotationError(OFF_BOARD, square=text.strip(), last=last)
    return square


def find_square(width: int, height: int, text: str) -> Move | None:
    """Return the square a name stands for, or None if it is off the board; raises NotationError."""
    check_type(text, str, "a square's name")
    match = re.fullmatch(_SQUARE, text.strip())
    if match is None:
        raise NotationError(
            N_("a square is a letter and a number, as in a1, not {text}"), text=quote(text)
        )
    column, row = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
    return row * width + column if column < width and row < height else None


def read_position(text: str) -> tuple[int, int, int, int, int, Mark]:
    """Return width, height, k, the squares of X and of O, and the side to move, unvalidated.

    >>> read_position("x.o/.x./..o x 3")
    (3, 3, 3, 17, 260, Mark.X)
    >>> read_position("x.o_.x._..o_x_3") == read_position("X.O/.X./..O X 3")
    True
    """
    check_type(text, str, "a position's text")
    if len(text) > LONGEST_POSITION:
        raise NotationError(N_("a position has at most {count} characters"), count=LONGEST_POSITION)
    fields = "_".join(text.split()).replace("/", "_").split("_")
    if len(fields) < 3 or not fields[0]:
        raise NotationError(
            N_("a position is rows, the side to move and k, as in {example}, not {text}"),
            example="x.o/.x./..o x 3",
            text=quote(text),
        )
    rows, turn, k = fields[:-2], fields[-2], fields[-1]
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise NotationError(
                N_("row {row} of the position has {count} squares, row 1 has {width}"),
                row=number,
                count=len(row),
                width=width,
            )
        for column, letter in enumerate(row.lower()):
            if letter not in ("x", "o", EMPTY):
                problem = N_("{text} in row {row}: a square is x, o or {empty}")
                if column < 26:
                    problem = N_("{text} at {square}: a square is x, o or {empty}")
                place = {"row": number, "square": f"{column_name(column)}{number}"}
                raise NotationError(problem, text=quote(letter), empty=EMPTY, **place)
    if not re.fullmatch(r"[0-9]{1,3}", k):
        raise NotationError(
            N_("a position ends with how many in a row win, not {text}"), text=quote(k)
        )
    cells = "".join(rows).lower()
    xs, os = (sum(1 << at for at, letter in enumerate(cells) if letter == own) for own in "xo")
    return width, len(rows), int(k), xs, os, read_mark(turn)


def read_mark(text: str) -> Mark:
    """Return the mark a letter stands for.

    >>> read_mark("O")
    Mark.O
    """
    check_type(text, str, "the side to move")
    if text.lower() not in ("x", "o"):
        raise NotationError(N_("the side to move is x or o, not {text}"), text=quote(text))
    return Mark(text.lower())
