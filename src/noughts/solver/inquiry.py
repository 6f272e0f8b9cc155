"""Who wins from positions of one board, as far as the prover finds out within one limit."""

from __future__ import annotations

from time import monotonic

from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.kernels.compilation import COMPILED, warn_if_uncompiled
from noughts.kernels.words128 import is_compiled, is_wide
from noughts.solver.exact import MOST_PROVED
from noughts.solver.question import Question
from noughts.solver.verdict import Limit

# Without a limit: half a second's worth on 7×7:5, a second's on 8×8:4.
EFFORT = Limit(nodes=20_480 if COMPILED else 256)
WIDE_EFFORT = Limit(nodes=1_024 if COMPILED else 32)  # a third of a second's beyond 64 squares

_ENTRIES = 1 << 20  # of each side's table, 32 MB if it fills
# Nodes between readings of the clock, 10 to 30 ms.
_SLICE, _WIDE_SLICE = (512, 32) if COMPILED else (16, 4)
ALL = 1 << 62  # nodes: no bound


class Inquiry:
    """Asks the prover about positions of one board, with one limit for all it asks.

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
        self._deadline = None if limit.seconds is None else monotonic() + limit.seconds

    @property
    def left(self) -> Limit:
        """What is left of the limit."""
        seconds = None if self._deadline is None else max(0.0, self._deadline - monotonic())
        return Limit(seconds, max(0, self._most - self.nodes))

    def known(self, position: Position, maker: Mark) -> bool | None:
        """True if a side wins, False if not; None if that needs a search."""
        if position.is_over:
            return position.has_winner and maker is position.turn.other
        return self._question(position, maker).outcome(position) if self._is_provable else None

    def wins(
        self, position: Position, maker: Mark, share: float = 1.0, nodes: int = ALL
    ) -> bool | None:
        """True if a side wins; None if that takes more than a share of what is left."""
        if position.is_over or not self._is_provable:
            return self.known(position, maker)
        question = self._question(position, maker)
        question.turn_to(position)
        until = self.nodes + min(nodes, int((self._most - self.nodes) * share))
        deadline = self._share_of_time(share)
        while question.won is None and self.nodes < until:
            if deadline is not None and monotonic() >= deadline:
                break
            self.nodes += question.advance(min(self._slice, until - self.nodes))
        return question.won

    def _question(self, position: Position, maker: Mark) -> Question:
        if maker not in self._questions:
            warn_if_uncompiled()
            self._questions[maker] = Question(position, maker, 0, _ENTRIES)
        return self._questions[maker]

    def _share_of_time(self, share: float) -> float | None:
        if self._deadline is None:
            return None
        now = monotonic()
        return now + (self._deadline - now) * share
