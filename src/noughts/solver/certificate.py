"""Strategies, and certificates: proofs written down for `verify.py` to check.

docs/reference/certificates.md describes the format. Writer and checker visit the
same positions in the same order, so no positions need be written. They share no code.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from noughts.core.bits import Move, squares
from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.reachability import check_squares
from noughts.core.symmetry import canonical_marks
from noughts.kernels.strategy_walk import FOURS_NODES, SLICE
from noughts.kernels.words128 import kernel

if TYPE_CHECKING:
    from noughts.core.rules import Rules
    from noughts.kernels.strategy_walk import StrategyWalk
    from noughts.solver.question import Question

VERSION = 1

_FIRST = ord("0")  # the character of square 0; the other squares follow
# The settings of xz that compressed the certificates of the atlas best.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}]


@dataclass(frozen=True, slots=True)
class Play:
    """A move."""

    square: Move


@dataclass(frozen=True, slots=True)
class Fours:
    """The winner's moves where every reply is forced.

    Each move threatens to complete a line on one square, which the other side must take. The last
    threatens two.
    """

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of empty squares: answering one with the other prevents every line."""

    pairs: tuple[tuple[Move, Move], ...]


Answer: TypeAlias = Play | Fours | Pairs


class Strategy(Protocol):
    """How a side wins, or keeps the other from winning."""

    def answer(self, xs: int, os: int) -> Answer | None:
        """The answer in a position the strategy can reach, in which nobody has won.

        If its own side is to move: Play, or Fours if those win. If the other side is to move:
        Pairs if they hold from there on, else None.
        """


class ProvedStrategy:
    """How `maker` wins from a position if `wins`, else how the other side keeps it from winning.

    Results that the search has dropped from its table are searched again.
    """

    def __init__(self, question: Question, wins: bool) -> None:
        self.position = question.position
        self.maker = question.maker
        self.wins = wins
        self._question = question  # what is copied and pickled
        self._first = self.position.turn  # to move when both sides have added equally many marks

    def answer(self, xs: int, os: int) -> Answer | None:
        """The strategy's answer; may raise Unsolved for a position it cannot reach."""
        check_squares(self.position.rules, xs, os)
        added = (xs | os).bit_count() - (self.position.xs | self.position.os).bit_count()
        makers_turn = (self._first is self.maker) == (added % 2 == 0)
        maker, breaker = (xs, os) if self.maker is Mark.X else (os, xs)
        search = self._question.search
        if makers_turn is not self.wins:
            pairing = search.pairing
            if self.wins or pairing.deficiency(maker, breaker, 1) > 0:
                return None
            found = (squares(pairing.pairs[number]) for number in range(pairing.count))
            return Pairs(tuple((first, second) for first, second in found))
        search.start(maker, breaker, makers_turn)
        forced = search.blocks[0]
        may_be_fours = self.wins and not search.threats[0] and not forced & (forced - 1)
        if may_be_fours and search.fours.wins(maker, breaker, forced, FOURS_NODES):
            return Fours(tuple(search.fours.moves[: search.fours.count]))
        while (move := search.choose()) < 0:
            search.run(SLICE)
            if (search.disproof if self.wins else search.proof) == 0:
                raise Unsolved("the strategy does not allow this position")
        return Play(move)

    def begins(self, rules: Rules, *, wins: bool) -> bool:
        """True if this is a strategy for X, or against its win, from the start of a board."""
        return self.position == rules.start() and self.maker is Mark.X and self.wins is wins

    def text(self) -> str:
        """What it answers to everything from the start of a board, as certificates have it."""
        kernels = kernel("strategy_walk", self.position.rules.size)
        walk: StrategyWalk = kernels.StrategyWalk(self._question.search)
        if self.wins:
            walk.win(0, 0, 0)
        else:
            walk.hold(0, 0)
        return walk.text.decode("latin-1")


