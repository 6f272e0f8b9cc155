"""Pairs of games: one opening, played once from each side; any number of them, in parallel.

Each game has a referee: a side that fails loses.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import ExitStack
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random
from time import monotonic

from noughts.arena.matches import Score
from noughts.arena.openings import random_opening
from noughts.core import Ending, Game, Mark, Position, Rules, Termination, as_position
from noughts.core.checks import MOST_SEED, as_type, check_type, whole
from noughts.core.errors import IllegalAction, IllegalMove, NoughtsError
from noughts.engine import GRACE_SECONDS, EngineFailure, ExternalEngine, Fault
from noughts.players import Player, check_supports, player
from noughts.players.base import move_of
from noughts.players.table import as_player, check_name
from noughts.search import use_own_engines
from noughts.solver import Limit
from noughts.solver.crew import is_stopping, process_pool
from noughts.solver.verdict import limit_or_none

MOST_PAIRS = 500_000
MOST_JOBS = 256


@dataclass(frozen=True, slots=True)
class Contender:
    """A side of a match: its name, a maker of its player from a seed, and the limit of each move.

    `make` can be pickled, since games are played in other processes.
    """

    name: str
    make: Callable[[int], Player]
    limit: Limit = field(default_factory=Limit)

    def __post_init__(self) -> None:
        check_type(self.name, str, "the name of a contender")
        check_type(self.make, Callable, "what makes the player")
        check_type(self.limit, Limit, "the limit")

    @classmethod
    def named(cls, name: str, limit: Limit | None = None) -> Contender:
        """Return a player of the table; raises UnknownPlayer."""
        check_name(name)
        return cls(name, partial(player, name), limit_or_none(limit))

    @classmethod
    def engine(cls, command: str, limit: Limit | None = None) -> Contender:
        """Return an external engine; raises NotationError for a command that cannot be read."""
        return cls(
            ExternalEngine(command).name, partial(ExternalEngine, command), limit_or_none(limit)
        )

    def check(self, rules: Rules | str) -> None:
        """Raise UnknownPlayer, UnsupportedRules or EngineFailure unless it plays the board."""
        rules, able = as_type(rules, Rules, "the board"), self.make(0)
        if not isinstance(able, ExternalEngine):
            check_supports(able, rules)
            return
        try:
            with able:
                able.start(rules)
        except EngineFailure as failure:
            raise EngineFailure(failure.fault, f"{self.name}: {failure.reason}") from None


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a match: the contenders, the board and the openings.

    The openings are random ones of `plies` plies, by default as many as suit the board; or those
    of a list, in turn. Everything random follows from the seed.
    """

    contenders: tuple[Contender, Contender]
    rules: Rules
    seed: int = 0
    plies: int | None = None
    starts: tuple[Position, ...] = ()

    def __post_init__(self) -> None:
        check_type(self.contenders, tuple, "the contenders")
        for contender in self.contenders:
            check_type(contender, Contender, "a contender")
        whole(self.seed, "the seed", 0, MOST_SEED)
        if self.plies is not None:
            whole(self.plies, "the plies", 0)
        check_type(self.starts, tuple, "the openings")
        starts = tuple(as_position(start, "an opening") for start in self.starts)
        derive = object.__setattr__  # the class is frozen
        derive(self, "rules", as_type(self.rules, Rules, "the board"))
        derive(self, "starts", starts)

    def opening(self, number: int) -> Position:
        """Return the opening of a pair."""
        whole(number, "the number of a pair", 0)
        if self.starts:
            return self.starts[number % len(self.starts)]
        return random_opening(self.rules, self._random(number), self.plies)

    def seeds(self, number: int) -> tuple[int, int]:
        """Return the seeds of the two players in a pair."""
        whole(number, "the number of a pair", 0)
        random = self._random(-1 - number)
        return random.getrandbits(64), random.getrandbits(64)

    def _random(self, number: int) -> Random:
        return Random(f"{self.seed} {number}")


@dataclass(frozen=True, slots=True)
class Failure:
    """The fault that cost a side the game."""

    mark: Mark
    fault: Fault
    reason: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game, how it was lost if a side failed, and the seconds of each side's slowest move."""

    game: Game
    failure: Failure | None
    slowest: Mapping[Mark, float]


