"""The search for a strategy of X that wins in a part S of a board, with O's stones anywhere.

Depth-first proof-number search (Nagai, 2002). Where X threatens nothing at once, O's moves are few:
first a loose stone, which touches nothing, and once X's win after it is proved, the squares on
which a stone could harm that win. `noughts.verifiers.verify_wins` says why that is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

from noughts.core import Rules, squares
from noughts.core.errors import Unsolved
from noughts.kernels.grid import Grid
from noughts.kernels.pairing import Pairing
from noughts.wording.grammar import counted

State = tuple[int, int, int, bool]  # X's stones, O's known ones, how many are loose, X to move
LOOSE = 0  # the move of O that touches nothing
_NEVER = 1 << 40
_ENOUGH = 12  # missing squares of a pairing, from which on a bound is enough
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
_AROUND = 24  # squares on each side of S


class Plane:
    """The lines of k around S; on a strip, there is nothing above or below S."""

    def __init__(self, rules: Rules, *, is_strip: bool) -> None:
        self.rules = rules
        self.stride = rules.width + 2 * _AROUND
        self.rows = range(rules.height) if is_strip else range(-_AROUND, rules.height + _AROUND)
        self.inside = [
            self.bit(column, row) for row in range(rules.height) for column in range(rules.width)
        ]
        own = sum(self.inside)
        self.through = cache(self._through)
        lines = {line for bit in self.inside for line in self.through(bit)}
        self.lines = sorted(line for line in lines if line & own == line)

    def bit(self, column: int, row: int) -> int:
        """Return the bit of a square; S begins at (0, 0)."""
        return 1 << (row + _AROUND) * self.stride + column + _AROUND

    def square(self, bit: int) -> tuple[int, int]:
        """Return the column and row of a bit."""
        row, column = divmod(bit.bit_length() - 1, self.stride)
        return column - _AROUND, row - _AROUND

    def _through(self, bit: int) -> tuple[int, ...]:
        x, y = self.square(bit)
        k = self.rules.k
        starts = [(x - i * dx, y - i * dy, dx, dy) for dx, dy in _STEPS for i in range(k)]
        runs = [[(a + i * dx, b + i * dy) for i in range(k)] for a, b, dx, dy in starts]
        inner = [run for run in runs if all(row in self.rows for _, row in run)]
        return tuple(sum(self.bit(*square) for square in run) for run in inner)

    def eccentricity(self, bit: int) -> int:
        """Return the distance of a square from the middle of S."""
        column, row = self.square(bit)
        return (2 * column + 1 - self.rules.width) ** 2 + (2 * row + 1 - self.rules.height) ** 2

    def on_board(self, crosses: int, noughts: int) -> tuple[int, int]:
        """Return the stones in S as sets of squares of a board."""
        numbers = list(enumerate(self.inside))
        xs = sum(1 << at for at, bit in numbers if crosses & bit)
        return xs, sum(1 << at for at, bit in numbers if noughts & bit)

    def has_line(self, crosses: int) -> bool:
        """True if X has a line in S."""
        return any(line & crosses == line for line in self.lines)

    def completing(self, crosses: int, noughts: int) -> list[int]:
        """Return the squares on which X completes a line in S, in ascending order."""
        lacks = {line & ~crosses for line in self.lines if not line & noughts}
        return sorted(lack for lack in lacks if lack and lack & (lack - 1) == 0)

    def lacks(self, crosses: int, noughts: int, loose: int) -> set[int]:
        """Return what O's lines lack, those that a move and the loose stones can complete."""
        return {
            line & ~noughts
            for stone in bits(noughts)
            for line in self.through(stone)
            if not line & crosses and (line & ~noughts).bit_count() <= loose + 1
        }


def bits(stones: int) -> list[int]:
    """Return the bits of a set, in ascending order."""
    return [1 << at for at in squares(stones)]


@dataclass(frozen=True, slots=True)
class Node:
    """Proof and disproof numbers; once X's win is proved, its move and the zone."""

    proof: int
    disproof: int
    zone: int = 0
    move: int = 0

    @property
    def is_settled(self) -> bool:
        """True if X's win is proved or disproved."""
        return self.proof == 0 or self.disproof == 0


_HELD = Node(_NEVER, 0)


