"""Matches: games between two players, who take turns to begin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import SupportsIndex

from noughts.core.bits import Move
from noughts.core.checks import check_type, whole
from noughts.core.errors import IllegalAction, WrongType
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.players import Player, check_supports, player
from noughts.players.base import checked_choice
from noughts.solver import Limit

MOST_GAMES = 1_000_000

_STANDARD = Rules()


@dataclass(frozen=True, slots=True)
class Score:
    """How many games a player won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, games: Iterable[Game], mark: Mark) -> Score:
        """The score of one side in games that are over."""
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


@dataclass(frozen=True, slots=True)
class Match:
    """The games of two players; X begins, and the players take turns as X.

    The first player is X in the first game. Scores are the first player's; each takes O(games).
    """

    players: tuple[str, str]
    games: tuple[Game, ...]

    @property
    def score(self) -> Score:
        """How the first player did in all games."""
        return self.as_x + self.as_o

    @property
    def as_x(self) -> Score:
        """How the first player did in the games it began."""
        return Score.of(self.games[::2], Mark.X)

    @property
    def as_o(self) -> Score:
        """How the first player did in the games its opponent began."""
        return Score.of(self.games[1::2], Mark.O)

    def records(self) -> Iterator[Record]:
        """The games as records, with the names of the players."""
        for number, game in enumerate(self.games):
            x, o = self.players if number % 2 == 0 else self.players[::-1]
            yield Record(game, {Mark.X: x, Mark.O: o})

    def __str__(self) -> str:
        return f"{self.players[0]} against {self.players[1]}: {self.score}"


def match(
    first: Player | str,
    second: Player | str,
    games: SupportsIndex,
    rules: Rules = _STANDARD,
    *,
    seed: int | None = None,
    limit: Limit | None = None,
) -> Match:
    """Play 1 to 1,000,000 games between two players, each a name in the table or a Player.

    They take turns to begin; `first` begins the first game. The seed is for players given by name;
    a Player has its own. The limit applies to each move. Raises UnknownPlayer, UnsupportedRules,
    IllegalAction for another number of games, IllegalMove if a player makes one, Unsolved if a
    player needs a proof beyond the limit, and WrongType.

    >>> print(match("perfect", "classic", 10))
    perfect against classic: 0 won, 10 drawn, 0 lost
    """
    check_type(rules, Rules, "the board")
    count = whole(games, "the number of games")
    if not 1 <= count <= MOST_GAMES:
        raise IllegalAction(f"a match has 1 to {MOST_GAMES:,} games, not {count}")
    seeds = Random(None if seed is None else whole(seed, "the seed"))
    sides = (_player(first, seeds), _player(second, seeds))
    for side in sides:
        check_supports(side, rules)
    start, turned = rules.start(), (sides[1], sides[0])
    played = (_play(start, turned if number % 2 else sides, limit) for number in range(count))
    return Match((sides[0].name, sides[1].name), tuple(played))


def _player(given: Player | str, seeds: Random) -> Player:
    own = seeds.getrandbits(64)  # always drawn, so that the other player's seed does not change
    if isinstance(given, str):
        return player(given, own)
    is_player = all(callable(getattr(given, name, None)) for name in ("choose", "supports"))
    if isinstance(given, type) or not is_player:
        raise WrongType(f"a player is a name or a Player, not of type {type(given).__name__}")
    return given


def _play(start: Position, sides: tuple[Player, ...], limit: Limit | None) -> Game:
    position, moves = start, list[Move]()
    while not position.is_over:
        side = sides[len(moves) % 2]
        move = checked_choice(side, position, side.choose(position, limit).move)
        position = position.play(move)
        moves.append(move)
    return Game(start, moves)
