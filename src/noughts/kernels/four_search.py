"""Victory by continuous fours (VCF): every move leaves the other side only one reply."""

from __future__ import annotations

from noughts.kernels.layout import cells
from noughts.kernels.line_shapes import (
    COMPLETES,
    MAKES_FOUR,
    MAKES_FOUR_AND_THREE,
    MAKES_OPEN_FOUR,
    THREATS,
)
from noughts.kernels.threat_board import ThreatBoard

_FAILED = 1 << 14  # positions remembered as not won
_MOST_FOURS = 48  # in a row


class FourSearch:
    """Searches for a VCF on a board with threats, which it leaves as it was.

    After success, `line` has `length` moves of both sides, the last of which completes a line or
    leaves two squares on which to do so.
    """

    def __init__(self, board: ThreatBoard) -> None:
        self.board = board
        self.failed = cells("Q", [0], _FAILED)
        self.failed_depth = cells("q", [0], _FAILED)
        self.line = cells("q", [0], 2 * _MOST_FOURS + 2)
        self.candidates = cells("q", [0], board.size * (_MOST_FOURS + 1))
        self.left = 0
        self.length = 0

    def forget(self) -> None:
        """Forget the positions that are not won."""
        for place in range(_FAILED):
            self.failed[place] = 0

    def wins(self, depth: int, nodes: int) -> bool:
        """True if the side to move has a VCF of at most so many fours; False when nodes run out."""
        self.left = nodes
        return self.search(min(depth, _MOST_FOURS), 0)

    def search(self, depth: int, ply: int) -> bool:
        """True if the side to move wins by fours."""
        board = self.board
        side = board.turn
        own = side * THREATS
        other = THREATS - own
        if board.tally[own + COMPLETES] > 0:
            return self.ends(board.find(side, COMPLETES), ply)
        if board.tally[other + COMPLETES] > 0:
            if board.tally[other + COMPLETES] > 1 or depth == 0:
                return False
            square = board.find(1 - side, COMPLETES)
            if board.threats[side * board.size + square] < MAKES_FOUR:
                return False
            return self.tries(square, depth, ply)
        if board.tally[own + MAKES_OPEN_FOUR] > 0:
            return self.ends(board.find(side, MAKES_OPEN_FOUR), ply)
        if (
            depth == 0
            or board.tally[own + MAKES_FOUR] + board.tally[own + MAKES_FOUR_AND_THREE] == 0
        ):
            return False
        place = board.hash & (_FAILED - 1)
        if self.failed[place] == board.hash and self.failed_depth[place] >= depth:
            return False
        count = self.gather(ply)
        for number in range(count):
            if self.tries(self.candidates[(ply >> 1) * board.size + number], depth, ply):
                return True
        if self.left > 0:
            self.failed[place] = board.hash
            self.failed_depth[place] = depth
        return False

    def ends(self, square: int, ply: int) -> bool:
        """Note the last move of a win."""
        self.line[ply] = square
        self.length = ply + 1
        return True

    def gather(self, ply: int) -> int:
        """List the squares that make a four, those that also make a three first."""
        board = self.board
        base = (ply >> 1) * board.size
        threats = board.turn * board.size
        count = 0
        for square in range(board.size):
            if board.threats[threats + square] == MAKES_FOUR_AND_THREE:
                self.candidates[base + count] = square
                count += 1
        for square in range(board.size):
            if board.threats[threats + square] == MAKES_FOUR:
                self.candidates[base + count] = square
                count += 1
        return count

    def tries(self, square: int, depth: int, ply: int) -> bool:
        """True if a four on this square wins."""
        if self.left <= 0:
            return False
        self.left -= 1
        board = self.board
        side = board.turn
        board.play(square)
        if board.tally[side * THREATS + COMPLETES] > 1:
            board.undo()
            return self.ends(square, ply)
        reply = board.find(side, COMPLETES)
        board.play(reply)
        won = self.search(depth - 1, ply + 2)
        board.undo()
        board.undo()
        if won:
            self.line[ply] = square
            self.line[ply + 1] = reply
        return won
