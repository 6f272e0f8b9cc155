"""What can be found in a move, as a closed union: each case carries the squares that prove it.

Wins, Blocks, Forks, Forces, StopsFork and AllowsFork follow from the lines on the board and are
found on any board. OnlyMove and OneReply need the proved values of all moves. MissesWin, DelaysWin
and AllowsLoss are found on any board if one or two moves decide, else only with proved values.
MostLines proves nothing; it is given where there is no other reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from noughts.core.bits import Move
from noughts.core.threats import Line
from noughts.solver import Value


@dataclass(frozen=True, slots=True)
class Threat:
    """A square on which a side would complete these lines."""

    square: Move
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Wins:
    """The move completes these lines."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Blocks:
    """The move takes the square on which the opponent would have completed these lines."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Forks:
    """The move makes two or more threats, and the opponent cannot win at once."""

    threats: tuple[Threat, ...]


@dataclass(frozen=True, slots=True)
class Forces:
    """The move makes one threat: any reply elsewhere loses at once."""

    threat: Threat


@dataclass(frozen=True, slots=True)
class StopsFork:
    """The opponent could have forked on these squares before the move, and no longer can."""

    squares: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """Every other move is worth less than this value."""

    value: Value


@dataclass(frozen=True, slots=True)
class OneReply:
    """The move draws, and every reply but this one loses."""

    square: Move


@dataclass(frozen=True, slots=True)
class MostLines:
    """No free square lies on more lines without an opponent's mark."""

    lines: int


@dataclass(frozen=True, slots=True)
class MissesWin:
    """This line of best play would have won; after the move there is no win."""

    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class DelaysWin:
    """This line of best play would have won sooner than the move, if the move wins at all."""

    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class AllowsFork:
    """The opponent's reply makes these threats, and the mover cannot win at once."""

    reply: Move
    blocked: tuple[Line, ...]  # the mover's lines that the reply blocks as well
    threats: tuple[Threat, ...]


@dataclass(frozen=True, slots=True)
class AllowsLoss:
    """The move lets the opponent win by this line, which begins with the reply."""

    line: tuple[Move, ...]


Finding = (
    Wins
    | Blocks
    | Forks
    | Forces
    | StopsFork
    | OnlyMove
    | OneReply
    | MostLines
    | MissesWin
    | DelaysWin
    | AllowsFork
    | AllowsLoss
)
