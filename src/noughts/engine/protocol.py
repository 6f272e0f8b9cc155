"""The Gomocup protocol as text: commands, answers and their bounds. Pure.

Its description: https://plastovicka.github.io/protocl2en.htm. A square is `x,y`, the column and
the row, both from 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from noughts.core import Move, Position, Rules, squares
from noughts.core.errors import NotationError
from noughts.core.notation import quote

FIVE = 5  # in a row: the protocol has no way to say another number
OWN, OPPONENTS = 1, 2  # the stones of a position, seen from the side to move
UNLIMITED = 2_147_483_647  # the remaining milliseconds of a match without a limit

_NUMBER = r"\s*(-?[0-9]{1,18})\s*"


@dataclass(frozen=True, slots=True)
class ProtocolLine:
    """A line of either side: its first word in capitals, and the rest."""

    word: str
    rest: str

    @classmethod
    def parse(cls, line: str) -> ProtocolLine:
        """Read a line.

        >>> ProtocolLine.parse("turn 7,8")
        ProtocolLine(word='TURN', rest='7,8')
        """
        word, _, rest = line.strip().partition(" ")
        return cls(word.upper(), rest.strip())


def read_start(word: str, text: str, k: int = FIVE) -> Rules:
    """Return the board of START or RECTSTART; raises NotationError or InvalidRules.

    >>> str(read_start("START", "15")), str(read_start("RECTSTART", "9,7"))
    ('15x15:5', '9x7:5')
    """
    example = "15,12" if word == "RECTSTART" else "15"
    sides = _numbers(text, f"{word} {example}")
    return Rules(sides[0], sides[-1], k)


def read_square(rules: Rules, text: str) -> Move:
    """Return a square; raises NotationError for one off the board too.

    >>> read_square(Rules(15, 15, 5), "2,1")
    17
    """
    x, y = _numbers(text, "7,7")
    return _square(rules, x, y)


def read_stone(rules: Rules, text: str) -> tuple[Move, int]:
    """Return the square of a line of BOARD and whose stone it holds; raises NotationError."""
    x, y, whose = _numbers(text, "7,7,1")
    if whose not in (OWN, OPPONENTS):
        raise NotationError(f"a stone is 1 or 2, not {whose}")
    return _square(rules, x, y), whose


def read_number(text: str) -> int:
    """Return the whole number of an INFO; raises NotationError.

    >>> read_number("-5")
    -5
    """
    (number,) = _numbers(text, "500")
    return number


def write_square(rules: Rules, square: Move) -> str:
    """Return a square as the protocol writes it.

    >>> write_square(Rules(15, 15, 5), 17)
    '2,1'
    """
    row, column = divmod(square, rules.width)
    return f"{column},{row}"


def write_start(rules: Rules) -> str:
    """Return the command that begins a game: RECTSTART only where the board is not a square.

    >>> write_start(Rules(15, 15, 5)), write_start(Rules(9, 7, 5))
    ('START 15', 'RECTSTART 9,7')
    """
    if rules.width == rules.height:
        return f"START {rules.width}"
    return f"RECTSTART {rules.width},{rules.height}"


def write_board(position: Position) -> tuple[str, ...]:
    """Return BOARD for the side to move, to DONE; the stones alternate, as they would in a game.

    >>> write_board(Position.parse("x../.o./... x 3"))
    ('BOARD', '0,0,1', '1,1,2', 'DONE')
    """
    own = position.marks(position.turn)
    sides = [squares(position.marks(mark)) for mark in (position.first, position.first.other)]
    lines = ["BOARD"]
    for ply in range(position.plies):
        square = sides[ply % 2][ply // 2]
        whose = OWN if own >> square & 1 else OPPONENTS
        lines.append(f"{write_square(position.rules, square)},{whose}")
    return (*lines, "DONE")


def _numbers(text: str, example: str) -> tuple[int, ...]:
    """Return the whole numbers in a text that has as many as the example."""
    form = ",".join([_NUMBER] * len(example.split(",")))
    match = re.fullmatch(form, text, re.ASCII)
    if match is None:
        raise NotationError(f"cannot read {quote(text)}; expected something like {example}")
    return tuple(map(int, match.groups()))


def _square(rules: Rules, x: int, y: int) -> Move:
    if not (0 <= x < rules.width and 0 <= y < rules.height):
        raise NotationError(f"{x},{y} is off the board, which is {rules.width}x{rules.height}")
    return y * rules.width + x
