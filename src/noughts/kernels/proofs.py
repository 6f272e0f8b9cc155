# cython: cdivision=True
"""Depth-first proof-number search (df-pn: Nagai, 2002): whether one side completes a line.

That side is the maker, the other the breaker. A position is *won* if the maker completes a line
first, otherwise *held*. Its proof number is roughly how many unknown positions must turn out won
to prove it won, its disproof number how many must turn out held; 0 means that it is proved.
"""

from __future__ import annotations

from noughts.kernels.layout import cells

from .grid import Grid, Words, lowest
from .pairing import Pairing
from .table import Table

INFINITE = 1 << 30  # as in the table
FOURS_NODES = 200
ENOUGH = 12  # missing squares of a pairing, from which on a bound is enough
AHEAD = 6  # missing squares up to which the breaker's replies are tried


class Fours:
    """Searches for wins by fours: moves that each threaten a line, so that every reply is forced.

    After success, `moves` has `count` moves of the maker.
    """

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


class ProofSearch:
    """Finds out whether the maker wins from the position given to `start`; results go to the table.

    `order` has the squares in the order in which they are tried. For each ply the stack holds the
    marks of both sides, the empty squares that complete a line for the maker (`threats`) and for
    the breaker (`blocks`), whether it is the maker's turn, and the numbers of each move.
    """

    def __init__(self, grid: Grid, table: Table, order: memoryview[int]) -> None:
        self.grid = grid
        self.table = table
        self.full = grid.full
        self.pairing = Pairing(grid)
        self.fours = Fours(grid)
        self.order = order
        self.row = grid.size  # the most moves in a position
        plies = grid.size + 2  # those of a full game, the last position and a spare
        self.maker, self.breaker, self.threats, self.blocks = (Words(plies) for _ in range(4))
        self.turns = cells("q", [0], plies)
        self.moves, self.proofs, self.disproofs = (
            cells("q", [0], self.row * plies) for _ in range(3)
        )
        self.killers = cells("q", [0], 2 * plies)  # the replies that held last, for each ply
        self.nodes = self.until = 0
        self.proof = self.disproof = 1
        self.work = 0
        self.second = 0
        self.proof_limit = self.disproof_limit = INFINITE

    def start(self, maker: int, breaker: int, makers: bool) -> None:
        """Set up a position without lines, and look up its numbers."""
        empty = self.full & ~(maker | breaker)
        self.maker.at[0] = maker
        self.breaker.at[0] = breaker
        self.threats.at[0] = self.grid.completing(maker, empty)
        self.blocks.at[0] = self.grid.completing(breaker, empty)
        self.turns[0] = makers
        self.look(0, True)

    def run(self, nodes: int, proof_limit: int = INFINITE, disproof_limit: int = INFINITE) -> None:
        """Search for `nodes` more nodes, or until a number reaches its limit.

        Sets `proof` and `disproof` of the position. If it is already settled, this makes sure that
        a move that settles it is known.
        """
        self.until = self.nodes + nodes
        if self.own(0) != 0:
            self.settle(self.turns[0] != 0)
        else:
            self.descend(0, proof_limit, disproof_limit)

    def choose(self) -> int:
        """Return the move with a known result for the side to move and the least work, or -1."""
        if self.own(0) != 0:
            return lowest(self.own(0))
        found = -1
        if self.work > 1:  # the search looked at all moves, and none was settled at a glance
            found = self.settled_move(False)
        return found if found >= 0 else self.settled_move(True)

    def settled_move(self, estimates: bool) -> int:
        """Such a move, if no line can be completed; without estimates only the table is asked."""
        found = -1
        least = 0
        makers = self.turns[0]
        moves = self.candidates(0)
        one = 1
        for number in range(len(self.order)):
            if moves & (one << self.order[number]):
                self.play(0, self.order[number])
                self.look(1, estimates)
                settled = (self.proof if makers else self.disproof) == 0
                if settled and (found < 0 or self.work < least):
                    found = self.order[number]
                    least = self.work
                    if least == 0:
                        break
        return found

    def most_proving(self) -> int:
        """Return the move to search next, or any if all are settled; sums up the moves' numbers."""
        if self.own(0) != 0:
            return lowest(self.own(0))
        self.expand(0)
        best = self.weigh(0, self.count)
        self.limit(0, best, self.proof_limit, self.disproof_limit)
        return self.moves[best]

    def tell(self, proof: int, disproof: int, work: int) -> None:
        """Store numbers for the current position, or the one after a forced block."""
        self.proof = proof
        self.disproof = disproof
        if self.threats.at[0] | self.blocks.at[0] == 0:
            self.keep(0, work)

    def look(self, ply: int, estimates: bool) -> None:
        """Set `proof`, `disproof` and `work` of a position, to 1, 1, 0 if it is not known.

        With `estimates`, those replace the ones.
        """
        other = self.other(ply)
        self.work = 0
        if self.own(ply) != 0:
            self.settle(self.turns[ply] != 0)
        elif other & (other - 1) != 0:
            self.settle(self.turns[ply] == 0)
        elif self.maker.at[ply] | self.breaker.at[ply] == self.full:
            self.settle(False)
        elif other != 0:
            self.play(ply, lowest(other))
            self.look(ply + 1, estimates)
        elif not self.recall(ply):
            self.proof = self.disproof = 1
            if estimates:
                self.estimate(ply)

    def settle(self, won: bool) -> None:
        """Set the numbers of a position that is won or held."""
        self.proof = 0 if won else INFINITE
        self.disproof = INFINITE if won else 0

    def recall(self, ply: int) -> bool:
        """Set the numbers of a position from the table, if it is there."""
        self.grid.canonical(self.maker.at[ply], self.breaker.at[ply])
        if not self.table.recall(self.grid.maker, self.grid.breaker, self.turns[ply] != 0):
            return False
        self.proof = self.table.proof
        self.disproof = self.table.disproof
        self.work = self.table.work
        return True

    def keep(self, ply: int, work: int) -> None:
        """Store `proof` and `disproof` in the table."""
        self.grid.canonical(self.maker.at[ply], self.breaker.at[ply])
        self.table.keep(
            self.grid.maker,
            self.grid.breaker,
            self.turns[ply] != 0,
            self.proof,
            self.disproof,
            work,
        )

    def estimate(self, ply: int) -> None:
        """Set the numbers of a position in which neither side has to block.

        They prove it if a pairing or a sequence of fours does. Else they are an estimate: the more
        squares a pairing lacks, the farther the position is from held.
        """
        lacking = self.pairing.deficiency(self.maker.at[ply], self.breaker.at[ply], ENOUGH)
        if lacking == 0:
            self.settle(False)
            return
        if self.turns[ply]:
            if self.fours.wins(self.maker.at[ply], self.breaker.at[ply], 0, FOURS_NODES):
                self.settle(True)
                return
        elif lacking <= AHEAD:
            lacking = self.answer(ply, lacking)
            if lacking == 0:
                self.settle(False)
                return
        else:
            lacking -= 2  # the breaker's move makes up for about two
        # Nodes to the proof with a quarter of the cube: 94,000 on 8×7:5, over a million on 9×4:4;
        # with half the square: over 300,000 on 8×7:5, 258,000 on 9×4:4.
        square = lacking * lacking
        self.proof = 1
        self.disproof = 1 + (square * lacking // 4 if self.grid.k > 4 else square // 2)

    def answer(self, ply: int, lacking: int) -> int:
        """Return what a pairing lacks after the breaker's best reply on one of the crowded squares.

        The two replies that held last at this ply come first.
        """
        crowded = self.pairing.crowded
        one = 1
        for place in range(2 * ply, 2 * ply + 2):
            square = one << self.killers[place]
            if crowded & square != 0:
                crowded = crowded & ~square
                lacking = min(lacking, self.after(ply, square))
        for number in range(len(self.order)):
            if lacking == 0:
                break
            square = one << self.order[number]
            if crowded & square != 0:
                lacking = min(lacking, self.after(ply, square))
                if lacking == 0:
                    self.killers[2 * ply + 1] = self.killers[2 * ply]
                    self.killers[2 * ply] = self.order[number]
        return lacking

    def after(self, ply: int, reply: int) -> int:
        """Return what a pairing lacks after a reply of the breaker."""
        return self.pairing.deficiency(self.maker.at[ply], self.breaker.at[ply] | reply, ENOUGH)

    def descend(self, ply: int, proof_limit: int, disproof_limit: int) -> None:
        """Search a position until a number reaches its limit or the nodes are used up."""
        self.nodes += 1
        began = self.nodes
        # The work of all visits: by that of the last alone, what others found out looked older than
        # it was, and 8×7:5 with seed 0 took two workers 375,000 nodes in place of 109,000.
        earlier = self.work if self.recall(ply) else 0
        self.expand(ply)
        count = self.count
        while True:
            best = self.weigh(ply, count)
            if (
                self.proof == 0
                or self.disproof == 0
                or self.proof >= proof_limit
                or self.disproof >= disproof_limit
                or self.nodes >= self.until
            ):
                break
            self.limit(ply, best, proof_limit, disproof_limit)
            self.play(ply, self.moves[best])
            self.descend(ply + 1, self.proof_limit, self.disproof_limit)
            self.proofs[best] = self.proof
            self.disproofs[best] = self.disproof
        if self.threats.at[ply] | self.blocks.at[ply] == 0:  # otherwise its only move was followed
            self.keep(ply, earlier + self.nodes - began + 1)

    def own(self, ply: int) -> int:
        """Return the squares on which the side to move completes a line."""
        return self.threats.at[ply] if self.turns[ply] else self.blocks.at[ply]

    def other(self, ply: int) -> int:
        """Return the squares on which the other side would complete a line."""
        return self.blocks.at[ply] if self.turns[ply] else self.threats.at[ply]

    def candidates(self, ply: int) -> int:
        """Return the moves to search if no line can be completed: only the block, if any."""
        other = self.other(ply)
        if other != 0:
            return other & (0 - other)
        return self.full & ~(self.maker.at[ply] | self.breaker.at[ply])

    def expand(self, ply: int) -> None:
        """Look up the position after each of the moves to search, and count them in `count`.

        Stops at a move that settles the position, and then keeps only that move.
        """
        makers = self.turns[ply]
        moves = self.candidates(ply)
        base = ply * self.row
        one = 1
        self.count = 0
        for number in range(len(self.order)):
            if moves & (one << self.order[number]):
                self.play(ply, self.order[number])
                self.look(ply + 1, True)
                settled = (self.proof if makers else self.disproof) == 0
                place = base if settled else base + self.count
                self.moves[place] = self.order[number]
                self.proofs[place] = self.proof
                self.disproofs[place] = self.disproof
                if settled:
                    self.count = 1
                    return
                self.count += 1

    def play(self, ply: int, move: int) -> None:
        """Put the position after a move on the stack."""
        one = 1
        square = one << move
        maker = self.maker.at[ply]
        breaker = self.breaker.at[ply]
        threats = self.threats.at[ply] & ~square
        blocks = self.blocks.at[ply] & ~square
        if self.turns[ply]:
            maker = maker | square
            threats = threats | self.grid.gained(maker, self.full & ~(maker | breaker), move)
        else:
            breaker = breaker | square
            blocks = blocks | self.grid.gained(breaker, self.full & ~(maker | breaker), move)
        ply += 1
        self.maker.at[ply] = maker
        self.breaker.at[ply] = breaker
        self.threats.at[ply] = threats
        self.blocks.at[ply] = blocks
        self.turns[ply] = 1 - self.turns[ply - 1]

    def weigh(self, ply: int, count: int) -> int:
        """Set `proof`, `disproof` and `second` from the moves; returns the index of the best move.

        For the side to move, one move has to succeed, so the least number counts; `second` is the
        least but one. For the other side all moves have to; the largest number counts, plus 1 for
        every other move that is not settled. A sum would count what the positions have in common
        many times.
        """
        makers = self.turns[ply]
        base = ply * self.row
        best = base
        least = 2 * INFINITE
        most = 0
        unknown = 0
        self.second = INFINITE
        for place in range(base, base + count):
            own = self.proofs[place] if makers else self.disproofs[place]
            other = self.disproofs[place] if makers else self.proofs[place]
            if own < least:
                self.second = min(least, INFINITE)
                least = own
                best = place
            elif own < self.second:
                self.second = own
            if other != 0:
                most = max(most, other)
                unknown += 1
        if least == 0:
            most = INFINITE
        elif unknown == 0:
            most = 0
        else:
            most = min(most + unknown - 1, INFINITE - 1)
        self.proof = least if makers else most
        self.disproof = most if makers else least
        return best

    def limit(self, ply: int, best: int, proof_limit: int, disproof_limit: int) -> None:
        """Set the limits of the position after the best move, from those of the position before.

        It may exceed the second best by a quarter, which keeps the search from switching often.
        """
        second = self.second + 1 + self.second // 4
        if self.turns[ply]:
            self.proof_limit = min(proof_limit, second)
            self.disproof_limit = disproof_limit - self.disproof + self.disproofs[best]
        else:
            self.disproof_limit = min(disproof_limit, second)
            self.proof_limit = proof_limit - self.proof + self.proofs[best]
