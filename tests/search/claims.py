"""Checks claims of forced wins in generated positions by the referee, and counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from noughts import Limit
from noughts.core import Position
from noughts.search import ForcedWin, forced_loss, forced_win, threatened_win
from tests.search.oracle import FalseClaim, Referee
from tests.search.positions import STYLES, positions

_MORE = Limit(nodes=200_000)  # where a claim was found on the way of another, with luck


@dataclass
class Count:
    """What was seen: positions, claims of a win by their plies, and the claims that are false.

    That a side loses, or that moves do not stop a threat, are claims of wins after each move.
    `longer` counts positions on the way in which the search, asked again, took more plies than
    it had claimed: the win stands, but not by the play that was claimed.
    """

    positions: int = 0
    claims: Counter[int] = field(default_factory=Counter)
    longer: int = 0
    false: list[str] = field(default_factory=list)

    def check(self, position: Position) -> None:
        """Check what is claimed about a position, if anything is."""
        self.positions += 1
        try:
            self._check(position)
        except FalseClaim as error:
            self.false.append(f"{position.notation}: {error}")

    def _check(self, position: Position) -> None:
        win = forced_win(position)
        if win is not None:
            self._check_win(position, win)
        elif (loss := forced_loss(position)) is not None:
            _check_line(position, loss)
            for move in position.moves:
                self._referee(position.play(move), loss.plies - 1)
        elif (threatened := threatened_win(position)) is not None:
            for move in set(position.moves) - set(threatened.stops):
                after = position.play(move)
                self._check_win(after, _asked(after))

    def _check_win(self, position: Position, claim: ForcedWin | None) -> None:
        if claim is None:
            raise FalseClaim(f"{position.notation}: no win is claimed")
        _check_line(position, claim)
        self._referee(position, claim.plies)

    def _referee(self, position: Position, plies: int) -> None:
        self.claims[plies] += 1
        referee = Referee(_strategy, may_lengthen=True)
        referee.check(position, plies)
        self.longer += referee.longer


def _asked(position: Position) -> ForcedWin | None:
    return forced_win(position) or forced_win(position, _MORE)


def _strategy(position: Position) -> tuple[int, int] | None:
    claim = _asked(position)
    return None if claim is None else (claim.line[0], claim.plies)


def _check_line(position: Position, claim: ForcedWin) -> None:
    """Raise FalseClaim unless a line is legal and ends in the claimed win."""
    after, length = position, len(claim.line)
    for move in claim.line:
        after = after.play(move)
    if not after.has_winner or length > claim.plies or length % 2 != claim.plies % 2:
        raise FalseClaim(f"the line {claim.line} does not win in {claim.plies} plies")


def check_boards(boards: tuple[str, ...], count: int, seed: int = 0) -> Iterator[tuple[str, Count]]:
    """For each board, so many positions of each style of play."""
    for board in boards:
        found, random = Count(), Random(f"{board} {seed}")
        for style in STYLES:
            for position in islice(positions(board, style, random), count):
                found.check(position)
        yield board, found
