"""Exact results of a player: against every possible opponent, and against a given one.

Nothing is sampled. A policy gives the probability of every move, so the probability of every
result follows as a fraction. The solver and the players treat both marks alike: which mark begins
changes no number, only the names of the sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeVar

from noughts.atlas import solve
from noughts.core import Game, Mark, Move, Position, Rules
from noughts.core.checks import as_type, check_type
from noughts.core.errors import UnsupportedRules
from noughts.players.base import Player, policy_of
from noughts.players.table import as_player
from noughts.players.uniform import Uniform
from noughts.solver import Value

_STANDARD = Rules()

# Every game is played: up to 362,880 on nine squares, ten times that on ten.
MOST_SQUARES = 9

_Counts = tuple[int, ...]  # lost, drawn, won
_Chances = tuple[Fraction, ...]  # likewise
_Loss = tuple[Move, ...] | None  # the moves of a lost line
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact probability of each result for a player; they sum to 1."""

    loss: Fraction
    draw: Fraction
    win: Fraction

    def __str__(self) -> str:
        win, draw, loss = map(float, (self.win, self.draw, self.loss))
        return f"{win:.1%} won, {draw:.1%} drawn, {loss:.1%} lost"


@dataclass(frozen=True, slots=True)
class SideReport:
    """A player on one side, in every game that its policy and any opponent allow.

    A line is such a game, however unlikely. `positions` counts those in which the player is to
    move. `wins_missed` counts the positions that are proved wins in which the player may choose a
    move that no longer wins. `thrown_away` counts all the moves it may choose that lower the
    proved value: a win to a draw, or either to a loss.
    """

    mark: Mark
    positions: int
    lines_lost: int
    lines_drawn: int
    lines_won: int
    wins_missed: int
    thrown_away: int
    against_random: Odds
    worst_loss: Fraction  # the probability of losing to the best possible opponent
    refutation: Game | None  # the shortest lost line, the one with the lowest squares of several

    def __str__(self) -> str:
        lost = f"as {self.mark}: {self.lines_lost:,} of {self.lines:,} lines lost"
        if self.refutation is None:
            return lost
        return f"{lost}, such as {' '.join(self.refutation.move_names)}"

    @property
    def lines(self) -> int:
        """The number of different games."""
        return self.lines_lost + self.lines_drawn + self.lines_won


@dataclass(frozen=True, slots=True)
class Certification:
    """A player on both sides of a board, where `first` moves first."""

    player: str
    rules: Rules
    first: Mark
    as_x: SideReport
    as_o: SideReport

    def __str__(self) -> str:
        return f"{self.player} on {self.rules}, {self.first} first\n{self.as_x}\n{self.as_o}"

    @property
    def sides(self) -> tuple[SideReport, SideReport]:
        """Both reports, X first."""
        return self.as_x, self.as_o


def certify(
    player: Player | str, rules: Rules | str = _STANDARD, first: Mark = Mark.X
) -> Certification:
    """Play every opponent line against every move the player may choose, as X and as O.

    Raises UnsupportedRules for a board of more than nine squares, or one the player does not play,
    UnknownPlayer for a name that is none, and WrongType. Takes 0.02 s for a deterministic player,
    0.5 s for one that may choose any move.

    >>> certification = certify("classic")
    >>> certification.as_x.lines_lost, certification.as_o.lines_lost
    (0, 12)
    """
    player, rules = as_player(player, needs="policy"), as_type(rules, Rules, "the board")
    start = rules.start(first)
    as_x, as_o = (_Side(player, start, mark).report() for mark in (Mark.X, Mark.O))
    return Certification(player.name, rules, first, as_x, as_o)


def certify_side(
    player: Player | str, mark: Mark, rules: Rules | str = _STANDARD, first: Mark = Mark.X
) -> SideReport:
    """Return the report on one side, as `certify` makes it of both; raises what that raises.

    >>> certify_side("classic", Mark.O).lines_lost
    12
    """
    player, rules = as_player(player, needs="policy"), as_type(rules, Rules, "the board")
    check_type(mark, Mark, "the mark")
    return _Side(player, rules.start(first), mark).report()


