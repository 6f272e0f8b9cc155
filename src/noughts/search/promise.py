"""How promising the moves look before any search."""

from __future__ import annotations

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.kernels.threat_board import ThreatBoard

_HUNDREDTHS = 100  # the kernels' unit


def promises_on(board: ThreatBoard, position: Position, care: float = 1.0) -> dict[Move, float]:
    """How promising each move near other marks looks in a position that is set up; O(squares).

    Without a mark nearby, every move is as good as any other.
    """
    found = {
        move: (board.making[board.keys[move]] + care * board.taking[board.keys[board.size + move]])
        / _HUNDREDTHS
        for move in position.moves
        if board.is_near(move)
    }
    return found or dict.fromkeys(position.moves, 0.0)


def most_promising(board: ThreatBoard, position: Position) -> Move:
    """The move to make without a search."""
    promises = promises_on(board, position)
    return max(promises, key=promises.__getitem__)
