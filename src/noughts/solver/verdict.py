"""Proved verdicts on positions, and limits of the work that they may take."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from noughts.core import Move, Rules
from noughts.core.checks import check_number, check_type, whole
from noughts.core.errors import IllegalAction
from noughts.core.notation import square_name
from noughts.wording.grammar import counted


class Value(IntEnum):
    """The result of best play for the side to move.

    >>> -Value.WIN
    Value.LOSS
    >>> print(Value.WIN)
    WIN
    """

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __neg__(self) -> Value:
        return Value(-int(self))

    def __repr__(self) -> str:
        return f"Value.{self.name}"

    def __str__(self) -> str:
        return self.name

    def __format__(self, form: str) -> str:
        if form and (form[-1] in "bcdoxXneEfFgG%" or form[0] in "+-"):
            return int.__format__(self, form)  # only a number takes these formats
        return format(self.name, form)  # IntEnum's own would show the number


# What a verdict rests on.
RULES = "rules"  # the position itself: the game is over, or a move ends it
TABLE = "table"  # the search of a small board to its end, which remembers what it found
ATLAS = "atlas"  # a certificate of the atlas
SEARCH = "search"  # a proof found now

_MOST_NODES = 2**63 - 1


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move to the side that makes it.

    `plies` counts to the end under best play, including this move. It is None where only the value
    is proved.
    """

    value: Value
    plies: int | None

    def __str__(self) -> str:
        plies = {None: "", 1: " in 1 ply"}.get(self.plies, f" in {self.plies} plies")
        return f"{self.value.name.lower()}{plies}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The proved value of a position for the side to move.

    `plies` counts to the end under best play: the soonest win, the latest loss, or for a draw the
    full board. It is None where only the value is proved. `best` holds every move that attains
    value and plies. Where plies is None, it holds the moves proved to attain the value, and
    `best_complete` tells whether those are all. `method` says by what it is known: rules, table,
    atlas or search. `nodes` is the number of positions searched. It does not count for equality,
    and neither do the `rules`.
    """

    value: Value
    plies: int | None
    best: tuple[Move, ...]
    best_complete: bool
    method: str
    nodes: int = field(compare=False)
    rules: Rules = field(compare=False, repr=False)

    @property
    def best_names(self) -> tuple[str, ...]:
        """The names of the best moves, in the same order."""
        return tuple(square_name(self.rules.width, move) for move in self.best)

    def __str__(self) -> str:
        if self.plies == 0:
            return f"{self.value.name.lower()}, the game is over"
        return f"{MoveValue(self.value, self.plies)}: {self._moves}"

    @property
    def _moves(self) -> str:
        moves = ", ".join(self.best_names) or "none"
        return moves if self.best_complete else f"{moves}, and perhaps others"

    def _repr_html_(self) -> str:
        """Return the table a notebook shows."""
        from html import escape  # only a notebook needs it

        rows = {
            "value": str(self.value),
            "plies to the end": "not proved" if self.plies is None else str(self.plies),
            "best moves": self._moves,
            "found by": f"{self.method}, {counted(self.nodes, 'node')}",
        }
        cells = (f"<tr><th>{name}</th><td>{escape(text)}</td></tr>" for name, text in rows.items())
        return f"<table>{''.join(cells)}</table>"


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of a search in seconds or nodes, whichever comes first; None is no limit.

    Raises IllegalAction for negative numbers and more than 2**63 - 1 nodes, and WrongType.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            check_number(self.seconds, "the seconds")
            if not self.seconds >= 0:  # also refuses NaN
                raise IllegalAction(f"the seconds are 0 or more, not {self.seconds}")
        if self.nodes is not None:
            nodes = whole(self.nodes, "the number of nodes", 0, _MOST_NODES)
            object.__setattr__(self, "nodes", nodes)

    def part(self, share: float) -> Limit:
        """Return a share of the limit; raises IllegalAction if not from 0 to 1, and WrongType.

        >>> Limit(nodes=100).part(0.3)
        Limit(seconds=None, nodes=30)
        """
        check_number(share, "the share")
        if not 0 <= share <= 1:  # also refuses NaN
            raise IllegalAction(f"the share is from 0 to 1, not {share}")
        return Limit(
            None if self.seconds is None else self.seconds * share,
            None if self.nodes is None else int(self.nodes * share),
        )


NO_LIMIT = Limit()


def limit_or_none(limit: Limit | None) -> Limit:
    """Return the given limit, or one without bounds; raises WrongType."""
    if limit is None:
        return NO_LIMIT
    check_type(limit, Limit, "the limit")
    return limit
