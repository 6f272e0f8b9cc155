"""The text of a certificate, written by playing through the strategy that a proof search found."""

from __future__ import annotations

from collections.abc import Callable

from noughts.core.errors import Unsolved
from noughts.kernels.layout import cells

from .grid import Words, lowest
from .proofs import ProofSearch

FOURS_NODES = 2_000  # for a win by fours, ten times what the search spends on one
SLICE = 4_096  # nodes at a time, where the search has to be repeated

_ZERO = ord("0")
_BETWEEN_PAUSES = 1 << 12  # positions


class StrategyWalk:
    """Writes `text`, from the empty board on; the maker begins.

    `pause` is called every few thousand positions: Python then hears Ctrl-C.
    """

    def __init__(self, search: ProofSearch, pause: Callable[[], object] = lambda: None) -> None:
        self.search = search
        self.grid = search.grid
        self.full = search.grid.full
        self.lines = search.grid.lines
        self.pairing = search.pairing
        self.pause = pause
        self.text = bytearray()
        self.seen: set[tuple[int, int]] = set()
        self.run = cells("q", [0], self.grid.size)  # of fours
        self.end = 0
        self.pairs = Words(self.grid.size)  # of the last leaf, which the checker remembers too
        self.count = 0
        self.bare = Words(self.lines.count)  # lines without a pair

    def win(self, maker: int, breaker: int, ahead: int) -> None:
        """The maker, who wins, is to move; `ahead` moves of a run of fours are left."""
        if ahead == 0:
            self.attack(maker, breaker)
            ahead = self.end
        one = 1
        move = one << self.run[self.end - ahead]
        self.write(move)
        maker = maker | move
        if self.grid.completing(maker ^ move, move) != 0 or not self.is_new(maker, breaker):
            return
        free = self.full & ~(maker | breaker)
        threats = self.grid.completing(maker, free)
        while free:
            reply = free & (0 - free)
            free = free ^ reply
            # Unless the reply blocks every threat, the maker completes a line next.
            if threats & ~reply == 0 and self.is_new(maker, breaker | reply):
                self.win(maker, breaker | reply, ahead - 1)

    def hold(self, maker: int, breaker: int) -> None:
        """The maker is to move, and the breaker keeps it from completing a line."""
        free = self.full & ~(maker | breaker)
        if free == 0:
            return
        if self.pairing.deficiency(maker, breaker, 1) == 0:
            self.write_leaf(free, breaker)
            return
        one = 1
        while free:
            move = free & (0 - free)
            free = free ^ move
            if self.is_new(maker | move, breaker) and maker | move | breaker != self.full:
                self.search.start(maker | move, breaker, False)
                reply = one << settling_move(self.search, False, self.pause)
                self.write(reply)
                has_line = self.grid.completing(breaker, reply) != 0
                if not has_line and self.is_new(maker | move, breaker | reply):
                    self.hold(maker | move, breaker | reply)

    def attack(self, maker: int, breaker: int) -> None:
        """Set `run` to a run of fours that wins, or to one winning move."""
        search = self.search
        search.start(maker, breaker, True)
        blocks = search.blocks.at[0]
        if (
            search.threats.at[0] == 0
            and blocks & (blocks - 1) == 0
            and search.fours.wins(maker, breaker, blocks, FOURS_NODES)
        ):
            self.end = search.fours.count
            for number in range(self.end):
                self.run[number] = search.fours.moves[number]
        else:
            self.run[0] = settling_move(search, True, self.pause)
            self.end = 1

    def write_leaf(self, free: int, breaker: int) -> None:
        """Write those found pairs that the pairs of the last leaf do not already replace."""
        fresh = 0
        left = free
        while True:
            kept = fresh  # and the pairs of the last leaf of which both squares are left
            for number in range(fresh, self.count):
                if self.pairs.at[number] & left == self.pairs.at[number]:
                    self.pairs.at[kept] = self.pairs.at[number]
                    kept += 1
            self.count = kept
            chosen = self.best_pair(breaker)
            if chosen == 0:
                break
            self.add(chosen, fresh)
            fresh += 1
            left = left & ~chosen
        self.text.append(ord("("))
        for number in range(fresh):
            self.write(self.pairs.at[number] & (0 - self.pairs.at[number]))
            self.write(self.pairs.at[number] & (self.pairs.at[number] - 1))
        self.text.append(ord(")"))

    def best_pair(self, breaker: int) -> int:
        """Return the pair of the pairing that most of the open lines without a pair hold, or 0."""
        bare = 0
        for number in range(self.lines.count):
            line = self.lines.at[number]
            if line & breaker == 0:
                place = 0
                while place < self.count and self.pairs.at[place] & ~line != 0:
                    place += 1
                if place == self.count:
                    self.bare.at[bare] = line
                    bare += 1
        chosen = 0
        most = 0
        for number in range(self.pairing.count):
            pair = self.pairing.pairs.at[number]
            held = 0
            for place in range(bare):
                if pair & ~self.bare.at[place] == 0:
                    held += 1
            if held > most or (held == most and held > 0 and pair > chosen):
                most = held
                chosen = pair
        return chosen

    def add(self, pair: int, fresh: int) -> None:
        """Add a pair to the `fresh` new ones, which come first and are sorted."""
        self.pairs.at[self.count] = self.pairs.at[fresh]
        self.count += 1
        while fresh > 0 and self.pairs.at[fresh - 1] > pair:
            self.pairs.at[fresh] = self.pairs.at[fresh - 1]
            fresh -= 1
        self.pairs.at[fresh] = pair

    def write(self, square: int) -> None:
        """Write a square, which is a set of one."""
        self.text.append(_ZERO + lowest(square))

    def is_new(self, maker: int, breaker: int) -> bool:
        """True if a position has not been seen in any orientation; from now on it has."""
        self.grid.canonical(maker, breaker)
        before = len(self.seen)
        self.seen.add((self.grid.maker, self.grid.breaker))
        if len(self.seen) == before:
            return False
        if before % _BETWEEN_PAUSES == 0:
            self.pause()
        return True


def settling_move(search: ProofSearch, won: bool, pause: Callable[[], object]) -> int:
    """Return the move of the position that `search` was given; raises Unsolved if there is none.

    What the search has dropped from its table is searched again.
    """
    move = search.choose()
    while move < 0:
        search.run(SLICE)
        if (search.disproof if won else search.proof) == 0:
            raise Unsolved("the strategy does not allow this position")
        pause()
        move = search.choose()
    return move
