"""Every error this library raises on purpose, as one tree.

    NoughtsError
    ├── WrongType           a value of the wrong type
    ├── NotationError       text that is not a square, a board, a position or a record
    ├── InvalidRules        an impossible board: sides outside 1 to 26, or k too long
    ├── InvalidPosition     marks that no legal game can lead to
    ├── IllegalMove         a move the position does not allow: .position, .move, .reason
    ├── InvalidProof        a certificate that does not prove what it claims
    ├── IllegalAction       anything else a game does not allow, such as undo at its start
    ├── UnsupportedRules    a board that a player does not play, or too large for the operation
    ├── UnknownPlayer       a name that no player has (defined in players/table.py)
    ├── MissingExtra        a third-party library that an extra of the package installs
    ├── TooManyPositions    a count that would need too much memory
    └── Unsolved            no proved value within the limit: never a guess

Each message is one line that says what is wrong and, where it helps, what to do. The only warning,
`UncompiledWarning`, is not part of the tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.core.bits import Square
    from noughts.core.position import Position


def N_(message: str) -> str:  # noqa: N802 - as gettext's manual calls it
    """Mark a sentence for translation, which is left to who shows it."""
    return message


GAME_OVER = N_("the game is over")


class NoughtsError(Exception):
    """The root: catch this to catch every error the library raises on purpose.

    `message` says what happened in English, with names in braces for the `values`: so it can be
    worded in another language where it is shown; `str` of the error is the English sentence.
    """

    def __init__(self, *arguments: object, **values: object) -> None:
        super().__init__(*arguments)
        self.message = str(arguments[-1]) if arguments else ""
        self.values = values

    def __str__(self) -> str:
        return self.message.format(**self.values) if self.values else self.message


class WrongType(NoughtsError, TypeError):
    """A value of the wrong type."""


class NotationError(NoughtsError, ValueError):
    """Text that cannot be read."""


class InvalidRules(NoughtsError, ValueError):
    """An impossible board."""


class InvalidPosition(NoughtsError, ValueError):
    """Marks on a board that no legal game can lead to."""


class IllegalMove(NoughtsError, ValueError):
    """A move that `position` does not allow, and the reason.

    `move` is the index of a square, or its name if that is off the board.
    """

    def __init__(self, position: Position, move: Square, reason: str, **values: object) -> None:
        super().__init__(position, move, reason, **values)
        self.position = position
        self.move = move

    @property
    def reason(self) -> str:
        """The reason why the move is not allowed, in English."""
        return str(self)


class IllegalAction(NoughtsError, ValueError):
    """An undo, a resignation or an ending that the game does not allow."""


class InvalidProof(NoughtsError, ValueError):
    """A certificate that does not prove what it claims."""


class UnsupportedRules(NoughtsError, ValueError):
    """A board that a player does not play."""


class MissingExtra(NoughtsError, ImportError):
    """A third-party library is missing that an extra of the package installs."""


class TooManyPositions(NoughtsError):
    """A ply has more positions than memory can hold."""


class Unsolved(NoughtsError):
    """The value is not proved within the limit."""


class UncompiledWarning(RuntimeWarning):
    """The kernels run as plain Python: results are the same, but bulk work takes far longer."""
