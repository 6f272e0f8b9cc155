"""The machine: beads in boxes, from which it draws its moves, and what a game teaches it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from noughts.core import Game, Mark, Move, Position
from noughts.core.checks import check_type, whole
from noughts.core.errors import IllegalAction
from noughts.menace.boxes import BOARD, STAGES, Box, Cabinet, Place, cabinet

MOST_FIRST = 100  # beads of a kind in a new box
MOST_CHANGE = 100  # beads that a game adds or takes away
MOST_BEADS = 10**9  # of a kind: more than any number of games adds


@dataclass(frozen=True, slots=True)
class Scheme:
    """The rules of a machine; without arguments those that Michie published in 1963.

    `first` has the beads of each kind in the new boxes of its first to fourth move. `win`, `draw`
    and `loss` are added to the bead drawn from each box. If it `shares`, squares that are alike by
    the symmetry of the position have one bead between them. Raises IllegalAction and WrongType.

    >>> Scheme().first, Scheme().win
    ((4, 3, 2, 1), 3)
    """

    mark: Mark = Mark.X
    first: tuple[int, ...] = (4, 3, 2, 1)
    win: int = 3
    draw: int = 1
    loss: int = -1
    shares: bool = True

    def __post_init__(self) -> None:
        check_type(self.mark, Mark, "the side of the machine")
        check_type(self.first, tuple, "the first beads")
        check_type(self.shares, bool, "whether squares share beads")
        if len(self.first) != STAGES:
            raise IllegalAction(f"the first beads are {STAGES} numbers, not {len(self.first)}")
        for count in self.first:
            whole(count, "the first beads of a kind", 1, MOST_FIRST)
        for name in ("win", "draw", "loss"):
            whole(getattr(self, name), f"the beads for a {name}", -MOST_CHANGE, MOST_CHANGE)

    @property
    def cabinet(self) -> Cabinet:
        """The boxes."""
        return cabinet(self.mark, shares=self.shares)


@dataclass(frozen=True, slots=True)
class Score:
    """The numbers of games that a machine won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __post_init__(self) -> None:
        for name in ("wins", "draws", "losses"):
            whole(getattr(self, name), f"the number of {name}", 0)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine as it stands: its rules, the beads in each box, and how its games went."""

    scheme: Scheme
    beads: tuple[tuple[int, ...], ...]  # of each box, for each of its squares
    score: Score = field(default_factory=Score)

    def __post_init__(self) -> None:
        check_type(self.scheme, Scheme, "the rules of the machine")
        check_type(self.beads, tuple, "the beads")
        check_type(self.score, Score, "the score")
        boxes = self.scheme.cabinet.boxes
        if [len(beads) for beads in self.beads] != [len(box.squares) for box in boxes]:
            raise IllegalAction(f"the beads are not those of {len(boxes)} boxes")
        for count in {count for beads in self.beads for count in beads}:
            whole(count, "the beads of a kind", 0, MOST_BEADS)

    @classmethod
    def new(cls, scheme: Scheme | None = None) -> Machine:
        """Return a machine that has played no game.

        >>> Machine.new().beads[0]
        (4, 4, 4)
        """
        scheme = Scheme() if scheme is None else scheme
        check_type(scheme, Scheme, "the rules of the machine")
        boxes = scheme.cabinet.boxes
        return cls(scheme, tuple((scheme.first[box.stage],) * len(box.squares) for box in boxes))

    @property
    def has_given_up(self) -> bool:
        """True if it begins and its first box is empty, so that it resigns every game."""
        first = self.scheme.cabinet.boxes[0]
        return first.position == BOARD.start() and not any(self.beads[0])

    def open(self, position: Position) -> tuple[Box, dict[Move, int]] | None:
        """Return the box for a position, and its beads by the squares where they put the mark.

        The squares are in reading order, however the position lies.
        None where the machine has no choice or is not to move, and where X did not begin.
        """
        place = self.scheme.cabinet.place(position) if position.first is Mark.X else None
        if place is None or position.rules != BOARD:
            return None
        beads = sorted(zip(place.squares, self.beads[place.box], strict=True))
        return self.scheme.cabinet.boxes[place.box], dict(beads)

    def draw(self, position: Position, rng: Random) -> Move | None:
        """Return a move of the machine's side drawn at random; None if it resigns.

        It resigns if the box is empty. Where one square is free, it takes that without a box.
        """
        place = self.scheme.cabinet.place(position)
        if place is None:
            return position.moves[0]
        beads = self.beads[place.box]
        total = sum(beads)
        if not total:
            return None
        drawn = rng.randrange(total)
        for square, count in zip(place.squares, beads, strict=True):
            drawn -= count
            if drawn < 0:
                return square
        raise AssertionError(total)

    def after(self, game: Game) -> Machine:
        """Return the machine as a game that is over leaves it; raises IllegalAction and WrongType.

        A box that was empty has drawn no bead, and stays so.
        """
        check_type(game, Game, "the game")
        if game.ending is None or game.start != BOARD.start():
            raise IllegalAction("a machine learns from whole games of 3x3:3 in which X begins")
        scheme, score, winner = self.scheme, self.score, game.ending.winner
        if winner is None:
            change, score = scheme.draw, replace(score, draws=score.draws + 1)
        elif winner is scheme.mark:
            change, score = scheme.win, replace(score, wins=score.wins + 1)
        else:
            change, score = scheme.loss, replace(score, losses=score.losses + 1)
        boxes = list(self.beads)
        for position, move in zip(game.positions(), game.moves, strict=False):
            place = scheme.cabinet.place(position)
            if place is not None and any(boxes[place.box]):
                boxes[place.box] = _changed(boxes[place.box], place, move, change)
        return replace(self, beads=tuple(boxes), score=score)


def _changed(beads: tuple[int, ...], place: Place, move: Move, change: int) -> tuple[int, ...]:
    bead = place.beads[move]
    count = min(max(0, beads[bead] + change), MOST_BEADS)
    return (*beads[:bead], count, *beads[bead + 1 :])
