"""O's answers in games against a certificate, as a file that is read in no time.

Plain Python would follow some certificates for half a minute before it knew a single answer. Such a
board has a file beside its certificate with the answers that a game can need. Nobody has to trust
it: a test compares it with the certificate.
"""

from __future__ import annotations

import lzma
from collections.abc import Mapping
from functools import lru_cache

from noughts.atlas.table import PROOFS, proof_name
from noughts.core import Move, Rules, squares
from noughts.core.bits import of_squares

# By the marks of X and of O, after X's move; of positions that are images of each other one.
Answers = Mapping[tuple[int, int], Move]

_FIRST_SQUARE = ord("0")  # as in a certificate


def answers_name(rules: Rules) -> str:
    """Return the name of the file.

    >>> answers_name(Rules(7, 7, 5))
    '7x7-5.answers.xz'
    """
    return proof_name(rules).replace(".xz", ".answers.xz")


@lru_cache(maxsize=1)
def read_answers(rules: Rules) -> Answers:
    """Return the answers of a board's file; none if it has no file."""
    path = PROOFS / answers_name(rules)
    if not path.exists():
        return {}
    answers = {}
    for line in lzma.decompress(path.read_bytes()).decode().splitlines():
        second, first, move = line.split(" ")
        answers[_marks(first), _marks(second)] = ord(move) - _FIRST_SQUARE
    return answers


def answers_file(answers: Answers) -> bytes:
    """Return the file of answers: a line for each, the squares of O and of X and the answer.

    With those of O first it is a quarter smaller than with those of X.
    """
    lines = (f"{_text(os)} {_text(xs)} {_text(1 << move)}\n" for (xs, os), move in answers.items())
    return lzma.compress("".join(sorted(lines)).encode())


def _marks(text: str) -> int:
    return of_squares(ord(character) - _FIRST_SQUARE for character in text)


def _text(marks: int) -> str:
    return "".join(chr(_FIRST_SQUARE + square) for square in squares(marks))