def certificate(rules: Rules, strategy: Strategy, *, wins: bool) -> bytes:
    """The certificate that a strategy wins for X, or holds the draw for O.

    A wrong strategy gives a certificate that the checker rejects. O(positions of the strategy), at
    most 0.01 ms each for what the prover found, 0.2 ms for any other strategy.
    """
    header = f"noughts certificate {VERSION}: {rules} {'x wins' if wins else 'draw'}\n"
    if isinstance(strategy, ProvedStrategy) and strategy.begins(rules, wins=wins):
        text = strategy.text()
    else:
        text = text_of(rules, strategy, wins=wins)
    return lzma.compress((header + text).encode(), check=lzma.CHECK_CRC32, filters=_FILTERS)


def text_of(rules: Rules, strategy: Strategy, *, wins: bool) -> str:
    """Return what comes after the first line, for any strategy."""
    walk = _Walk(rules, strategy)
    start = walk.win if wins else walk.hold
    start(0, 0)
    return "".join(walk.text)


class _Walk:
    """Writes the text of a certificate by playing through the strategy."""

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.text: list[str] = []
        self._rules = rules
        self._strategy = strategy
        self._seen: set[tuple[int, int]] = set()
        self._pairing: list[int] = []  # of the last leaf, which the checker remembers too

    def win(self, xs: int, os: int, fours: tuple[Move, ...] = ()) -> None:
        """X is to move, and `fours` are what remains of the forced moves it began."""
        if not fours:
            answer = self._strategy.answer(xs, os)
            assert isinstance(answer, Play | Fours)
            fours = (answer.square,) if isinstance(answer, Play) else answer.moves
        move, *rest = fours
        self._write(move)
        xs |= 1 << move
        if self._has_line(xs) or not self._is_new(xs, os):
            return
        free = squares(self._rules.full & ~(xs | os))
        threats = [square for square in free if self._has_line(xs | 1 << square)]
        for reply in free:
            is_followed = threats in ([], [reply])  # else X completes a line next
            if is_followed and self._is_new(xs, os | 1 << reply):
                self.win(xs, os | 1 << reply, tuple(rest))

    def hold(self, xs: int, os: int) -> None:
        """X is to move and cannot complete a line."""
        free = self._rules.full & ~(xs | os)
        if not free:
            return
        pairs = self._strategy.answer(xs, os)
        if isinstance(pairs, Pairs):
            self._write_leaf(os, free, pairs)
            return
        for move in squares(free):
            after = xs | 1 << move
            if self._is_new(after, os) and after | os != self._rules.full:
                answer = self._strategy.answer(after, os)
                assert isinstance(answer, Play)
                self._write(answer.square)
                answered = os | 1 << answer.square
                if not self._has_line(answered) and self._is_new(after, answered):
                    self.hold(after, answered)

    def _write_leaf(self, os: int, free: int, pairs: Pairs) -> None:
        """Write the pairs that the pairs of the previous leaf do not already replace."""
        open_lines = [line for line in self._rules.line_masks if not line & os]
        wanted = [1 << first | 1 << second for first, second in pairs.pairs]
        fresh: list[int] = []
        while True:
            left = free & ~sum(fresh)
            pairing = fresh + [pair for pair in self._pairing if pair & left == pair]
            bare = [line for line in open_lines if not any(p & line == p for p in pairing)]
            held, pair = max(
                ((sum(pair & line == pair for line in bare), pair) for pair in wanted),
                default=(0, 0),
            )
            if not held:
                break
            fresh.append(pair)
        self._pairing = pairing
        self._write(*(square for pair in sorted(fresh) for square in squares(pair)), leaf=True)

    def _write(self, *moves: Move, leaf: bool = False) -> None:
        names = "".join(chr(_FIRST + move) for move in moves)
        self.text.append(f"({names})" if leaf else names)

    def _has_line(self, marks: int) -> bool:
        return self._rules.lines.has_line(marks)

    def _is_new(self, xs: int, os: int) -> bool:
        before = len(self._seen)
        self._seen.add(canonical_marks(self._rules, xs, os))
        return len(self._seen) > before
