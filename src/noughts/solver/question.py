"""Proof-number search of one question: does a side win from a position? It can be saved."""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from noughts.core import Mark, Move, Position, Rules
from noughts.core.errors import UnsupportedRules
from noughts.core.reachability import check_squares
from noughts.core.symmetry import symmetries
from noughts.kernels.compilation import COMPILED, warn_if_uncompiled
from noughts.kernels.layout import cells
from noughts.kernels.table import INFINITE
from noughts.kernels.words128 import is_compiled, is_wide, kernel
from noughts.solver.exact import MOST_PROVED
from noughts.solver.verdict import Limit

if TYPE_CHECKING:
    from noughts.kernels.proofs import ProofSearch
    from noughts.kernels.table import Table

Limits: TypeAlias = tuple[int, int]  # of the proof number and the disproof number
NO_LIMITS: Limits = (INFINITE, INFINITE)

# Of an inquiry without a limit: half a second's worth on 7×7:5, a second's on 8×8:4.
EFFORT = Limit(nodes=20_480 if COMPILED else 256)
WIDE_EFFORT = Limit(nodes=1_024 if COMPILED else 32)  # a third of a second's beyond 64 squares
ALL = 1 << 62  # nodes: no bound

_ENTRIES = 1 << 20  # of each side's table in an inquiry, 32 MB if it fills
# Nodes between readings of the clock, 10 to 30 ms; less at first, if there is a limit in seconds.
_SLICE, _WIDE_SLICE = (512, 32) if COMPILED else (16, 4)
_FIRST_SLICE = 4
_TICK = 0.001  # seconds: some clocks stand still for longer


class Step(NamedTuple):
    """A move, the limits of the position after it, and whether the one before is within its own."""

    move: Move
    limits: Limits
    is_within: bool


class Question:
    """The question whether `maker` wins from a position; `won` is None until that is proved.

    `table` has what was found on the way.
    """

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
        self.table: Table = kernel("table", rules.size).Table(entries, rules.size)
        grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
        order = list(range(rules.size))  # the squares on most lines first; ties in random order
        Random(seed).shuffle(order)
        order.sort(key=lambda square: -sum(line >> square & 1 for line in rules.line_masks))
        self.search: ProofSearch = kernel("proofs", rules.size).ProofSearch(
            grid, self.table, cells("q", order)
        )
        self.refresh()

    def __reduce__(self) -> tuple[object, ...]:
        return Question, (self.position, self.maker, self.seed, self.entries), self.gather()

    def __setstate__(self, gathered: bytes) -> None:
        self.absorb(gathered)
        self.refresh()

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
        self.refresh()  # an interruption may have left another position
        before = self.search.nodes
        self.search.run(nodes, *limits)
        self.proof, self.disproof = self.search.proof, self.search.disproof
        return self.search.nodes - before

    def line(self, plies: int) -> tuple[Move, ...]:
        """Return the first moves, at most `plies`, to the position that is searched next."""
        position = self.position
        moves: list[Move] = []
        while len(moves) < plies and not position.is_over:
            self._set_up(position)
            moves.append(self.search.most_proving())
            position = position.play_unchecked(moves[-1])
        self.refresh()
        return tuple(moves)

    def most_proving(self, position: Position, work: int, limits: Limits) -> Step | None:
        """Return the step to search next, if a position has had at least this much work.

        A position with a line to block has only one move, and needs no work first.
        """
        self._set_up(position)
        search = self.search
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
        return 0 in (self.search.proof, self.search.disproof)

    def turn_to(self, position: Position) -> None:
        """Ask about another unfinished position of the board, with all that is known so far."""
        self.position = position
        self.refresh()

    def record(self, position: Position, proof: int, disproof: int, work: int) -> None:
        """Set the numbers of a position, found with this much work; what is settled stays so."""
        if not self.is_settled(position) or 0 in (proof, disproof):
            # Without any work, it would take the place of another entry even where there is space.
            self.search.tell(proof, disproof, max(work, self.search.work, 1))
        self.refresh()

    def double(self, position: Position) -> None:
        """Count a position as twice as hard."""
        self._set_up(position)
        search = self.search
        proof, disproof = (
            min(2 * number, INFINITE - 1) for number in (search.proof, search.disproof)
        )
        search.tell(proof, disproof, search.work)
        self.refresh()

    def sum_up(self, position: Position, more: int) -> None:
        """Update the numbers of a position from those of its moves, and add to its work.

        What is settled stays so: the moves that show it may not be in the table.
        """
        if not self.is_settled(position):
            work = self.search.work + more
            self.search.most_proving()
            self.search.tell(self.search.proof, self.search.disproof, work)
        self.refresh()

    def gather(self, *, only_news: bool = False) -> bytes:
        """Return the entries, or only those that are news, for the `absorb` of another question."""
        return self.table.gather(only_news).tobytes()

    def absorb(self, gathered: bytes) -> None:
        """Add the entries that are new, settled or took more work."""
        if gathered:
            self.table.absorb(memoryview(gathered).cast("Q"))

    def refresh(self) -> None:
        """Read the numbers of the question from the table, as after writing to its words."""
        self._set_up(self.position)
        self.proof, self.disproof = self.search.proof, self.search.disproof

    def _set_up(self, position: Position) -> None:
        check_squares(self.position.rules, position.xs, position.os)
        own, other = position.marks(self.maker), position.marks(self.maker.other)
        self.search.start(own, other, position.turn is self.maker)


class Inquiry:
    """Questions about positions of one board for the prover, with one limit for all of them.

    Each answer is proved, and helps to find the next. On a board of more than 128 squares only
    finished games have one.
    """

    def __init__(self, rules: Rules, limit: Limit | None = None) -> None:
        if limit is None or limit == Limit():
            limit = WIDE_EFFORT if is_wide(rules.size) else EFFORT
        self.nodes = 0
        self._slice = _WIDE_SLICE if is_wide(rules.size) else _SLICE
        # The limits are meant for kernels that are as fast as those for smaller boards.
        self._is_provable = rules.size <= MOST_PROVED and is_compiled(rules.size) is COMPILED
        self._questions: dict[Mark, Question] = {}
        self._most = ALL if limit.nodes is None else limit.nodes
        self._began = monotonic()
        self._deadline = None if limit.seconds is None else self._began + limit.seconds

    @property
    def left(self) -> Limit:
        """The rest of the limit."""
        seconds = None if self._deadline is None else max(0.0, self._deadline - monotonic())
        return Limit(seconds, max(0, self._most - self.nodes))

    def wins(
        self, position: Position, maker: Mark, share: float = 1.0, nodes: int = ALL
    ) -> bool | None:
        """True if a side wins; None if that takes more than a share of what is left."""
        if position.is_over:
            return position.has_winner and maker is position.turn.other
        if not self._is_provable:
            return None
        question = self._question(position, maker)
        question.turn_to(position)
        until = self.nodes + min(nodes, int((self._most - self.nodes) * share))
        now = monotonic()
        deadline = None if self._deadline is None else now + (self._deadline - now) * share
        while question.won is None and self.nodes < until:
            most = self._slice
            if deadline is not None and (now := monotonic()) >= deadline:
                break
            if deadline is not None:  # at the speed so far
                speed = self.nodes / max(now - self._began, _TICK)
                most = min(most, _FIRST_SLICE + int(speed * (deadline - now)))
            self.nodes += question.advance(min(most, until - self.nodes))
        return question.won

    def _question(self, position: Position, maker: Mark) -> Question:
        if maker not in self._questions:
            warn_if_uncompiled()
            self._questions[maker] = Question(position, maker, 0, _ENTRIES)
        return self._questions[maker]
