"""Matches: games between two players, who take turns to begin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import SupportsIndex

from noughts.core import Game, Mark, Rules
from noughts.core.checks import as_type, check_type, seed_or_none, whole
from noughts.core.errors import IllegalAction
from noughts.core.record import Record
from noughts.players import Player, check_supports
from noughts.players.base import move_of
from noughts.players.table import as_player
from noughts.solver import Limit
from noughts.solver.verdict import limit_or_none

MOST_GAMES = 1_000_000

_STANDARD = Rules()


@dataclass(frozen=True, slots=True)
class Score:
    """The numbers of games that a player won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, games: Iterable[Game], mark: Mark) -> Score:
        """Return the score of one side in games that are over."""
        check_type(mark, Mark, "the mark")
        check_type(games, Iterable, "the games")
        winners = [game.ending.winner for game in games if game.ending is not None]
        return cls(winners.count(mark), winners.count(None), winners.count(mark.other))

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    def __str__(self) -> str:
        return f"{self.wins} won, {self.draws} drawn, {self.losses} lost"


@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """The games of two players; X begins, and the players take turns as X.

    The first player is X in the first game. Scores are the first player's; each takes O(games).
    """

    players: tuple[str, str]
    games: tuple[Game, ...]

    @property
    def score(self) -> Score:
        """The first player's score in all games."""
        return self.as_x + self.as_o

    @property
    def as_x(self) -> Score:
        """The first player's score in the games it began."""
        return Score.of(self.games[::2], Mark.X)

    @property
    def as_o(self) -> Score:
        """The first player's score in the games its opponent began."""
        return Score.of(self.games[1::2], Mark.O)

    @property
    def records(self) -> tuple[Record, ...]:
        """The games as records, with the names of the players."""
        sides = (self.players, self.players[::-1])
        return tuple(
            Record(game, dict(zip(Mark, sides[number % 2], strict=True)))
            for number, game in enumerate(self.games)
        )

    def __repr__(self) -> str:
        return f"<Match {self}>"

    def __str__(self) -> str:
        return f"{self.players[0]} against {self.players[1]}: {self.score}"


def match(
    first: Player | str,
    second: Player | str,
    games: SupportsIndex,
    rules: Rules | str = _STANDARD,
    *,
    seed: int | None = None,
    limit: Limit | None = None,
) -> Match:
    """Play 2 to 1,000,000 games between two players, each a name in the table or a Player.

    Each begins half of them, so their number is even; `first` begins the first game. The seed is
    for players given by name; a Player has its own. The limit applies to each move. Raises
    UnknownPlayer, UnsupportedRules, IllegalAction for another number of games, IllegalMove if a
    player makes one, Unsolved if a player needs a proof beyond the limit, and WrongType.

    >>> print(match("perfect", "classic", 10))
    perfect against classic: 0 won, 10 drawn, 0 lost
    """
    rules, limit = as_type(rules, Rules, "the board"), limit_or_none(limit)
    count = whole(games, "the number of games")
    if not 1 <= count <= MOST_GAMES:
        raise IllegalAction(f"a match has 2 to {MOST_GAMES:,} games, not {count}")
    if count % 2:
        raise IllegalAction(f"the number of games is even, not {count}: each player begins half")
    seeds = Random(seed_or_none(seed))
    # Both are drawn, so that a player's seed does not depend on how the other is given.
    sides = (as_player(first, seeds.getrandbits(64)), as_player(second, seeds.getrandbits(64)))
    for side in sides:
        check_supports(side, rules)
    played = []
    for number in range(count):
        game = Game(rules.start())
        while game.ending is None:
            mover = sides[(number + len(game.moves)) % 2]
            game = game.play(move_of(mover, game.position, limit))
        played.append(game)
    return Match((sides[0].name, sides[1].name), tuple(played))
