"""What can be found in a move, as a closed union: each case carries the squares that prove it.

Wins, Blocks, Forks, Forces, StopsFork and AllowsFork follow from the lines on the board and are
found on any board. OnlyMove rests on the values of all moves. MissesWin, DelaysWin and AllowsLoss
are found on any board where one or two moves decide, and beyond that where the values are proved.
OneReply rests on values too. MostLines is no reason but a ground, given where there is no other.
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
    """The move leaves two threats or more, and the opponent nothing to win with at once."""

    threats: tuple[Threat, ...]


@dataclass(frozen=True, slots=True)
class Forces:
    """The move leaves one threat: any reply but on its square loses at once."""

    threat: Threat


@dataclass(frozen=True, slots=True)
class StopsFork:
    """On these squares the opponent could have forked before the move, and no longer can."""

    squares: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """Every other move brings less than this value."""

    value: Value


@dataclass(frozen=True, slots=True)
class OneReply:
    """The move draws, and every reply but this one loses."""

    square: Move


@dataclass(frozen=True, slots=True)
class MostLines:
    """No free square lies on more lines that hold no mark of the opponent's."""

    lines: int


@dataclass(frozen=True, slots=True)
class MissesWin:
    """A win was there, along this line of best play; after the move it is not."""

    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class DelaysWin:
    """This line of best play would have won sooner than the move does, if it wins at all."""

    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class AllowsFork:
    """The opponent's reply makes these threats, and the mover has nothing to win with at once."""

    reply: Move
    blocked: tuple[Line, ...]  # lines of the mover's that the reply blocks as well
    threats: tuple[Threat, ...]


@dataclass(frozen=True, slots=True)
class AllowsLoss:
    """The move lets the opponent win, along this line, which begins with the reply."""

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
