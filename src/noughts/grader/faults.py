"""What is wrong with a program, as values: every fault carries a call that shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from noughts.arena import SideReport
from noughts.core import Game, Mark, Move, Position
from noughts.core.threats import Line
from noughts.grader.questions import Failure
from noughts.grader.shapes import Role, Strength


@dataclass(frozen=True, slots=True)
class HasLine:
    """The mark has this line."""

    mark: Mark
    line: Line


@dataclass(frozen=True, slots=True)
class NoLine:
    """Nobody has a line; the board may be full."""

    is_full: bool


@dataclass(frozen=True, slots=True)
class LacksLine:
    """The mark has no line."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class IsFree:
    """The square is free."""

    square: Move


@dataclass(frozen=True, slots=True)
class IsTwice:
    """The square is told more than once."""

    square: Move


@dataclass(frozen=True, slots=True)
class IsTaken:
    """The square is not free."""

    square: Move
    mark: Mark


@dataclass(frozen=True, slots=True)
class NoSquare:
    """The value is no square of the board."""

    value: object


@dataclass(frozen=True, slots=True)
class MarksOnBoard:
    """The numbers of marks, which say whose turn it is."""

    xs: int
    os: int
    turn: Mark


@dataclass(frozen=True, slots=True)
class Cells:
    """The number of squares of what should be an empty board of nine; None if it is no board."""

    count: int | None


@dataclass(frozen=True, slots=True)
class SharedRows:
    """The rows of the board are one list."""


@dataclass(frozen=True, slots=True)
class OtherMark:
    """Turns alternate."""


@dataclass(frozen=True, slots=True)
class EachMarkHalf:
    """Each mark should come half of the time; this share has the one that comes most."""

    share: Fraction


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, a line each: what a program should pass over, then what it should take."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameTyped:
    """A game that was typed, which ends with its last line; `wrong` is no move that can be made."""

    lines: tuple[str, ...]
    wrong: int | None  # the line
    winner: Mark | None


@dataclass(frozen=True, slots=True)
class MissesLine:
    """The side to move can complete these lines at once."""

    mark: Mark
    line: Line
    square: Move


@dataclass(frozen=True, slots=True)
class Worse:
    """The move gives away some of the value; the coach says why."""

    text: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Refuses:
    """The call should raise an exception."""

    reason: IsTaken | NoSquare


Reason: TypeAlias = (
    HasLine
    | NoLine
    | LacksLine
    | IsFree
    | IsTwice
    | IsTaken
    | NoSquare
    | MarksOnBoard
    | Cells
    | SharedRows
    | OtherMark
    | EachMarkHalf
    | Typed
    | GameTyped
    | MissesLine
    | Worse
    | Over
    | Refuses
    | None
)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function: the position it was given, if any, and what else, as it is written."""

    function: str
    arguments: tuple[object, ...] = ()
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Wrong:
    """A function returns a value that is not `wanted`, which is empty if several would do."""

    call: Call
    value: object
    wanted: tuple[object, ...]
    reason: Reason
    count: int = 1  # of the calls that were tried
    tried: int = 1


@dataclass(frozen=True, slots=True)
class Failed:
    """A call came to nothing."""

    call: Call
    failure: Failure
    reason: Reason = None
    count: int = 1
    tried: int = 1


@dataclass(frozen=True, slots=True)
class Changed:
    """A call changed what it was given into this."""

    call: Call
    value: object
    count: int = 1
    tried: int = 1


@dataclass(frozen=True, slots=True)
class Unsteady:
    """A function answers the same call differently, though it draws no random number."""

    call: Call
    first: object
    second: object
    count: int = 1
    tried: int = 1


@dataclass(frozen=True, slots=True)
class Silent:
    """A function that should print prints nothing."""

    call: Call
    count: int = 1
    tried: int = 1


@dataclass(frozen=True, slots=True)
class PrintsTheSame:
    """A function that should print a board prints the same for all, as for this one."""

    call: Call


@dataclass(frozen=True, slots=True)
class WrongArguments:
    """A function cannot be called with what it should be given."""

    function: str
    wanted: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no function of this name, which was asked for."""

    name: str


@dataclass(frozen=True, slots=True)
class Loses:
    """A computer player loses games; `turned` is the ply of the move by which the shortest is lost.

    `is_exact` is False where it answers by chance, and not everything that it may do is known.
    """

    function: str
    report: SideReport
    game: Game
    turned: int
    why: str
    is_exact: bool
    is_random: bool
    is_asked: bool  # whether never to lose is asked of it

    @property
    def decided(self) -> Position:
        """The position after the answer to the mistake, as of a fork."""
        positions = list(self.game.positions())
        return positions[min(self.turned + 2, len(positions) - 1)]


@dataclass(frozen=True, slots=True)
class LoadFailed:
    """The program could not be loaded as a whole; its definitions alone perhaps could."""

    failure: Failure
    is_whole: bool  # whether nothing of it could


@dataclass(frozen=True, slots=True)
class PrintsWhenLoaded:
    """The program prints while it is loaded."""

    text: str


Fault: TypeAlias = (
    Wrong
    | Failed
    | Changed
    | Unsteady
    | Silent
    | PrintsTheSame
    | WrongArguments
    | Missing
    | Loses
    | LoadFailed
    | PrintsWhenLoaded
)


_Counted: TypeAlias = Wrong | Failed | Changed | Unsteady | Silent


def counted(fault: Fault, count: int, tried: int) -> Fault:
    """Return a fault of so many of the calls that were tried, if it is one of calls."""
    if not isinstance(fault, _Counted):
        return fault
    return replace(fault, count=count, tried=tried)


def word_of(fault: Fault) -> str:
    """Return the kind of a fault, or the reason why a value is wrong, as a word.

    >>> word_of(PrintsWhenLoaded("Welcome!"))
    'prints-when-loaded'
    """
    reason = getattr(fault, "reason", None)
    name = type(fault if reason is None else reason).__name__
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


@dataclass(frozen=True, slots=True)
class Score:
    """What a computer player makes of all games on one side, exactly."""

    report: SideReport
    is_random: bool


@dataclass(frozen=True, slots=True)
class PartReport:
    """A function that was tried: how often, what is wrong with it, and what else is to be said."""

    role: Role
    function: str
    tried: int
    faults: tuple[Fault, ...]
    notes: tuple[Fault, ...] = ()
    scores: tuple[Score, ...] = ()
    strength: Strength | None = None

    @property
    def is_right(self) -> bool:
        """True if nothing is wrong with it."""
        return not self.faults
