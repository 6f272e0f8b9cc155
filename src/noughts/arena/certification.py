"""What there is to say of a player once every line against it has been played."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact probability of each result for a player; they add up to 1."""

    loss: Fraction
    draw: Fraction
    win: Fraction


@dataclass(frozen=True, slots=True)
class SideReport:
    """A player on one side, in every game that its policy and any opponent allow.

    A line is such a game, however unlikely; a position is met when it is the player's turn there.
    `wins_missed` counts the positions met that are proved wins in which some move the player may
    choose no longer wins. `thrown_away` counts all the choices, a position met and a move the
    player may choose there, that lower the proved value: a win to a draw, either to a loss.
    """

    mark: Mark
    positions: int
    lines_lost: int
    lines_drawn: int
    lines_won: int
    wins_missed: int
    thrown_away: int
    against_random: Odds
    worst_loss: Fraction  # the probability of losing to the opponent who makes the most of it
    refutation: Game | None  # the shortest lost line, of these the one with the lowest squares

    @property
    def lines(self) -> int:
        """How many different games there are."""
        return self.lines_lost + self.lines_drawn + self.lines_won


@dataclass(frozen=True, slots=True)
class Certification:
    """A player on both sides of a board on which `first` begins."""

    player: str
    rules: Rules
    first: Mark
    as_x: SideReport
    as_o: SideReport

    @property
    def sides(self) -> tuple[SideReport, SideReport]:
        """Both reports, X first."""
        return self.as_x, self.as_o
