"""Certificates: proofs written down, for `verify.py` to check; docs/atlas.md has the format.

The walk here and the one of the checker visit the same positions in the same order, which is why
no position need be written; but neither has a line of code of the other.
"""

from __future__ import annotations

import lzma

from noughts.core.bits import Move, squares
from noughts.core.rules import Rules
from noughts.core.symmetry import canonical_marks
from noughts.solver.strategy import Fours, Pairs, Play, Strategy

VERSION = 1

_FIRST = ord("0")  # the character of square 0; those of the others follow
# Of the settings of xz, those that packed the certificates of the atlas best.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}]


def certificate(rules: Rules, strategy: Strategy, *, wins: bool) -> bytes:
    """The certificate that X wins by a strategy, or that O holds the draw by one.

    It is as good as the strategy: a wrong one gives a certificate that is refused. O(positions of
    the strategy), with 0.1 ms or less for each.
    """
    walk = _Walk(rules, strategy)
    start = walk.win if wins else walk.hold
    start(0, 0)
    header = f"noughts certificate {VERSION}: {rules} {'x wins' if wins else 'draw'}\n"
    text = header + "".join(walk.text)
    return lzma.compress(text.encode(), check=lzma.CHECK_CRC32, filters=_FILTERS)


class _Walk:
    """The text of a certificate, as it grows."""

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.text: list[str] = []
        self._rules = rules
        self._strategy = strategy
        self._seen: set[tuple[int, int]] = set()
        self._pairing: list[int] = []  # of the last leaf, as the checker remembers it

    def win(self, xs: int, os: int, fours: tuple[Move, ...] = ()) -> None:
        """X to move, with the fours that it set out to play."""
        move, *rest = fours or self._attack(xs, os)
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
        """X to move, which completes no line."""
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

    def _attack(self, xs: int, os: int) -> tuple[Move, ...]:
        answer = self._strategy.answer(xs, os)
        assert isinstance(answer, Play | Fours)
        return (answer.square,) if isinstance(answer, Play) else answer.moves

    def _write_leaf(self, os: int, free: int, pairs: Pairs) -> None:
        """Write those of the pairs whose work the pairs of the leaf before do not do."""
        open_lines = [line for line in self._rules.line_masks if not line & os]
        wanted = [1 << first | 1 << second for first, second in pairs.pairs]
        fresh: list[int] = []
        while True:
            left = free & ~sum(fresh)
            pairing = fresh + [pair for pair in self._pairing if pair & left == pair]
            bare = [line for line in open_lines if not any(p & line == p for p in pairing)]
            held, pair = max(((_held(pair, bare), pair) for pair in wanted), default=(0, 0))
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


def _held(pair: int, lines: list[int]) -> int:
    return sum(pair & line == pair for line in lines)
