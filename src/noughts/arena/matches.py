"""Matches: games between two players, who take turns to begin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import SupportsIndex

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

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

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
        x, o = self.as_x, self.as_o
        return Score(x.wins + o.wins, x.draws + o.draws, x.losses + o.losses)

    @property
    def as_x(self) -> Score:
        """How the first player did in the games it began."""
        return _score(self.games[::2], Mark.X)

    @property
    def as_o(self) -> Score:
        """How the first player did in the games its opponent began."""
        return _score(self.games[1::2], Mark.O)

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


def _score(games: tuple[Game, ...], mark: Mark) -> Score:
    winners = [game.ending.winner for game in games if game.ending is not None]
    wins, losses = winners.count(mark), winners.count(mark.other)
    return Score(wins, len(games) - wins - losses, losses)


def _player(given: Player | str, seeds: Random) -> Player:
    own = seeds.getrandbits(64)  # always drawn, so that the other player's seed does not change
    if isinstance(given, str):
        return player(given, own)
    is_player = all(callable(getattr(given, name, None)) for name in ("choose", "supports"))
    if isinstance(given, type) or not is_player:
        raise WrongType(f"a player is a name or a Player, not of type {type(given).__name__}")
    return given


def _play(start: Position, sides: tuple[Player, ...], limit: Limit | None) -> Game:
    position, moves = start, []
    for side in cycle(sides):
        if position.is_over:
            break
        move = checked_choice(side, position, side.choose(position, limit).move)
        position = position.play(move)
        moves.append(move)
    return Game(start, moves)
