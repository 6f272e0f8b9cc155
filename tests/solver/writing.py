"""Writes the text of a certificate by playing through any strategy, in plain Python.

The kernel that does the same for what the prover found must write the same text.
"""

from __future__ import annotations

from typing import Protocol

from noughts import Rules
from noughts.core import Move, squares
from noughts.core.symmetry import canonical_marks
from noughts.solver.certificate import Answer, Fours, Pairs, Play

_FIRST = ord("0")  # the character of square 0; the other squares follow


class Strategy(Protocol):
    """A way for a side to win, or to keep the other from winning."""

    def answer(self, xs: int, os: int) -> Answer | None: ...


def written(rules: Rules, strategy: Strategy, *, wins: bool) -> str:
    """Return what comes after the first line of the certificate."""
    walk = _Walk(rules, strategy)
    start = walk.win if wins else walk.hold
    start(0, 0)
    return "".join(walk.text)


class _Walk:
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
