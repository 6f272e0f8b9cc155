"""The review of a game: mistakes, the turning point, and how well each side played."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from noughts.atlas import keeping_moves, solve
from noughts.coach.explanation import Explanation, explain
from noughts.coach.findings import DelaysWin, MissesForcedWin, MissesWin
from noughts.coach.outlook import most_traps
from noughts.core.bits import Move
from noughts.core.checks import check_type
from noughts.core.errors import Unsolved
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.solver import Limit, Value, can_solve

_FEW = 3  # right moves that are named, even if every other one is right


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

        If that move is a mistake, it is the turning point. If its value is not proved, the turning
        point is this ply or an earlier one, or there is none. None if no move changed the value, or
        the end of the game is not proved.
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
    """Explain every move of a game; the limit applies to each. Raises WrongType."""
    check_type(game, Game, "the game")
    explanations = tuple(
        explain(position, move, limit)
        for position, move in zip(game.positions(), game.moves, strict=False)
    )
    return Review(game, explanations)


@dataclass(frozen=True, slots=True)
class Better:
    """The moves proved to be right where another was a mistake, as far as they are known.

    If `is_any`, every other move would have been, and these set the most traps.
    """

    moves: tuple[Move, ...]
    is_any: bool = False


def better_moves(explanation: Explanation, limit: Limit | None = None) -> Better:
    """What would have been right instead of a mistake: the soonest wins, or the draws.

    No moves for any other move, and where none is known.

    >>> better_moves(explain(Position.parse("xx./oo./... x 3"), "c2")).moves
    (2,)
    """
    is_won = explanation.worth is not None and explanation.worth.value is Value.WIN
    for finding in explanation.findings:
        if isinstance(finding, (MissesWin, MissesForcedWin, DelaysWin)) and not is_won:
            return Better(_soonest(explanation, limit) or finding.line[:1])
    if explanation.keeps_value is not False:
        return Better(())
    position = explanation.position
    moves = _keeping(position, limit)
    if len(moves) < max(len(position.moves) - 1, _FEW):
        return Better(moves)
    return Better(most_traps(position, moves, limit), is_any=True)


def _keeping(position: Position, limit: Limit | None) -> tuple[Move, ...]:
    """The moves that hold a draw, or those of them that are proved within the limit."""
    for prove in (keeping_moves, lambda *question: solve(*question).best):
        with suppress(Unsolved):
            return prove(position, limit)
    return ()


def _soonest(explanation: Explanation, limit: Limit | None) -> tuple[Move, ...]:
    """Every move that wins soonest, on boards that are solved at once."""
    if not can_solve(explanation.position.rules):
        return ()
    best = solve(explanation.position, limit)
    return best.best if best.value is Value.WIN else ()


def retry_from(game: Game, ply: int, you: Mark | None = None) -> Position:
    """The position from which to try again, after so many moves or just before.

    The side `you` is to move there, unless its opponent began and nothing was played yet; without
    one, whoever made the last of those moves is.

    >>> game = Game().play("a1", "b2", "b1", "c2", "c1")
    >>> [str(retry_from(game, ply, Mark.O)) for ply in (3, 4, 5)]
    ['xx./.o./... o 3', 'xx./.o./... o 3', 'xx./.o./... o 3']
    """
    positions = list(game.positions())
    ply = min(ply, len(positions) - 1)
    here = positions[ply]
    if ply == 0 or (you is here.turn and not here.is_over):
        return here
    before = positions[ply - 1]
    return before if you in (None, before.turn) else positions[max(ply - 2, 0)]
