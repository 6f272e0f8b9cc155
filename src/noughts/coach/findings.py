"""The findings in a move, as a closed union: each case carries the squares that prove it.

Wins, Blocks, Forks, Forces, StopsFork and AllowsFork follow from the lines on the board and are
found on any board. OnlyMove, FewReplies, Avoids and LikeAll need the proved values of all moves,
WinsByForce a proved win. MissesWin, DelaysWin and AllowsLoss are found on any board if one or two
moves decide, AllowsLoss also if a forced win is found, else only with proved values; AllowsThreat
and AllowsForkThreat tell what the reply of such a win threatens first.
MissesForcedWin and StopsForcedWin rest on forced wins.

Makes, Prevents and OpenLines prove nothing; they are given where the value is not proved.
"""

from __future__ import annotations

from dataclasses import dataclass

from noughts.core import Move
from noughts.core.threats import Line
from noughts.solver import Value


@dataclass(frozen=True, slots=True)
class Threat:
    """A square on which a side would complete these lines."""

    square: Move
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The number of marks on a line, and how many more would win.

    An open row that lacks one mark can be completed on two squares. One that lacks more can become
    an open row of one mark more.
    """

    length: int
    missing: int
    is_open: bool


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
    """The move makes one threat: any reply elsewhere loses at once.

    Of a move that is proved to win, `fork` is what wins after the reply, with the threats it makes.
    """

    threat: Threat
    fork: Move | None = None
    threats: tuple[Threat, ...] = ()


@dataclass(frozen=True, slots=True)
class StopsFork:
    """The opponent could have forked on these squares before the move, and no longer can."""

    squares: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class OnlyMove:
    """Every other move is worth less than this value."""

    value: Value


@dataclass(frozen=True, slots=True)
class FewReplies:
    """The move draws, and every reply but these, or this one, loses."""

    squares: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Avoids:
    """The move draws, and these would lose."""

    squares: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class LikeAll:
    """Every other move is worth the same; there can be no other."""

    is_last: bool  # whether the square is the only one left


@dataclass(frozen=True, slots=True)
class WinsByForce:
    """The move is proved to win; this line, which begins with it, is an example of how."""

    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class MissesForcedWin:
    """This line would have won within `plies`; after the move no win is proved.

    The plies are None where only the value and the first move are proved.
    """

    line: tuple[Move, ...]
    plies: int | None


@dataclass(frozen=True, slots=True)
class StopsForcedWin:
    """The opponent threatened to win by this line; every move but those on `squares` loses."""

    line: tuple[Move, ...]
    squares: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Makes:
    """The move makes these rows."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Prevents:
    """The opponent would have made these rows by a mark on the same square."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class OpenLines:
    """The square lies on this many lines without an opponent's mark."""

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
class AllowsThreat:
    """This line, in which the opponent's reply makes one threat, wins for the opponent.

    Where a fork decides as soon as the threat is blocked, `fork` makes the threats.
    """

    line: tuple[Move, ...]
    threat: Threat
    fork: Move | None = None
    threats: tuple[Threat, ...] = ()


@dataclass(frozen=True, slots=True)
class AllowsForkThreat:
    """This line, in which the opponent's reply threatens these forks, wins for the opponent."""

    line: tuple[Move, ...]
    squares: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class AllowsLoss:
    """The move lets the opponent win by this line, which begins with the reply."""

    line: tuple[Move, ...]


# Another move would have won, or sooner.
Missed = MissesWin | MissesForcedWin | DelaysWin

# The opponent wins after the move.
Allowed = AllowsFork | AllowsThreat | AllowsForkThreat | AllowsLoss

# What speaks against the move; everything else speaks for it.
Harm = Missed | Allowed

Finding = (
    Wins
    | Blocks
    | Forks
    | Forces
    | StopsFork
    | OnlyMove
    | FewReplies
    | Avoids
    | LikeAll
    | WinsByForce
    | StopsForcedWin
    | Makes
    | Prevents
    | OpenLines
    | Harm
)