class Search:
    """X's win at k in S; `limit` is in nodes."""

    def __init__(self, rules: Rules, *, is_strip: bool, limit: int) -> None:
        self.plane = Plane(rules, is_strip=is_strip)
        self.k = rules.k
        self.pairing = Pairing(Grid(rules, ()))
        self.order = sorted(self.plane.inside, key=self.plane.eccentricity)
        self.table: dict[State, Node] = {}
        self.nodes, self.limit = 0, limit

    def strategy(self) -> str:
        """Return X's moves in the order in which the checker reads them; raises Unsolved."""
        start = (0, 0, 0, True)
        if self.search(start, _NEVER, _NEVER).proof != 0:
            nodes = counted(self.nodes, "node")
            raise Unsolved(f"no win was found in {self.plane.rules} with {nodes}")
        seen: set[State] = set()
        return "".join(chr(48 + self.plane.inside.index(move)) for move in self.moves(start, seen))

    def moves(self, state: State, seen: set[State]) -> Iterator[int]:
        """Yield X's moves in the order of the walk, from a proved position with X to move."""
        move = self.look(state).move
        yield move
        after = play(state, move)
        if after in seen or self.plane.has_line(after[0]):
            return
        seen.add(after)
        if len(self.plane.completing(after[0], after[1])) < 2:
            for reply in self.replies(after):
                yield from self.moves(play(after, reply), seen)

    def replies(self, state: State) -> list[int]:
        """Return O's moves in the order of the walk; those after the first follow from its zone."""
        crosses, noughts, _, _ = state
        forced = self.plane.completing(crosses, noughts)
        if forced:
            return forced
        default = self.look(play(state, LOOSE))
        zone = bits(default.zone & ~(crosses | noughts)) if default.proof == 0 else []
        return [LOOSE, *zone]

    def look(self, state: State) -> Node:
        """Hold what is known of a position."""
        entry = self.table.get(state)
        return self.estimate(state) if entry is None else entry

    def estimate(self, state: State) -> Node:
        """Settle a position at once, or estimate how far it is from that."""
        crosses, noughts, loose, is_x = state
        winning = self.plane.completing(crosses, noughts)
        if is_x and winning:
            return Node(0, _NEVER, winning[0], winning[0])
        if self.plane.has_line(crosses):
            return Node(0, _NEVER)
        lacks = self.plane.lacks(crosses, noughts, loose)
        if loose > self.k - 2 or self.is_lost(lacks, is_x):
            return _HELD
        if not is_x and len(winning) > 1:
            return Node(0, _NEVER, reduce(or_, lacks, sum(winning[:2])))
        maker, breaker = self.plane.on_board(crosses, noughts)
        lacking = self.pairing.deficiency(maker, breaker, _ENOUGH)
        if lacking == 0:
            return _HELD
        lacking = lacking if is_x or winning else max(lacking - 2, 0)
        return Node(1, 1 + lacking * lacking // 2)

    def is_lost(self, lacks: set[int], is_x: bool) -> bool:
        """True if O completes a line at once, or threatens one that X cannot hold in S."""
        alone = {lack for lack in lacks if lack & (lack - 1) == 0}
        held = len(alone) == 1 and all(lack in self.plane.inside for lack in alone)
        return bool(alone) and not (is_x and held)

    def search(self, state: State, proof: int, disproof: int) -> Node:
        """Search a position until it is settled or a number reaches its limit."""
        self.nodes += 1
        numbers = self.estimate(state)
        while not numbers.is_settled:
            moves = self.candidates(state) if state[3] else self.replies(state)
            children = [self.look(play(state, move)) for move in moves]
            numbers, best, second = _numbers(children, is_x=state[3])
            if numbers.proof == 0:
                numbers = self.proved(state, moves, children, best)
            if numbers.is_settled or numbers.proof >= proof or numbers.disproof >= disproof:
                break
            if self.nodes >= self.limit:
                break
            child, more = children[best], second + 1 + second // 4
            limits = (
                (min(proof, more), disproof - numbers.disproof + child.disproof)
                if state[3]
                else (proof - numbers.proof + child.proof, min(disproof, more))
            )
            self.search(play(state, moves[best]), *limits)
        self.table[state] = numbers
        return numbers

    def candidates(self, state: State) -> list[int]:
        """Return X's moves: the squares of S, or the one that O threatens to take."""
        crosses, noughts, loose, _ = state
        lacks = self.plane.lacks(crosses, noughts, loose)
        forced = [lack for lack in lacks if lack & (lack - 1) == 0]
        return forced or [bit for bit in self.order if not bit & (crosses | noughts)]

    def proved(self, state: State, moves: list[int], children: list[Node], best: int) -> Node:
        """Return a position that X is now proved to win, with its zone."""
        crosses, noughts, loose, is_x = state
        if is_x:
            return Node(0, _NEVER, children[best].zone | moves[best], moves[best])
        zone = reduce(or_, self.plane.lacks(crosses, noughts, loose), 0)
        for move, child in zip(moves, children, strict=True):
            zone |= move | child.zone if moves[0] else child.zone
        return Node(0, _NEVER, zone)


def play(state: State, move: int) -> State:
    """Return the position after a move."""
    crosses, noughts, loose, is_x = state
    if is_x:
        return crosses | move, noughts, loose, False
    return crosses, noughts | move, loose + (move == LOOSE), True


def _numbers(children: list[Node], *, is_x: bool) -> tuple[Node, int, int]:
    """Return a position's numbers, the best move of the side to move, and the next best number."""
    own = [child.proof if is_x else child.disproof for child in children]
    other = [child.disproof if is_x else child.proof for child in children]
    order = sorted(range(len(own)), key=own.__getitem__)
    least, second = own[order[0]], own[order[1]] if len(order) > 1 else _NEVER
    hard = _NEVER
    if least and max(other) < hard:  # half of how many others are open: sums count work twice
        hard = max(other) + max(sum(map(bool, other)) - 1, 0) // 2
    return Node(least, hard) if is_x else Node(hard, least), order[0], second
