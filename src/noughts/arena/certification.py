"""The results for a player once every line against it has been played."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact probability of each result for a player; they sum to 1."""

    loss: Fraction
    draw: Fraction
    win: Fraction


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

    @property
    def sides(self) -> tuple[SideReport, SideReport]:
        """Both reports, X first."""
        return self.as_x, self.as_o
