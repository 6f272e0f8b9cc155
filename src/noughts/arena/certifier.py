"""Exact results of a player: against every possible opponent, and against a given one.

Nothing is sampled. A policy gives the probability of every move, so the probability of every
result follows as a fraction. The solver and the players treat both marks alike: which mark begins
changes no number, only the names of the sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from noughts.arena.certification import Certification, Odds, SideReport
from noughts.arena.tree import fold, grow
from noughts.core.bits import Move
from noughts.core.errors import UnsupportedRules
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Player
from noughts.players.uniform import Uniform
from noughts.solver import Value, solve

_STANDARD = Rules()

# Every game is played: up to 362,880 on nine squares, ten times that on ten.
MOST_SQUARES = 9

_Counts = tuple[int, int, int]  # lost, drawn, won


def certify(player: Player, rules: Rules = _STANDARD, first: Mark = Mark.X) -> Certification:
    """Play every opponent line against every move the player may choose, as X and as O.

    Raises UnsupportedRules for a board of more than nine squares, or one the player does not play.
    Takes 0.02 s for a deterministic player, 0.5 s for one that may choose any move.

    >>> from noughts.players import player
    >>> certification = certify(player("classic"))
    >>> certification.as_x.lines_lost, certification.as_o.lines_lost
    (0, 12)
    """
    _check_size(rules)
    start = rules.start(first)
    as_x, as_o = (_Side(player, start, mark).report() for mark in (Mark.X, Mark.O))
    return Certification(player.name, rules, first, as_x, as_o)


def odds(
    player: Player,
    opponent: Player,
    rules: Rules = _STANDARD,
    mark: Mark = Mark.X,
    first: Mark = Mark.X,
) -> Odds:
    """The exact odds of a player, playing `mark`, against an opponent.

    Raises UnsupportedRules as `certify` does.

    >>> from noughts.players import player
    >>> odds(player("perfect"), player("random")).loss
    Fraction(0, 1)
    """
    _check_size(rules)
    return _Side(player, rules.start(first), mark).odds(opponent)


def _check_size(rules: Rules) -> None:
    if rules.size > MOST_SQUARES:
        raise UnsupportedRules(
            f"{rules} has too many games to play them all:"
            f" a board for this has at most {MOST_SQUARES} squares"
        )


class _Side:
    """A player on one side, and every game it can play there."""

    def __init__(self, player: Player, start: Position, mark: Mark) -> None:
        self._player = player
        self._start = start
        self._mark = mark
        self._policies: dict[Position, Mapping[Move, Fraction]] = {}
        self._tree = grow(start, self._moves)

    def _moves(self, position: Position) -> tuple[Move, ...]:
        if position.turn is not self._mark:
            return position.moves
        self._policies[position] = policy = self._player.policy(position)
        return tuple(policy)

    def report(self) -> SideReport:
        """The report on this side for a certification."""
        lost, drawn, won = fold(self._tree, self._count_lines)
        refutation = fold(self._tree, self._shortest_loss)
        lowered = {position: self._lowering(position) for position in self._policies}
        return SideReport(
            mark=self._mark,
            positions=len(self._policies),
            lines_lost=lost,
            lines_drawn=drawn,
            lines_won=won,
            wins_missed=sum(_is_won(position) for position, count in lowered.items() if count),
            thrown_away=sum(lowered.values()),
            against_random=self.odds(Uniform()),
            worst_loss=fold(self._tree, self._worst_loss),
            refutation=None if refutation is None else Game(self._start, refutation),
        )

    def odds(self, opponent: Player) -> Odds:
        """The probability of each result against an opponent."""

        def join(position: Position, after: dict[Move, Odds]) -> Odds:
            if not after:
                return Odds(*map(Fraction, self._result(position)))
            policy = self._policies.get(position) or opponent.policy(position)
            return Odds(
                loss=_mean(policy, {move: result.loss for move, result in after.items()}),
                draw=_mean(policy, {move: result.draw for move, result in after.items()}),
                win=_mean(policy, {move: result.win for move, result in after.items()}),
            )

        return fold(self._tree, join)

    def _result(self, position: Position) -> _Counts:
        if not position.has_winner:
            return 0, 1, 0
        return (1, 0, 0) if position.turn is self._mark else (0, 0, 1)

    def _count_lines(self, position: Position, after: dict[Move, _Counts]) -> _Counts:
        if not after:
            return self._result(position)
        lost, drawn, won = map(sum, zip(*after.values(), strict=True))
        return lost, drawn, won

    def _shortest_loss(
        self, position: Position, after: dict[Move, tuple[Move, ...] | None]
    ) -> tuple[Move, ...] | None:
        if not after:
            return () if self._result(position)[0] else None
        lines = [(move, *line) for move, line in after.items() if line is not None]
        return min(lines, key=lambda line: (len(line), line), default=None)

    def _worst_loss(self, position: Position, after: dict[Move, Fraction]) -> Fraction:
        if not after:
            return Fraction(self._result(position)[0])
        policy = self._policies.get(position)
        return max(after.values()) if policy is None else _mean(policy, after)

    def _lowering(self, position: Position) -> int:
        """The number of moves the player may choose here that lower the proved value."""
        value = solve(position).value
        after = self._tree[position].values()
        return sum(-solve(child).value < value for child in after)


def _is_won(position: Position) -> bool:
    return solve(position).value is Value.WIN


def _mean(policy: Mapping[Move, Fraction], after: Mapping[Move, Fraction]) -> Fraction:
    # With a common denominator; a plain `sum` makes a certification half as slow again.
    terms = [(share, after[move]) for move, share in policy.items()]
    common = lcm(*(share.denominator * value.denominator for share, value in terms))
    total = 0
    for share, value in terms:
        scale = common // (share.denominator * value.denominator)
        total += share.numerator * value.numerator * scale
    return Fraction(total, common)
