"""Wins by fours: moves that each threaten a line, so that every reply to them is forced."""

from __future__ import annotations

from noughts.kernels.layout import cells

from .grid import Grid, lowest


class Fours:
    """Searches for them on one board; after success, `moves` has `count` moves of the maker."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.full = grid.full
        self.lines = grid.lines
        self.left = 0
        self.count = 0
        self.moves = cells("q", [0], grid.size)

    def wins(self, maker: int, breaker: int, blocked: int, nodes: int) -> bool:
        """True if the maker, to move, wins by fours; also False when the nodes run out.

        The maker cannot complete a line; the breaker can on at most one square, `blocked`.
        """
        self.left = nodes
        return self.search(maker, breaker, blocked, 0)

    def search(self, maker: int, breaker: int, blocked: int, ply: int) -> bool:
        """True if the maker wins by fours, some plies into the search."""
        self.left -= 1
        if self.left < 0:
            return False
        for number in range(self.lines.count):
            line = self.lines.at[number]
            if line & breaker == 0:
                second = line & ~maker
                first = second & (0 - second)
                second = second ^ first
                if second != 0 and second & (second - 1) == 0:
                    if blocked & ~first == 0 and self.plays(maker, breaker, first, second, ply):
                        return True
                    if blocked & ~second == 0 and self.plays(maker, breaker, second, first, ply):
                        return True
        return False

    def plays(self, maker: int, breaker: int, square: int, reply: int, ply: int) -> bool:
        """True if a move wins that threatens a line on the square of the forced reply."""
        move = lowest(square)
        maker = maker | square
        threats = self.grid.gained(maker, self.full & ~(maker | breaker), move)
        self.moves[ply] = move
        if threats & (threats - 1) != 0:
            self.count = ply + 1
            return True
        breaker = breaker | reply
        blocked = self.grid.gained(breaker, self.full & ~(maker | breaker), lowest(reply))
        if blocked & (blocked - 1) != 0:
            return False
        return self.search(maker, breaker, blocked, ply + 1)
