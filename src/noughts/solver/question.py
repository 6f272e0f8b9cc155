"""Whether one side wins from a position: a search that can be saved and resumed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from noughts.core.bits import Move
from noughts.core.errors import UnsupportedRules
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import symmetries
from noughts.kernels.grid import cells
from noughts.kernels.table import INFINITE
from noughts.kernels.words128 import kernel
from noughts.solver.exact import MOST_PROVED
from noughts.solver.proved import ProvedStrategy

if TYPE_CHECKING:
    from noughts.kernels.proofs import ProofSearch
    from noughts.kernels.table import Table

Limits: TypeAlias = tuple[int, int]  # of the proof number and the disproof number
NO_LIMITS: Limits = (INFINITE, INFINITE)


class Step(NamedTuple):
    """A move, the limits of the position after it, and whether the one before is within its own."""

    move: Move
    limits: Limits
    is_within: bool


class Question:
    """Finds out whether `maker` wins from a position; `won` is None until that is proved."""

    def __init__(self, position: Position, maker: Mark, seed: int, entries: int) -> None:
        self.position = position
        self.maker = maker
        self.seed = seed
        self.entries = entries
        rules = position.rules
        if rules.size > MOST_PROVED:
            raise UnsupportedRules(
                f"{rules} has {rules.size} squares: proofs are for boards of at most {MOST_PROVED}"
            )
        self._table: Table = kernel("table", rules.size).Table(entries, rules.size)
        self._search = _search(rules, self._table, seed)
        self._start()

    @property
    def won(self) -> bool | None:
        """True if the maker wins, False if it does not; None while that is open."""
        if self.proof == 0:
            return True
        return False if self.disproof == 0 else None

    def advance(self, nodes: int, limits: Limits = NO_LIMITS) -> int:
        """Search for at most `nodes` more nodes, and return how many it took.

        The search also ends when a number reaches its limit.
        """
        self._start()  # an interruption may have left another position
        before = self._search.nodes
        self._search.run(nodes, *limits)
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

    def most_proving(self, position: Position, work: int, limits: Limits) -> Step | None:
        """The step to search next, if a position has had at least this much work.

        A position with a line to block has only one move, and needs no work first.
        """
        self._set_up(position)
        search = self._search
        has_choice = search.threats[0] | search.blocks[0] == 0
        if has_choice and search.work < work:
            return None
        search.proof_limit, search.disproof_limit = limits
        move = search.most_proving()
        is_within = search.proof < limits[0] and search.disproof < limits[1]
        return Step(move, (search.proof_limit, search.disproof_limit), is_within)

    def is_settled(self, position: Position) -> bool:
        """True if a position is over, or proved won or held."""
        if position.is_over:
            return True
        self._set_up(position)
        return self._search.proof == 0 or self._search.disproof == 0

    def outcome(self, position: Position) -> bool | None:
        """True if the maker wins from an unfinished position; None if that is not yet known."""
        self._set_up(position)
        if self._search.proof == 0:
            return True
        return False if self._search.disproof == 0 else None

    def turn_to(self, position: Position) -> None:
        """Ask about another unfinished position of the board, with all that is known so far."""
        self.position = position
        self._start()

    def record(self, position: Position, proof: int, disproof: int, work: int) -> None:
        """Set the numbers of a position, found with this much work; what is settled stays so."""
        if not self.is_settled(position) or 0 in (proof, disproof):
            # Without any work, it would take the place of another entry even where there is room.
            self._search.tell(proof, disproof, max(work, self._search.work, 1))
        self._start()

    def double(self, position: Position) -> None:
        """Count a position as twice as hard."""
        self._set_up(position)
        self._search.double()
        self._start()

    def sum_up(self, position: Position, more: int) -> None:
        """Update the numbers of a position from those of its moves, and add to its work.

        What is settled stays so: the moves that show it may not be in the table.
        """
        if not self.is_settled(position):
            self._search.sum_up(more)
        self._start()

    def gather(self, work: int) -> bytes:
        """The entries with at least this much work, for the `absorb` of another question."""
        return self._table.gather(work).tobytes()

    def gather_news(self) -> bytes:
        """All entries that came since the last time."""
        return self._table.gather(0, True).tobytes()

    def absorb(self, gathered: bytes) -> None:
        """Add the entries that are new, settled or took more work."""
        if gathered:
            self._table.absorb(memoryview(gathered).cast("Q"))

    def strategy(self) -> ProvedStrategy:
        """The strategy that wins, or that prevents the win."""
        assert self.won is not None
        return ProvedStrategy(self._search, self.position, self.maker, self.won)

    @property
    def filled(self) -> int:
        """How many positions are in the table."""
        return self._table.filled

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


def _search(rules: Rules, table: Table, seed: int) -> ProofSearch:
    grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
    search: ProofSearch = kernel("proofs", rules.size).ProofSearch(
        grid, table, cells("q", _order(rules, seed))
    )
    return search


def _order(rules: Rules, seed: int) -> list[Move]:
    """The squares, most lines first; ties in random order."""
    order = list(range(rules.size))
    Random(seed).shuffle(order)
    lines = rules.line_masks
    return sorted(order, key=lambda square: -sum(line >> square & 1 for line in lines))
