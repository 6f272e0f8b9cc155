"""Forced wins, each of them a proof: victory by continuous fours (VCF) and by threes, too (VCT).

After a four there is one reply. After a three the attacker threatens to win by fours; the replies
that matter are the squares which that win needs, and those on which the defender makes a four with
the help of the replies in it. Every other reply leaves the threatened win as it is, so it loses.
These are lambda search (Thomsen, 2000) and relevance zones (Wu and Lin, 2010) for k in a row.
"""

from __future__ import annotations

from noughts.kernels.layout import cells
from noughts.kernels.line_shapes import (
    COMPLETES,
    MAKES_FOUR,
    MAKES_FOUR_AND_THREE,
    MAKES_OPEN_FOUR,
    MAKES_THREE,
    MAKES_THREES,
    THREATS,
)
from noughts.kernels.threat_board import ThreatBoard

_FAILED_FOURS = 1 << 14  # positions remembered as not won by fours
_LONGEST_FOURS = 48  # in a row
_MOST_PLIES = 96
_FAILED = 1 << 16  # positions remembered as not won
_FOURS_NODES = 400  # for a win by fours
_MOST_FOURS = 24


class FourSearch:
    """Searches for a VCF on a board with threats, which it leaves as it was.

    After success, `line` has `length` moves of both sides, the last of which completes a line or
    leaves two squares on which to do so.
    """

    def __init__(self, board: ThreatBoard) -> None:
        self.board = board
        self.failed = cells("Q", [0], _FAILED_FOURS)
        self.failed_depth = cells("q", [0], _FAILED_FOURS)
        self.line = cells("q", [0], 2 * _LONGEST_FOURS + 2)
        self.candidates = cells("q", [0], board.size * (_LONGEST_FOURS + 1))
        self.left = 0
        self.length = 0

    def forget(self) -> None:
        """Forget the positions that are not won."""
        for place in range(_FAILED_FOURS):
            self.failed[place] = 0

    def wins(self, depth: int, nodes: int) -> bool:
        """True if the side to move has a VCF of at most so many fours; False when nodes run out."""
        self.left = nodes
        return self.search(min(depth, _LONGEST_FOURS), 0)

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
        place = board.hash & (_FAILED_FOURS - 1)
        if self.failed[place] == board.hash and self.failed_depth[place] >= depth:
            return False
        base = (ply >> 1) * board.size
        end = board.gather(MAKES_FOUR_AND_THREE, self.candidates, base)
        end = board.gather(MAKES_FOUR, self.candidates, end)
        for number in range(base, end):
            if self.tries(self.candidates[number], depth, ply):
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