class Stopped(NoughtsError):
    """The match ended before the game did."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one opening: in the first one, the first contender moves first in it."""

    number: int
    games: tuple[Played, Played]
    firsts: tuple[Mark, Mark]  # the mark of the first contender in each

    @property
    def points(self) -> float:
        """The first contender's points: 0, ½, 1, 1½ or 2."""
        games = zip(self.games, self.firsts, strict=True)
        return sum(Score.of([played.game], mark).points for played, mark in games)


def play_game(
    start: Position,
    sides: Mapping[Mark, tuple[Player, Limit]],
    should_stop: Callable[[], bool] = lambda: False,
) -> Played:
    """Play a game between two players, each with the limit of a move.

    Raises Stopped once it should stop. A side loses if its player raises, makes no legal move, or
    is more than a second late. Each searches with engines of its own.
    """
    contexts = {mark: copy_context() for mark in Mark}
    for context in contexts.values():
        context.run(use_own_engines)
    game, slowest = Game(start), dict.fromkeys(Mark, 0.0)
    while game.ending is None:
        if should_stop():
            raise Stopped("the match was stopped")
        mark, began = game.position.turn, monotonic()
        mover, limit = sides[mark]
        try:
            move = contexts[mark].run(move_of, mover, game.position, limit)
            seconds = monotonic() - began
            if limit.seconds is not None and seconds > limit.seconds + GRACE_SECONDS:
                raise EngineFailure(Fault.TIME, f"took {seconds:.2f} seconds for a move")
        except Exception as error:  # whatever a player raises, the match has to go on
            fault, reason = Fault.CRASH, f"{type(error).__name__}: {error}"
            if isinstance(error, EngineFailure):
                fault, reason = error.fault, error.reason
            elif isinstance(error, IllegalMove):
                fault, reason = Fault.ILLEGAL, error.reason
            late = fault is Fault.TIME
            ending = Ending(Termination.TIME if late else Termination.ABANDONED, mark.other)
            return Played(game.end(ending), Failure(mark, fault, reason), slowest)
        slowest[mark] = max(slowest[mark], seconds)
        game = game.play(move)
    return Played(game, None, slowest)


def play_pair(plan: Plan, number: int, should_stop: Callable[[], bool] = lambda: False) -> Pair:
    """Play the two games of a pair; raises Stopped once it should stop."""
    opening, seeds = plan.opening(number), plan.seeds(number)
    firsts = (opening.turn, opening.turn.other)
    with ExitStack() as stack:
        sides = []
        for contender, seed in zip(plan.contenders, seeds, strict=True):
            made = contender.make(seed)
            if isinstance(made, ExternalEngine):
                stack.enter_context(made)
            sides.append((as_player(made), contender.limit))
        first, second = sides
        games = [
            play_game(opening, {mark: first, mark.other: second}, should_stop) for mark in firsts
        ]
    return Pair(number, (games[0], games[1]), firsts)


def play_pairs(plan: Plan, pairs: int, jobs: int = 1) -> Generator[Pair, None, None]:
    """Play pairs and yield each when it is over; with `jobs` above 1, that many at a time.

    Each job is a process. Closing the iterator stops the games that are being played. Raises
    IllegalAction for impossible numbers, and Stopped if a process dies.
    """
    check_type(plan, Plan, "the plan")
    pairs, jobs = whole(pairs, "the number of pairs"), whole(jobs, "the number of jobs")
    if not (1 <= pairs <= MOST_PAIRS and 1 <= jobs <= MOST_JOBS):
        raise IllegalAction(f"a match has 1 to {MOST_PAIRS:,} pairs, and 1 to {MOST_JOBS} jobs")
    if jobs == 1:
        return (play_pair(plan, number) for number in range(pairs))
    return _play_in_processes(plan, pairs, min(jobs, pairs))


def _play_in_processes(plan: Plan, pairs: int, jobs: int) -> Generator[Pair, None, None]:
    with process_pool(jobs) as pool:
        waiting = iter(range(pairs))
        running: set[Future[Pair]] = set()
        while True:
            for number in islice(waiting, jobs - len(running)):
                running.add(pool.submit(play_pair, plan, number, is_stopping))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                try:
                    yield future.result()
                except BrokenExecutor:
                    raise Stopped("a process that played games ended unexpectedly") from None
