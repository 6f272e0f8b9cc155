"""The review of a game: mistakes, the turning point, and how well each side played."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from noughts.coach.explanation import Explanation, explain
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.solver import Limit


@dataclass(frozen=True, slots=True)
class Review:
    """A game with the explanations of its moves, in order."""

    game: Game
    explanations: tuple[Explanation, ...]

    @property
    def mistakes(self) -> tuple[int, ...]:
        """The plies, counted from 0, whose move is proved to have worsened the value."""
        return tuple(ply for ply, move in enumerate(self.explanations) if move.keeps_value is False)

    @property
    def turning_point(self) -> int | None:
        """The ply of the last mistake, after which no move changed the value.

        None if no move changed the value, or if some move's value is not proved.
        """
        return self.mistakes[-1] if self.mistakes and self.is_proved else None

    @property
    def decided_by(self) -> int | None:
        """The ply after which every move is proved to have kept the value.

        This is the turning point where that is known; otherwise the turning point is this ply or
        an earlier one. None if no move changed the value, or the end of the game is not proved.
        """
        is_open = [move.keeps_value is not True for move in self.explanations]
        last = max((ply for ply, each in enumerate(is_open) if each), default=None)
        return None if last is None or self.explanations[last].worth is None else last

    @property
    def is_proved(self) -> bool:
        """Whether it is proved for every move whether it kept the value."""
        return all(move.keeps_value is not None for move in self.explanations)

    def accuracy(self, mark: Mark) -> Fraction | None:
        """The share of a side's moves that kept the value.

        None if the side made no move, or if some move's value is not proved.
        """
        kept = [move.keeps_value for move in self.explanations if move.position.turn is mark]
        if not kept or None in kept:
            return None
        return Fraction(sum(map(bool, kept)), len(kept))


def review(game: Game, limit: Limit | None = None) -> Review:
    """Explain every move of a game; the limit applies to each."""
    explanations = tuple(
        explain(position, move, limit)
        for position, move in zip(game.positions(), game.moves, strict=False)
    )
    return Review(game, explanations)
