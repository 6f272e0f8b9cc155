"""Strategies, and certificates: proofs written down for `verify.py` to check.

docs/reference/certificates.md describes the format. Writer and checker visit the
same positions in the same order, so no positions need be written. They share no code.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from noughts.core import Mark, Move, Rules, squares
from noughts.core.checks import as_type, check_type
from noughts.core.errors import IllegalAction
from noughts.core.reachability import check_squares
from noughts.kernels.strategy_walk import FOURS_NODES
from noughts.kernels.words128 import kernel

if TYPE_CHECKING:
    from noughts.kernels.strategy_walk import StrategyWalk
    from noughts.solver.question import Question

VERSION = 1

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


class ProvedStrategy:
    """A strategy by which `maker` wins from a position if `wins`, else one that prevents its win.

    Results that the search has dropped from its table are searched again.
    """

    def __init__(self, question: Question, wins: bool) -> None:
        self.position = question.position
        self.maker = question.maker
        self.wins = wins
        self._question = question  # what is copied and pickled

    def answer(self, xs: int, os: int) -> Answer | None:
        """Return the answer in a position that the strategy can reach, in which nobody has won.

        If its own side is to move: Play, or Fours if those win. If the other side is to move:
        Pairs if they hold from there on, else None. May raise Unsolved for a position that the
        strategy cannot reach.
        """
        check_squares(self.position.rules, xs, os)
        added = (xs | os).bit_count() - (self.position.xs | self.position.os).bit_count()
        makers_turn = (self.position.turn is self.maker) == (added % 2 == 0)
        maker, breaker = (xs, os) if self.maker is Mark.X else (os, xs)
        search = self._question.search
        if makers_turn is not self.wins:
            pairing = search.pairing
            if self.wins or pairing.deficiency(maker, breaker, 1) > 0:
                return None
            pairs = (squares(pairing.pairs[number]) for number in range(pairing.count))
            return Pairs(tuple((first, second) for first, second in pairs))
        search.start(maker, breaker, makers_turn)
        forced = search.blocks[0]
        may_be_fours = self.wins and not search.threats[0] and not forced & (forced - 1)
        if may_be_fours and search.fours.wins(maker, breaker, forced, FOURS_NODES):
            return Fours(tuple(search.fours.moves[: search.fours.count]))
        kernels = kernel("strategy_walk", self.position.rules.size)
        return Play(kernels.settling_move(search, self.wins, lambda: None))

    def text(self) -> str:
        """Return the answers to all replies from the start of a board, as in a certificate."""
        kernels = kernel("strategy_walk", self.position.rules.size)
        walk: StrategyWalk = kernels.StrategyWalk(self._question.search)
        if self.wins:
            walk.win(0, 0, 0)
        else:
            walk.hold(0, 0)
        return walk.text.decode("latin-1")


def certificate(rules: Rules, strategy: ProvedStrategy, *, wins: bool) -> bytes:
    """Return the certificate that a strategy wins for X, or holds the draw for O, on a board.

    Raises WrongType, and IllegalAction for a strategy that shows something else. O(positions of the
    strategy), at most 0.01 ms each.
    """
    rules = as_type(rules, Rules, "the board")
    check_type(strategy, ProvedStrategy, "the strategy")
    if (strategy.position, strategy.maker, strategy.wins) != (rules.start(), Mark.X, wins):
        raise IllegalAction(f"this strategy does not {'win' if wins else 'hold a draw'} on {rules}")
    header = f"noughts certificate {VERSION}: {rules} {'x wins' if wins else 'draw'}\n"
    text = (header + strategy.text()).encode()
    return lzma.compress(text, check=lzma.CHECK_CRC32, filters=_FILTERS)
