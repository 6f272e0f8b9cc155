"""Certificates: proofs written down for `verify.py` to check; docs/atlas.md describes the format.

The writer and the checker visit the same positions in the same order, so no positions need be
written. They share no code.
"""

from __future__ import annotations

import lzma

from noughts.core.bits import Move, squares
from noughts.core.rules import Rules
from noughts.core.symmetry import canonical_marks
from noughts.solver.strategy import Fours, Pairs, Play, ProvedStrategy, Strategy

VERSION = 1

_FIRST = ord("0")  # the character of square 0; the other squares follow
# The settings of xz that compressed the certificates of the atlas best.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}]


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
    """What comes after the first line, for any strategy."""
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
                self._defend(after, os)

    def _defend(self, xs: int, os: int) -> None:
        answer = self._strategy.answer(xs, os)
        assert isinstance(answer, Play)
        self._write(answer.square)
        os |= 1 << answer.square
        if not self._has_line(os) and self._is_new(xs, os):
            self.hold(xs, os)

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
