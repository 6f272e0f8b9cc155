"""The strategies in the certificates of the atlas: what they answer, and where."""

from __future__ import annotations

import lzma
import os
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from noughts.atlas.table import PROOFS, Certified, Entry, find_entry, proof_name, wide
from noughts.core.bits import Move
from noughts.core.errors import NotationError
from noughts.core.reachability import check_squares
from noughts.core.rules import Rules
from noughts.core.symmetry import Symmetry, symmetries, transform
from noughts.kernels.compilation import COMPILED
from noughts.kernels.walk import NO_ANSWER, UNREACHED
from noughts.kernels.words128 import kernel
from noughts.solver.verdict import Value

if TYPE_CHECKING:
    from noughts.kernels.walk import Walk

# Positions of a certificate that is read: compiled, the largest takes 0.8 s; plain Python reads
# this many in some two seconds.
_MOST_POSITIONS = 1 << 22 if COMPILED else 30_000
_POSITIONS_A_SECOND = 2_000_000 if COMPILED else 15_000  # half of it on an idle machine

# A kernel uses its own variables. One lock for all, since it is held for microseconds: a process
# that forks waits for it, since the thread that holds it would never end in the child.
LOCK = Lock()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(
        before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release
    )


class Strategy:
    """A certificate's strategy: the first player's that wins, or the second's that holds a draw."""

    def __init__(self, rules: Rules, entry: Entry, proof: Certified, packed: bytes) -> None:
        self.wins = proof.value is Value.WIN
        self._rules = rules
        stored = entry.rules  # the board with its longer side as the width
        self._turned = None if rules == stored else _transposition(rules)
        self._back = None if self._turned is None else _transposition(stored)
        text = lzma.decompress(packed).decode().partition("\n")[2].encode("latin-1")
        entries = 1 << (proof.positions * 5 // 4).bit_length()
        grid = kernel("grid", stored.size).Grid(stored, symmetries(stored.width, stored.height))
        self._walk: Walk = kernel("walk", stored.size).Walk(grid, text, self.wins, entries)
        if not self._walk.follow_all():
            raise NotationError(f"the certificate of {stored} is damaged")

    def covers(self, first: int, second: int) -> bool:
        """True if the strategy reaches a position, the marks of the player who began first."""
        return self._look_up(first, second) != UNREACHED

    def answer(self, first: int, second: int) -> Move | None:
        """The strategy's move, or None where it is not to move or does not lead."""
        found = self._look_up(first, second)
        if found in {UNREACHED, NO_ANSWER}:
            return None
        return found if self._back is None else self._back[found]

    def _look_up(self, first: int, second: int) -> int:
        check_squares(self._rules, first, second)
        if self._turned is not None:
            first, second = transform(first, self._turned), transform(second, self._turned)
        with LOCK:
            return self._walk.answer(first, second)


# 8×4:4 takes 36 MB, any other at most 3.
@lru_cache(maxsize=4)
def strategy_of(rules: Rules) -> Strategy | None:
    """The strategy of the board's certificate, if the atlas has one; raises NotationError.

    Reading one takes at most 0.03 s, but 0.8 s for 8×4:4.
    """
    entry = find_entry(rules)
    if entry is None or entry.proof is None or entry.proof.positions > _MOST_POSITIONS:
        return None
    packed = (PROOFS / proof_name(wide(rules))).read_bytes()
    if sha256(packed).hexdigest() != entry.proof.sha256:
        raise NotationError(f"the certificate of {entry.rules} is not the one in the table")
    strategy = _at_hand[rules] = Strategy(rules, entry, entry.proof, packed)
    return strategy


_at_hand: WeakValueDictionary[Rules, Strategy] = WeakValueDictionary()


def strategy_within(rules: Rules, seconds: float | None) -> Strategy | None:
    """The strategy of the board's certificate, unless reading it may take longer than this."""
    entry = find_entry(rules)
    if entry is None or entry.proof is None:
        return None
    is_slow = seconds is not None and entry.proof.positions > seconds * _POSITIONS_A_SECOND
    return None if is_slow and rules not in _at_hand else strategy_of(rules)


def _transposition(rules: Rules) -> Symmetry:
    """Where each square goes when a board is reflected so that rows become columns."""
    places = (divmod(square, rules.width) for square in range(rules.size))
    return tuple(column * rules.height + row for row, column in places)
