"""Every error this library raises on purpose, as one tree.

    NoughtsError
    ├── WrongType           a value of another type than was asked for
    ├── NotationError       a text that is not a square, a board, a position or a record
    ├── InvalidRules        a board that cannot be: sides outside 1 to 26, or k too long
    ├── InvalidPosition     marks that no legal game can bring about
    ├── IllegalMove         a move the position does not allow: .position, .move, .reason
    ├── IllegalAction       what else a game does not allow: undo at its start, a choice at its end
    ├── UnsupportedRules    a board that a player does not play, or too large for what was asked
    ├── UnknownPlayer       a name that no player has (it stands in players/table.py)
    ├── MissingExtra        a third-party library that only an extra of the package installs
    ├── TooManyPositions    a count that would need more memory than it may have
    └── Unsolved            no proved value within the limit: never a guess

The message of each is one line that says what was wrong and, where it helps, what to do.
The one warning, `UncompiledWarning`, stands beside the tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.core.bits import Square
    from noughts.core.position import Position


class NoughtsError(Exception):
    """The root: catch this to catch whatever the library rejects."""


class WrongType(NoughtsError, TypeError):
    """A value of another type than was asked for."""


class NotationError(NoughtsError, ValueError):
    """A text that cannot be read."""


class InvalidRules(NoughtsError, ValueError):
    """A board that cannot be."""


class InvalidPosition(NoughtsError, ValueError):
    """Marks on a board that no legal game can bring about."""


class IllegalMove(NoughtsError, ValueError):
    """A move that `position` does not allow, and the reason.

    `move` is the index of a square, or its name where that is off the board.
    """

    def __init__(self, position: Position, move: Square, reason: str) -> None:
        super().__init__(position, move, reason)
        self.position = position
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class IllegalAction(NoughtsError, ValueError):
    """An undo, a resignation or an ending that the game does not allow."""


class UnsupportedRules(NoughtsError, ValueError):
    """A board that a player does not play."""


class MissingExtra(NoughtsError, ImportError):
    """A third-party library that only an extra of the package installs."""


class TooManyPositions(NoughtsError):
    """A ply with more positions than can be held."""


class Unsolved(NoughtsError):
    """The value is not proved within the limit."""


class UncompiledWarning(RuntimeWarning):
    """The kernels run as plain Python: all is right, but bulk work takes far longer."""
