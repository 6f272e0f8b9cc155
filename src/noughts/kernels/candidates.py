"""The moves that the alpha-beta search considers, the most promising first.

Moves that refuted other positions are promising here: the killers, those of the same ply, by the
history of each square, and as follow-ups of the side's last move (chessprogramming.org describes
each).
"""

from __future__ import annotations

from noughts.kernels.layout import cells
from noughts.kernels.line_shapes import COMPLETES, EMPTY, MAKES_FOUR, MAKES_OPEN_FOUR, THREATS
from noughts.kernels.threat_board import ThreatBoard
from noughts.kernels.transpositions import NO_MOVE

_MOST_HISTORY = 4_096
_HISTORY_SHARE = 32  # of which, and of follow-ups (23 Elo, ± 11), this part counts in the order
_KILLER, _KNOWN = 60, 1 << 20  # what a killer and the move in the table are preferred by


class Candidates:
    """A list of `moves` for every ply, one after another, `board.size` places for each."""

    def __init__(self, board: ThreatBoard, plies: int) -> None:
        self.board = board
        self.moves, self.orders = (cells("q", [0], board.size * plies) for _ in range(2))
        self.killers = cells("q", [NO_MOVE], 2 * plies)
        self.history = cells("q", [0], 2 * board.size)
        self.follow_ups = cells("i", [0], 2 * board.size * board.size)

    def start(self) -> None:
        """Begin with a new position: forget most of what was good in another."""
        for place in range(len(self.killers)):
            self.killers[place] = NO_MOVE
        for place in range(len(self.history)):
            self.history[place] = self.history[place] // 2

    def forget(self) -> None:
        """Forget all that was good in earlier positions."""
        for place in range(len(self.history)):
            self.history[place] = 0
        for place in range(len(self.follow_ups)):
            self.follow_ups[place] = 0

    def gather(self, ply: int, known: int) -> int:
        """List the moves to search, with their order; returns their number.

        Against a five it is the block; against a threatened open four the moves that can stop one,
        and fours. Without a mark near any empty square it is all of them.
        """
        board = self.board
        other = (1 - board.turn) * THREATS
        if board.tally[other + COMPLETES] > 0:
            self.moves[ply * board.size] = board.find(1 - board.turn, COMPLETES)
            self.orders[ply * board.size] = 0
            return 1
        least = MAKES_FOUR if board.tally[other + MAKES_OPEN_FOUR] > 0 else 0
        count = self.list_moves(ply, known, least, 1)
        return count if count > 0 else self.list_moves(ply, known, 0, 0)

    def list_moves(self, ply: int, known: int, least: int, near: int) -> int:
        """List the moves with a threat of either side and at least so many marks near."""
        board = self.board
        own = board.turn * board.size
        other = board.size - own
        base = ply * board.size
        row = self.row()
        count = 0
        for square in range(board.size):
            if board.marks[square] != EMPTY or board.near[square] < near:
                continue
            if board.threats[own + square] < least and board.threats[other + square] < least:
                continue
            order = (
                board.making[board.keys[own + square]]
                + board.taking[board.keys[other + square]]
                + (self.history[own + square] + self.follow_ups[row + square]) // _HISTORY_SHARE
            )
            if square == known:
                order += _KNOWN
            elif square == self.killers[2 * ply] or square == self.killers[2 * ply + 1]:
                order += _KILLER
            self.moves[base + count] = square
            self.orders[base + count] = order
            count += 1
        return count

    def pick(self, ply: int, number: int, count: int) -> int:
        """Move the best of the remaining moves to this place."""
        base = ply * self.board.size
        best = base + number
        for place in range(best + 1, base + count):
            if self.orders[place] > self.orders[best]:
                best = place
        move = self.moves[best]
        order = self.orders[best]
        self.moves[best] = self.moves[base + number]
        self.orders[best] = self.orders[base + number]
        self.moves[base + number] = move
        self.orders[base + number] = order
        return move

    def reward(self, ply: int, depth: int, number: int) -> None:
        """Remember that the last of these moves refuted the position, and the others did not."""
        board = self.board
        base = ply * board.size
        move = self.moves[base + number - 1]
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        row = self.row()
        bonus = min(depth * depth * 4, 400)
        for place in range(base, base + number):
            entry = board.turn * board.size + self.moves[place]
            change = bonus if self.moves[place] == move else -bonus
            self.history[entry] += change - self.history[entry] * bonus // _MOST_HISTORY
            entry = row + self.moves[place]
            self.follow_ups[entry] += change - self.follow_ups[entry] * bonus // _MOST_HISTORY

    def row(self) -> int:
        """Where the follow-ups of the last move of the side to move begin."""
        board = self.board
        last = board.moves[board.count - 2] if board.count > 1 else 0
        return (board.turn * board.size + last) * board.size