def odds(
    player: Player | str,
    opponent: Player | str,
    rules: Rules | str = _STANDARD,
    mark: Mark = Mark.X,
    first: Mark = Mark.X,
) -> Odds:
    """Return the exact odds of a player, playing `mark`, against an opponent; either may be a name.

    Raises UnsupportedRules as `certify` does.

    >>> odds("perfect", "random").loss
    Fraction(0, 1)
    """
    player, opponent = (as_player(side, needs="policy") for side in (player, opponent))
    check_type(mark, Mark, "the mark")
    start = as_type(rules, Rules, "the board").start(first)
    return _Side(player, start, mark).odds(opponent)


class _Side:
    """A player on one side, and the tree of every game it can play there."""

    def __init__(self, player: Player, start: Position, mark: Mark) -> None:
        if start.rules.size > MOST_SQUARES:
            raise UnsupportedRules(
                f"{start.rules} has too many games to play them all:"
                f" a board for this has at most {MOST_SQUARES} squares"
            )
        self._start = start
        self._mark = mark
        self._policies: dict[Position, Mapping[Move, Fraction]] = {}
        # The position after each move, for each position once, those of earlier plies first.
        self._tree: dict[Position, dict[Move, Position]] = {}
        ply = {start: None}  # a dict for its order, which makes runs repeatable
        while ply:
            for position in ply:
                moves: Iterable[Move] = () if position.is_over else position.moves
                if moves and position.turn is mark:
                    moves = self._policies[position] = policy_of(player, position)
                self._tree[position] = {move: position.play_unchecked(move) for move in moves}
            ply = dict.fromkeys(
                child for position in ply for child in self._tree[position].values()
            )

    def _fold(self, join: Callable[[Position, dict[Move, _Found]], _Found]) -> _Found:
        """Return what `join` finds for the start; it gets its findings after each move."""
        results: dict[Position, _Found] = {}
        for position, after in reversed(self._tree.items()):
            results[position] = join(
                position, {move: results[child] for move, child in after.items()}
            )
        return results[self._start]

    def report(self) -> SideReport:
        """Return the report on this side for a certification."""

        def count_lines(position: Position, after: dict[Move, _Counts]) -> _Counts:
            return tuple(map(sum, zip(*after.values(), strict=True))) or self._result(position)

        def shortest_loss(position: Position, after: dict[Move, _Loss]) -> _Loss:
            if not after:
                return () if self._result(position)[0] else None
            lines = [(move, *line) for move, line in after.items() if line is not None]
            return min(lines, key=lambda line: (len(line), line), default=None)

        def worst_loss(position: Position, after: dict[Move, Fraction]) -> Fraction:
            if not after:
                return Fraction(self._result(position)[0])
            policy = self._policies.get(position)
            return max(after.values()) if policy is None else _mean(policy, after)

        lost, drawn, won = self._fold(count_lines)
        refutation = self._fold(shortest_loss)
        wins_missed = thrown_away = 0
        for position in self._policies:
            value = solve(position).value
            lowering = sum(-solve(after).value < value for after in self._tree[position].values())
            wins_missed += lowering > 0 and value is Value.WIN
            thrown_away += lowering
        return SideReport(
            mark=self._mark,
            positions=len(self._policies),
            lines_lost=lost,
            lines_drawn=drawn,
            lines_won=won,
            wins_missed=wins_missed,
            thrown_away=thrown_away,
            against_random=self.odds(Uniform()),
            worst_loss=self._fold(worst_loss),
            refutation=None if refutation is None else Game(self._start, refutation),
        )

    def odds(self, opponent: Player) -> Odds:
        """Return the probability of each result against an opponent."""

        def join(position: Position, after: dict[Move, _Chances]) -> _Chances:
            if not after:
                return tuple(map(Fraction, self._result(position)))
            policy = self._policies.get(position) or policy_of(opponent, position)
            results = zip(*after.values(), strict=True)
            return tuple(
                _mean(policy, dict(zip(after, chances, strict=True))) for chances in results
            )

        return Odds(*self._fold(join))

    def _result(self, position: Position) -> _Counts:
        if not position.has_winner:
            return 0, 1, 0
        return (1, 0, 0) if position.turn is self._mark else (0, 0, 1)


def _mean(policy: Mapping[Move, Fraction], after: Mapping[Move, Fraction]) -> Fraction:
    # With a common denominator; a plain `sum` makes a certification half as slow again.
    terms = [(share, after[move]) for move, share in policy.items()]
    common = lcm(*(share.denominator * value.denominator for share, value in terms))
    total = 0
    for share, value in terms:
        scale = common // (share.denominator * value.denominator)
        total += share.numerator * value.numerator * scale
    return Fraction(total, common)
