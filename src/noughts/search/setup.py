"""A board with threats, set up for a position, and how promising its moves look."""

from __future__ import annotations

from noughts.core import Move, Position, Rules, squares
from noughts.core.checks import as_type
from noughts.kernels.line_shapes import LONGEST_K
from noughts.kernels.threat_board import ThreatBoard

_HUNDREDTHS = 100  # the kernels' unit of how promising a move looks


def can_search(rules: Rules | str) -> bool:
    """True if the search plays a board: up to nine in a row.

    With more, neither side can force a win from the start of a game: eight in a row are a draw on
    every board (Zetters, 1980). Raises WrongType.

    >>> can_search(Rules(15, 15, 5)), can_search(Rules(12, 12, 10))
    (True, False)
    """
    return as_type(rules, Rules, "the board").k <= LONGEST_K


def set_up(board: ThreatBoard, position: Position) -> None:
    """Put a position on the board, the marks of the side to move as those of side 0; O(marks).

    So the search finds the same whichever mark a side has.
    """
    set_up_marks(board, position.marks(position.turn), position.marks(position.turn.other))
    give_turn(board, 0)


def set_up_marks(board: ThreatBoard, first: int, second: int) -> None:
    """Put the marks of both sides on the board; O(marks)."""
    while board.count:
        board.undo()
    for side, marks in enumerate((first, second)):
        for square in squares(marks):
            put(board, side, square)


def put(board: ThreatBoard, side: int, square: int) -> None:
    """Put a mark of a side on an empty square, whichever side is to move."""
    give_turn(board, side)
    board.play(square)


def give_turn(board: ThreatBoard, side: int) -> None:
    """Let this side move next."""
    if board.turn != side:
        board.pass_turn()


def promises_on(board: ThreatBoard, position: Position, care: float = 1.0) -> dict[Move, float]:
    """Return how promising each move near other marks looks in a position that is set up.

    O(squares). Without a mark nearby, every move is as good as any other.
    """
    found = {
        move: (board.making[board.keys[move]] + care * board.taking[board.keys[board.size + move]])
        / _HUNDREDTHS
        for move in position.moves
        if board.is_near(move)
    }
    return found or dict.fromkeys(position.moves, 0.0)
