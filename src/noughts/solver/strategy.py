"""A side's answers to everything the other side can play, and those that a proof search found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from noughts.core.bits import Move, squares
from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.reachability import check_squares
from noughts.kernels.strategy_walk import FOURS_NODES, SLICE
from noughts.kernels.words128 import kernel

if TYPE_CHECKING:
    from noughts.core.position import Position
    from noughts.core.rules import Rules
    from noughts.kernels.proofs import ProofSearch
    from noughts.kernels.strategy_walk import StrategyWalk


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

    def __init__(self, search: ProofSearch, position: Position, maker: Mark, wins: bool) -> None:
        self.position = position
        self.maker = maker
        self.wins = wins
        self._search = search
        self._first = position.turn  # to move when both sides have added equally many marks

    def answer(self, xs: int, os: int) -> Answer | None:
        """The strategy's answer in a position it can reach, in which nobody has won.

        If its own side is to move: Play, or Fours. If the other side is to move: Pairs if they hold
        from there on, else None. May raise Unsolved for a position the strategy cannot reach.
        """
        check_squares(self.position.rules, xs, os)
        added = (xs | os).bit_count() - (self.position.xs | self.position.os).bit_count()
        makers_turn = (self._first is self.maker) == (added % 2 == 0)
        maker, breaker = (xs, os) if self.maker is Mark.X else (os, xs)
        if makers_turn is not self.wins:
            return None if self.wins else self._pairs(maker, breaker)
        self._search.start(maker, breaker, makers_turn)
        return (self._fours(maker, breaker) if self.wins else None) or Play(self._move())

    def begins(self, rules: Rules, *, wins: bool) -> bool:
        """True if this is a strategy for X, or against its win, from the start of a board."""
        return self.position == rules.start() and self.maker is Mark.X and self.wins is wins

    def text(self) -> str:
        """What it answers to everything from the start of a board, as certificates have it."""
        kernels = kernel("strategy_walk", self.position.rules.size)
        walk: StrategyWalk = kernels.StrategyWalk(self._search)
        if self.wins:
            walk.win(0, 0, 0)
        else:
            walk.hold(0, 0)
        return walk.text.decode("latin-1")

    def _pairs(self, maker: int, breaker: int) -> Pairs | None:
        pairing = self._search.pairing
        if pairing.deficiency(maker, breaker, 1) > 0:
            return None
        found = (squares(pairing.pairs[number]) for number in range(pairing.count))
        return Pairs(tuple((first, second) for first, second in found))

    def _fours(self, maker: int, breaker: int) -> Fours | None:
        search = self._search
        if search.threats[0] or search.blocks[0] & (search.blocks[0] - 1):
            return None
        if not search.fours.wins(maker, breaker, search.blocks[0], FOURS_NODES):
            return None
        return Fours(tuple(search.fours.moves[: search.fours.count]))

    def _move(self) -> Move:
        move = self._search.choose()
        while move < 0:
            self._search.run(SLICE)
            if (self._search.disproof if self.wins else self._search.proof) == 0:
                raise Unsolved("the strategy does not allow this position")
            move = self._search.choose()
        return move
