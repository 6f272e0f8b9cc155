"""Whether one side wins from a position: a search that can be saved and resumed."""

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
    """Whether `maker` wins from an unfinished position; `won` is None until that is proved."""

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
        """Whether the maker wins; None while that is open."""
        if self.proof == 0:
            return True
        return False if self.disproof == 0 else None

    def advance(self, nodes: int) -> int:
        """Search for at most `nodes` more nodes, and return how many it took."""
        self._start()  # an interruption may have left another position
        before = self._search.nodes
        self._search.run(nodes)
        self._note()
        return self._search.nodes - before

    def line(self, plies: int) -> tuple[Move, ...]:
        """The first moves, at most `plies`, to the position that is searched next."""
        position = self.position
        moves: list[Move] = []
        while len(moves) < plies and not position.is_over:
            self._set_up(position)
            moves.append(self._search.most_proving())
            position = position.play_unchecked(moves[-1])
        self._start()
        return tuple(moves)

    def most_proving(self, position: Position, work: int) -> Move | None:
        """The move to search next in a position, if it has had at least this much work.

        A position with a line to block has only one move, and needs no work first.
        """
        self._set_up(position)
        has_choice = self._search.threats[0] | self._search.blocks[0] == 0
        if has_choice and self._search.work < work:
            return None
        return self._search.most_proving()

    def is_settled(self, position: Position) -> bool:
        """Whether a position is over, or proved won or held."""
        if position.is_over:
            return True
        self._set_up(position)
        return self._search.proof == 0 or self._search.disproof == 0

    def record(self, position: Position, proof: int, disproof: int, work: int) -> None:
        """Set the numbers of a position, found with this much work."""
        self._set_up(position)
        self._search.tell(proof, disproof, max(work, self._search.work))
        self._start()

    def double(self, position: Position) -> None:
        """Count a position as twice as hard."""
        self._set_up(position)
        self._search.double()
        self._start()

    def sum_up(self, position: Position, more: int) -> None:
        """Update the numbers of a position from those of its moves, and add to its work."""
        self._set_up(position)
        self._search.sum_up(more)
        self._start()

    def gather(self, work: int) -> bytes:
        """The entries with at least this much work, for the `absorb` of another question."""
        return self._table.gather(work).tobytes()

    def absorb(self, gathered: bytes) -> None:
        """Add the entries that are new or settled."""
        if gathered:
            self._table.absorb(memoryview(gathered).cast("Q"))

    def strategy(self) -> ProvedStrategy:
        """The strategy that wins, or that prevents the win."""
        assert self.won is not None
        return ProvedStrategy(self._search, self.position, self.maker, self.won)

    @property
    def table(self) -> memoryview:
        """The table; call `refresh` after writing to it."""
        return self._table.words

    def refresh(self) -> None:
        """Read the numbers of the question from the table."""
        self._start()

    def settle(self, *, won: bool) -> None:
        """Set an answer that was proved before."""
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
    """The squares, most lines first; ties in random order."""
    order = list(range(rules.size))
    Random(seed).shuffle(order)
    lines = rules.line_masks
    return sorted(order, key=lambda square: -sum(line >> square & 1 for line in lines))
