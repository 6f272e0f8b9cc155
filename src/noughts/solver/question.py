"""Whether one side wins from a position: a search that can be saved and taken up again."""

from __future__ import annotations

from random import Random

from noughts.core.bits import Move
from noughts.core.errors import UnsupportedRules
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import symmetries
from noughts.kernels.grid import Grid, cells
from noughts.kernels.proofs import ProofSearch
from noughts.kernels.table import Table
from noughts.solver.exact import MOST_PROVED
from noughts.solver.proved import ProvedStrategy


class Question:
    """Does `maker` win from a position that is not over? `won` is None until that is proved."""

    def __init__(self, position: Position, maker: Mark, seed: int, entries: int) -> None:
        self.position = position
        self.maker = maker
        self.seed = seed
        rules = position.rules
        if rules.size > MOST_PROVED:
            raise UnsupportedRules(
                f"{rules} has {rules.size} squares: proofs are for boards of at most {MOST_PROVED}"
            )
        self._table = Table(entries)
        grid = Grid(rules, symmetries(rules.width, rules.height))
        self._search = ProofSearch(grid, self._table, cells("q", _order(rules, seed)))
        self._start()

    @property
    def won(self) -> bool | None:
        """What is proved."""
        if self.proof == 0:
            return True
        return False if self.disproof == 0 else None

    def advance(self, nodes: int) -> int:
        """Search on for so many nodes, and return how many it took."""
        self._start()  # whatever an interruption left
        before = self._search.nodes
        self._search.run(nodes)
        self._note()
        return self._search.nodes - before

    def line(self, plies: int) -> tuple[Move, ...]:
        """The moves that lead to what the search would look at next, so many at most."""
        position = self.position
        moves: list[Move] = []
        while len(moves) < plies and not position.is_over:
            self._set_up(position)
            moves.append(self._search.most_proving())
            position = position.play_unchecked(moves[-1])
        self._start()
        return tuple(moves)

    def most_proving(self, position: Position, work: int) -> Move | None:
        """The move to search next in a position, if at least so much work has gone into it.

        A position in which there is a line to block counts with the one move it has.
        """
        self._set_up(position)
        has_choice = self._search.threats[0] | self._search.blocks[0] == 0
        if has_choice and self._search.work < work:
            return None
        return self._search.most_proving()

    def is_settled(self, position: Position) -> bool:
        """Whether a position is proved won or held, or over."""
        if position.is_over:
            return True
        self._set_up(position)
        return self._search.proof == 0 or self._search.disproof == 0

    def tell(self, position: Position, proof: int, disproof: int, work: int) -> None:
        """Take numbers for those of a position, after so much work."""
        self._set_up(position)
        self._search.tell(proof, disproof, max(work, self._search.work))
        self._start()

    def double(self, position: Position) -> None:
        """Take a position for twice as hard."""
        self._set_up(position)
        self._search.double()
        self._start()

    def sum_up(self, position: Position, more: int) -> None:
        """Work out the numbers of a position from those of its moves, after so much more work."""
        self._set_up(position)
        self._search.sum_up(more)
        self._start()

    def gather(self, work: int) -> bytes:
        """What is known of positions into which so much work went, for `absorb` of another."""
        return self._table.gather(work).tobytes()

    def absorb(self, gathered: bytes) -> None:
        """Take over what is new, or settled."""
        if gathered:
            self._table.absorb(memoryview(gathered).cast("Q"))

    def strategy(self) -> ProvedStrategy:
        """How what is proved is done."""
        assert self.won is not None
        return ProvedStrategy(self._search, self.position, self.maker, self.won)

    @property
    def table(self) -> memoryview:
        """All that was learnt; to be looked at again once it is written over."""
        return self._table.words

    def look(self) -> None:
        """Find out what the table says."""
        self._start()

    def settle(self, *, won: bool) -> None:
        """Take an answer for proved that was proved before."""
        self.proof, self.disproof = (0, 1) if won else (1, 0)

    def _set_up(self, position: Position) -> None:
        own, other = position.marks(self.maker), position.marks(self.maker.other)
        self._search.start(own, other, position.turn is self.maker)

    def _start(self) -> None:
        self._set_up(self.position)
        self._note()

    def _note(self) -> None:
        self.proof, self.disproof = self._search.proof, self._search.disproof


def _order(rules: Rules, seed: int) -> list[Move]:
    """The squares on most lines first, those on as many by lot."""
    order = list(range(rules.size))
    Random(seed).shuffle(order)
    lines = rules.line_masks
    return sorted(order, key=lambda square: -sum(line >> square & 1 for line in lines))
