# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False, cdivision=True
"""Depth-first proof-number search (df-pn: Nagai, 2002) for whether one side completes a line.

That side is the maker, the other the breaker. A position is *won* if the maker completes a line
first, else *held*. Its proof number is the least number of unknown positions that would have to
turn out won to prove it won, its disproof number the same for held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.kernels.fours import Fours
from noughts.kernels.grid import cells
from noughts.kernels.pairing import Pairing
from noughts.kernels.words import lowest

if TYPE_CHECKING:
    from noughts.kernels.generator import Cells
    from noughts.kernels.grid import Grid
    from noughts.kernels.table import Table

INFINITE = 1 << 30
FOURS_NODES = 200
ENOUGH = 12


class ProofSearch:
    """One question: whether the maker wins; all that was learnt is in the table.

    In the weak game, the breaker's own lines count for nothing: where he holds it, he holds the
    real one. `order` has the squares, those to be tried first first.
    """

    def __init__(self, grid: Grid, table: Table, weak: bool, order: Cells) -> None:
        self.grid = grid
        self.table = table
        self.weak = weak
        self.full = grid.full
        self.pairing = Pairing(grid)
        self.fours = Fours(grid, weak)
        self.order = order
        self.moves = cells("q", [0] * 64 * 65)
        self.proofs = cells("q", [0] * 64 * 65)
        self.disproofs = cells("q", [0] * 64 * 65)
        self.zones = cells("Q", [0] * 64 * 65)
        self.nodes = 0
        self.until = 0
        self.proof = 1
        self.disproof = 1
        self.zone = 0

    def run(self, maker: int, breaker: int, makers: bool, nodes: int) -> None:
        """Search for so many nodes; leaves `proof` and `disproof`, 0 for won and for held."""
        empty = self.full & ~(maker | breaker)
        threats = self.grid.completing(maker, empty)
        blocked = 0 if self.weak else self.grid.completing(breaker, empty)
        self.until = self.nodes + nodes
        self.look(maker, breaker, threats, blocked, makers)
        if self.proof != 0 and self.disproof != 0:
            self.descend(maker, breaker, threats, blocked, makers, INFINITE, INFINITE, 0)

    def look(self, maker: int, breaker: int, threats: int, blocked: int, makers: bool) -> None:
        """Leave what is known of a position in `proof`, `disproof` and `zone`."""
        self.zone = 0
        first = threats if makers else blocked
        if first != 0:
            self.settle(makers)
            return
        second = blocked if makers else threats
        if second & (second - 1) != 0:
            self.settle(not makers)
            return
        empty = self.full & ~(maker | breaker)
        if empty == 0:
            self.settle(False)
            return
        if second != 0:
            self.force(maker, breaker, second, makers)
            return
        if self.weak:
            live = self.grid.open_squares(breaker)
            maker = maker & live
            breaker = self.full & ~(maker | (live & empty))
        if not self.recall(maker, breaker, makers):
            self.estimate(maker, breaker, makers)

    def settle(self, won: bool) -> None:
        """Leave that a position is won or held."""
        self.proof = 0 if won else INFINITE
        self.disproof = INFINITE if won else 0

    def force(self, maker: int, breaker: int, square: int, makers: bool) -> None:
        """Look at the position after the only move."""
        move = lowest(square)
        if makers:
            maker = maker | square
            empty = self.full & ~(maker | breaker)
            self.look(maker, breaker, self.grid.gained(maker, empty, move), 0, False)
        else:
            breaker = breaker | square
            empty = self.full & ~(maker | breaker)
            blocked = 0 if self.weak else self.grid.gained(breaker, empty, move)
            self.look(maker, breaker, 0, blocked, True)
        self.zone = self.zone | square

    def recall(self, maker: int, breaker: int, makers: bool) -> bool:
        """Leave what the table has of a position, if anything."""
        self.grid.canonical(maker, breaker)
        if not self.table.recall(self.grid.maker, self.grid.breaker, makers):
            return False
        self.proof = self.table.proof
        self.disproof = self.table.disproof
        self.zone = self.grid.image(self.table.zone, self.grid.inverses[self.grid.symmetry])
        return True

    def keep(self, maker: int, breaker: int, makers: bool, work: int) -> None:
        """Store what is left in `proof`, `disproof` and `zone`."""
        self.grid.canonical(maker, breaker)
        self.table.keep(
            self.grid.maker,
            self.grid.breaker,
            makers,
            self.proof,
            self.disproof,
            self.grid.image(self.zone, self.grid.symmetry),
            work,
        )

    def estimate(self, maker: int, breaker: int, makers: bool) -> None:
        """Leave what a position looks like."""
        lacking = self.pairing.deficiency(maker, breaker, ENOUGH)
        if lacking <= 0:
            self.settle(False)
            self.zone = self.pairing.pairs
            return
        if makers:
            if self.fours.wins(maker, breaker, 0, FOURS_NODES):
                self.settle(True)
                return
            self.proof = 1
            self.disproof = 1 + lacking * lacking // 2
        else:
            lacking = max(lacking - 2, 0)
            self.proof = 1
            self.disproof = 1 + lacking * lacking // 2

    def descend(
        self,
        maker: int,
        breaker: int,
        threats: int,
        blocked: int,
        makers: bool,
        proof_limit: int,
        disproof_limit: int,
        ply: int,
    ) -> None:
        """Search a position until a number reaches its limit or the nodes are used up."""
        self.nodes += 1
        began = self.nodes
        empty = self.full & ~(maker | breaker)
        moves = blocked if makers else threats
        if self.weak and moves == 0:
            live = self.grid.open_squares(breaker)
            maker = maker & live
            empty = empty & live
            breaker = self.full & ~(maker | empty)
        forced = moves != 0
        if not forced:
            moves = empty
        base = ply * 64
        count = self.expand(maker, breaker, threats, blocked, makers, moves, base)
        while True:
            best = self.weigh(makers, empty, base, count)
            if (
                self.proof == 0
                or self.disproof == 0
                or self.proof >= proof_limit
                or self.disproof >= disproof_limit
                or self.nodes >= self.until
            ):
                break
            self.follow(
                maker, breaker, threats, blocked, makers, proof_limit, disproof_limit, ply, best
            )
        if not forced:
            self.keep(maker, breaker, makers, self.nodes - began + 1)
        elif not makers:
            self.zone = self.zone | moves

    def expand(
        self,
        maker: int,
        breaker: int,
        threats: int,
        blocked: int,
        makers: bool,
        moves: int,
        base: int,
    ) -> int:
        """Look at the position after each of the moves; how many there are.

        Stops at a move that settles the position, and leaves that alone.
        """
        count = 0
        one = 1
        for number in range(self.order.shape[0]):
            square = one << self.order[number]
            if moves & square:
                self.play(maker, breaker, threats, blocked, makers, self.order[number])
                self.look(
                    self.next_maker,
                    self.next_breaker,
                    self.next_threats,
                    self.next_blocked,
                    not makers,
                )
                self.moves[base + count] = self.order[number]
                self.proofs[base + count] = self.proof
                self.disproofs[base + count] = self.disproof
                self.zones[base + count] = self.zone
                if (self.proof if makers else self.disproof) == 0:
                    self.moves[base] = self.moves[base + count]
                    self.proofs[base] = self.proof
                    self.disproofs[base] = self.disproof
                    self.zones[base] = self.zone
                    return 1
                count += 1
        return count

    def play(
        self, maker: int, breaker: int, threats: int, blocked: int, makers: bool, move: int
    ) -> None:
        """Leave the position after a move, and the squares that then complete lines."""
        one = 1
        square = one << move
        if makers:
            maker = maker | square
            empty = self.full & ~(maker | breaker)
            self.next_threats = self.grid.gained(maker, empty, move)
            self.next_blocked = blocked & ~square
        else:
            breaker = breaker | square
            empty = self.full & ~(maker | breaker)
            self.next_blocked = 0 if self.weak else self.grid.gained(breaker, empty, move)
            self.next_threats = threats & ~square
        self.next_maker = maker
        self.next_breaker = breaker

    def weigh(self, makers: bool, empty: int, base: int, count: int) -> int:
        """Leave the numbers of a position in `proof` and so on; the move to search next.

        The thresholds for that move come from the second best and from the sum of the others.
        """
        if makers:
            return self.weigh_makers(empty, base, count)
        return self.weigh_breakers(base, count)

    def weigh_breakers(self, base: int, count: int) -> int:
        """Of the breaker's moves one has to hold."""
        best = base
        second = INFINITE
        total = 0
        most = 0
        unknown = 0
        for place in range(base, base + count):
            if self.disproofs[place] < self.disproofs[best]:
                second = self.disproofs[best]
                best = place
            elif place != best and self.disproofs[place] < second:
                second = self.disproofs[place]
            total += self.proofs[place]
            most = max(most, self.proofs[place])
            if self.proofs[place] != 0:
                unknown += 1
        self.disproof = self.disproofs[best]
        self.second = second
        one = 1
        if self.disproof == 0:
            self.proof = INFINITE
            self.zone = self.zones[best] | (one << self.moves[best])
        else:
            self.proof = min(most + unknown - 1 if unknown else 0, INFINITE - 1)
        return best

    def weigh_makers(self, empty: int, base: int, count: int) -> int:
        """Of the maker's moves one has to win; those outside the zone of one that fails fail."""
        must = empty
        one = 1
        if self.weak:
            for place in range(base, base + count):
                if self.disproofs[place] == 0:
                    must = must & self.zones[place] 
        best = -1
        second = INFINITE
        most = 0
        unknown = 0
        for place in range(base, base + count):
            if self.disproofs[place] != 0 and must & (one << self.moves[place]):
                if best < 0:
                    best = place
                elif self.proofs[place] < self.proofs[best]:
                    second = self.proofs[best]
                    best = place
                elif self.proofs[place] < second:
                    second = self.proofs[place]
                most = max(most, self.disproofs[place])
                unknown += 1
        self.second = second
        if best < 0:
            self.settle(False)
            self.zone = self.weak_zone(empty, base, count)
            return base
        self.proof = self.proofs[best]
        self.disproof = INFINITE if self.proof == 0 else min(most + unknown - 1, INFINITE - 1)
        return best

    def weak_zone(self, empty: int, base: int, count: int) -> int:
        """The squares that the breaker needs, of all answers to the maker's moves."""
        zone = 0
        one = 1
        must = empty
        while True:
            best = -1
            for place in range(base, base + count):
                if self.disproofs[place] == 0 and must & (one << self.moves[place]):
                    best = place
                    break
            if best < 0:
                return zone
            zone = zone | self.zones[best]
            must = must & self.zones[best] & ~(one << self.moves[best])

    def follow(
        self,
        maker: int,
        breaker: int,
        threats: int,
        blocked: int,
        makers: bool,
        proof_limit: int,
        disproof_limit: int,
        ply: int,
        best: int,
    ) -> None:
        """Search the best move within its limits, and write down what comes out."""
        if makers:
            proof_limit = min(proof_limit, self.second + 1 + self.second // 4)
            disproof_limit = disproof_limit - self.disproof + self.disproofs[best]
        else:
            disproof_limit = min(disproof_limit, self.second + 1 + self.second // 4)
            proof_limit = proof_limit - self.proof + self.proofs[best]
        self.play(maker, breaker, threats, blocked, makers, self.moves[best])
        self.descend(
            self.next_maker,
            self.next_breaker,
            self.next_threats,
            self.next_blocked,
            not makers,
            proof_limit,
            disproof_limit,
            ply + 1,
        )
        self.proofs[best] = self.proof
        self.disproofs[best] = self.disproof
        self.zones[best] = self.zone
