"""Games of machines, against players and against one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from noughts.core import Game, Mark, Position, Rules
from noughts.core.checks import as_type, check_type, seed_or_none, whole
from noughts.core.errors import IllegalAction
from noughts.menace.boxes import BOARD
from noughts.menace.machine import Machine
from noughts.players import Player
from noughts.players.base import BasePlayer, Choice, Policy, Weighted, check_can_choose, move_of
from noughts.players.perfect import Perfect
from noughts.players.table import as_player
from noughts.players.uniform import Uniform
from noughts.solver import Limit

MOST_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game, and what both sides are after it: a player learns nothing, a machine does."""

    game: Game
    machine: Machine
    opponent: Machine | Player


def train(
    machine: Machine, opponent: Machine | Player | str, games: int, seed: int | None = None
) -> Iterator[Lesson]:
    """Let a machine play, and yield each game with what both sides are after it.

    The opponent may be another machine, of the other side, which learns too. The seed is for the
    draws of machines, and for a player given by its name. Raises IllegalAction, UnknownPlayer and
    WrongType, and what a player raises.

    >>> last = list(train(Machine.new(), "perfect", 20, seed=1))[-1]
    >>> last.machine.score.games, last.machine.score.wins
    (20, 0)
    """
    check_type(machine, Machine, "the machine")
    count = whole(games, "the number of games", 0, MOST_GAMES)
    rng = Random(seed_or_none(seed))
    if isinstance(opponent, Machine):
        if opponent.scheme.mark is machine.scheme.mark:
            raise IllegalAction(f"both machines play {machine.scheme.mark}")
    else:
        opponent = as_player(opponent, rng.getrandbits(64))
    return _lessons(machine, opponent, count, rng)


def _lessons(
    machine: Machine, opponent: Machine | Player, games: int, rng: Random
) -> Iterator[Lesson]:
    mark = machine.scheme.mark
    for _ in range(games):
        game = play({mark: machine, mark.other: opponent}, rng)
        machine = machine.after(game)
        if isinstance(opponent, Machine):
            opponent = opponent.after(game)
        yield Lesson(game, machine, opponent)


def play(sides: Mapping[Mark, Machine | Player], rng: Random) -> Game:
    """Return a whole game, X first, which a machine resigns where its box is empty."""
    game = Game(BOARD.start())
    while game.ending is None:
        side = sides[game.position.turn]
        if isinstance(side, Machine):
            move = side.draw(game.position, rng)
            game = game.resign() if move is None else game.play(move)
        else:
            game = game.play(move_of(side, game.position))
    return game


class Matchboxes(Weighted):
    """Draws its moves as machines do; a player like others, which does not learn.

    It has a machine for either side, or for one. Where it has no bead it moves anywhere, since
    players do not resign.
    """

    name = "menace"

    def __init__(self, *machines: Machine, seed: int | None = None) -> None:
        super().__init__(seed)
        for machine in machines:
            check_type(machine, Machine, "a machine")
        self.machines = {machine.scheme.mark: machine for machine in machines}

    def supports(self, rules: Rules) -> bool:
        """True for 3×3."""
        return as_type(rules, Rules, "the board") == BOARD

    def weights(self, position: Position) -> Mapping[int, int]:
        """Return the beads of the box, or one for each free square."""
        if position.first is Mark.O:  # to a machine it is X who begins
            position = Position(position.rules, position.os, position.xs, position.turn.other)
        machine = self.machines.get(position.turn)
        opened = None if machine is None else machine.open(position)
        if opened is None or not any(opened[1].values()):
            return dict.fromkeys(position.moves, 1)
        return opened[1]


class Michie(BasePlayer):
    """Plays as Michie tells of his tournament against the first machine.

    By the end of the first twenty games, in which he played the best he knew, the machine had
    settled into a line that draws. So he went on with variations that he knew to be unsound, to
    draw it into unfamiliar positions. Here those are replies to the opening drawn at random, after
    which it plays as `perfect`. `games` are those that it has played before.
    """

    name = "michie"
    SOUND = 20  # games

    def __init__(self, seed: int | None = None, games: int = 0) -> None:
        self._best = Perfect()
        self._any = Uniform(seed)
        self._begun = whole(games, "the number of games", 0)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return its first move of a game, or after it the best one."""
        position = check_can_choose(self, position, limit)
        if position.plies > 1:
            return self._best.choose(position, limit)
        self._begun += 1
        return (self._best if self._begun <= self.SOUND else self._any).choose(position)

    def policy(self, position: Position) -> Policy:
        """Return the policy of the game that it is in."""
        position = check_can_choose(self, position)
        is_any = position.plies <= 1 and self._begun >= self.SOUND
        return (self._any if is_any else self._best).policy(position)

    def supports(self, rules: Rules) -> bool:
        """True for 3×3."""
        return as_type(rules, Rules, "the board") == BOARD