class ForcedWins:
    """Searches for a VCT on a board, which it leaves as it was.

    After success, `plies` is how long the win takes at most, and `line` has the first `length`
    moves of the longest defence found, up to where the rest is a matter of completing a line.
    """

    def __init__(self, board: ThreatBoard) -> None:
        self.board = board
        self.fours = FourSearch(board)
        self.moves = cells("q", [0], board.size * (_MOST_PLIES + 1))
        self.lines = cells("q", [0], (_MOST_PLIES + 2) * (2 * _MOST_PLIES))
        self.lengths = cells("q", [0], _MOST_PLIES + 2)
        self.is_relevant = cells("q", [0], board.size)
        self.failed = cells("Q", [0], _FAILED)
        self.failed_threes = cells("q", [0], _FAILED)
        self.left = 0
        self.was_cut = False

    def forget(self) -> None:
        """Forget the positions that are not won."""
        self.fours.forget()
        for place in range(_FAILED):
            self.failed[place] = 0

    @property
    def line(self) -> list[int]:
        """The moves of the line."""
        return list(self.lines[: self.lengths[0]])

    def wins(self, threes: int, nodes: int) -> int:
        """Return the plies in which the side to move wins by a VCT of at most so many threes, or 0.

        Also 0 when the nodes run out; then `left` is negative. The position is not over. If
        `was_cut` is False, no number of threes would have found more.
        """
        self.left = nodes
        self.was_cut = False
        return self.attack(threes, 0)

    def loses(self, threes: int, nodes: int) -> int:
        """Return the plies in which every move of the side to move loses; 0 if not found."""
        self.left = nodes
        self.was_cut = False
        if self.board.tally[self.board.turn * THREATS + COMPLETES] > 0:
            return 0
        return self.defend(threes, 0)

    def threatens(self) -> int:
        """Return how many replies may stop the win by fours that passing would allow.

        They are in `moves`, and the win is the line; 0 if there is no such win.
        """
        self.board.pass_turn()
        plies = self.win_by_fours(0)
        self.board.pass_turn()
        return self.relevant(0) if plies > 0 else 0

    def attack(self, threes: int, ply: int) -> int:
        """Return the plies in which the side to move wins, or 0."""
        board = self.board
        self.left -= 1
        if self.left < 0 or ply >= _MOST_PLIES:
            return 0
        plies = self.win_by_fours(ply)
        if plies > 0:
            return plies
        if threes == 0:
            self.was_cut = True
            return 0
        place = board.hash & (_FAILED - 1)
        if self.failed[place] == board.hash and self.failed_threes[place] >= threes:
            self.was_cut = True
            return 0
        end = self.gather(ply)
        for number in range(ply * board.size, end):
            plies = self.tries(self.moves[number], threes, ply)
            if plies > 0:
                return plies
        if self.left > 0:
            self.failed[place] = board.hash
            self.failed_threes[place] = threes
        return 0

    def win_by_fours(self, ply: int) -> int:
        """Return the plies of a win by fours, which becomes the line of this ply, or 0."""
        if not self.fours.wins(_MOST_FOURS, _FOURS_NODES):
            return 0
        length = self.fours.length
        base = ply * 2 * _MOST_PLIES
        for number in range(length):
            self.lines[base + number] = self.fours.line[number]
        self.lengths[ply] = length
        board = self.board
        first = self.fours.line[0]
        if length == 1 and board.threats[board.turn * board.size + first] == COMPLETES:
            return 1
        return length + 2  # the last move leaves two squares on which to complete a line

    def gather(self, ply: int) -> int:
        """List the moves that make a four or a three; against a five, the one that stops it.

        Returns where the list ends.
        """
        board = self.board
        end = ply * board.size
        fives = board.tally[(1 - board.turn) * THREATS + COMPLETES]
        if fives == 1:
            self.moves[end] = board.find(1 - board.turn, COMPLETES)
            return end + 1
        if fives == 0:
            end = board.gather(MAKES_THREES, self.moves, end)
            end = board.gather(MAKES_THREE, self.moves, end)
            end = board.gather(MAKES_FOUR_AND_THREE, self.moves, end)
            end = board.gather(MAKES_FOUR, self.moves, end)
        return end

    def tries(self, move: int, threes: int, ply: int) -> int:
        """Return the plies in which a move wins, or 0."""
        board = self.board
        side = board.turn
        is_four = board.threats[side * board.size + move] >= MAKES_FOUR
        board.play(move)
        plies = self.defend(threes if is_four else threes - 1, ply + 1)
        board.undo()
        if plies == 0:
            return 0
        self.lead(move, ply)
        return plies + 1

    def lead(self, move: int, ply: int) -> None:
        """Put a move before the line of the next ply."""
        base = ply * 2 * _MOST_PLIES
        following = base + 2 * _MOST_PLIES
        length = min(self.lengths[ply + 1], 2 * _MOST_PLIES - 1)
        for number in range(length):
            self.lines[base + number + 1] = self.lines[following + number]
        self.lines[base] = move
        self.lengths[ply] = length + 1

    def defend(self, threes: int, ply: int) -> int:
        """Return the plies in which the side to move loses whatever it plays, or 0."""
        board = self.board
        side = board.turn
        own = side * THREATS
        other = THREATS - own
        if self.left < 0 or ply >= _MOST_PLIES or board.tally[own + COMPLETES] > 0:
            return 0
        if board.tally[other + COMPLETES] > 1:
            self.lengths[ply] = 0
            return 2
        if board.tally[other + COMPLETES] == 1:
            return self.answer(board.find(1 - side, COMPLETES), threes, ply, 0)
        board.pass_turn()
        threatened = self.win_by_fours(ply)
        board.pass_turn()
        if threatened == 0:
            return 0
        longest = 0
        base = ply * board.size
        end = base + self.relevant(ply)
        for number in range(base, end):
            plies = self.answer(self.moves[number], threes, ply, longest)
            if plies == 0:
                return 0
            longest = max(longest, plies)
        return max(longest, threatened + 1)

    def answer(self, reply: int, threes: int, ply: int, longest: int) -> int:
        """Return the plies in which a reply loses, or 0; its line is kept if it is longer."""
        self.board.play(reply)
        plies = self.attack(threes, ply + 1)
        self.board.undo()
        if plies == 0:
            return 0
        if plies + 1 > longest:
            self.lead(reply, ply)
        return plies + 1

    def relevant(self, ply: int) -> int:
        """List the replies that may stop the win by fours in the line of this ply."""
        board = self.board
        defender = board.turn
        attacker = 1 - defender
        base = ply * 2 * _MOST_PLIES
        end = base + self.lengths[ply]
        for square in range(board.size):
            self.is_relevant[square] = 0
        # The squares of the win, also those on which it completes a line.
        board.pass_turn()
        for place in range(base, end):
            self.is_relevant[self.lines[place]] = 1
            board.play(self.lines[place])
        for square in range(board.size):
            if board.threats[attacker * board.size + square] == COMPLETES:
                self.is_relevant[square] = 1
        for _ in range(self.lengths[ply]):
            board.undo()
        board.pass_turn()
        # Where the defender makes a four, if all the replies in the win were on the board.
        for place in range(base + 1, end, 2):
            board.play(self.lines[place])
            board.pass_turn()
        for square in range(board.size):
            if board.threats[defender * board.size + square] >= MAKES_FOUR:
                self.is_relevant[square] = 1
        for _ in range(self.lengths[ply] // 2):
            board.pass_turn()
            board.undo()
        count = 0
        base = ply * board.size
        for square in range(board.size):
            if self.is_relevant[square]:
                self.moves[base + count] = square
                count += 1
        return count
