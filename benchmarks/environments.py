"""One environment at a time against OpenSpiel's and PettingZoo's, in the same games.

The games are drawn beforehand, so that only the environments and the loops of their own
documentation are timed, not the choice of moves; the results are compared afterwards. Processor
time of this process; a ratio is the median over the rounds.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from random import Random
from statistics import median
from time import process_time
from typing import Any

import gymnasium

from _bench import WARM_UPS, arguments_of, interleave, judged, print_machine, print_table, spread
from noughts import Rules
from noughts.rl import ENVIRONMENT, NoughtsAEC, NoughtsEnv, env

_SEED = 1
_ROUNDS = 21
_GAMES = 500
_LARGE_GAMES = 10

Games = Sequence[Sequence[int]]
Results = Counter[tuple[float, float]]  # the rewards of X and O
Play = Callable[[Games], Results]

OURS, THEIRS = "noughts", "the peer"


def main() -> None:
    """Measure and report."""
    options = arguments_of("One environment against OpenSpiel's and PettingZoo's.").parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # PettingZoo's game draws with pygame
    try:
        open_spiel = import_module("open_spiel.python.rl_environment")
        pettingzoo = import_module("pettingzoo.classic.tictactoe.tictactoe")
    except ImportError as error:
        sys.exit(f"{error.name} is not installed here: run `make bench`")
    print_machine(
        *(f"{name} {version(name)}" for name in ("open_spiel", "gymnasium", "pettingzoo", "numpy"))
    )
    rounds = 3 if options.quick else _ROUNDS
    games = draw_games(Rules(), _GAMES)
    print("\nGymnasium, both sides played, against OpenSpiel's rl_environment: 3x3")
    compare(
        {
            OURS: gymnasium_games(NoughtsEnv(opponent=None)),
            "noughts, gymnasium.make": gymnasium_games(gymnasium.make(ENVIRONMENT, opponent=None)),
            THEIRS: open_spiel_games(open_spiel.Environment("tic_tac_toe")),
        },
        games,
        rounds,
        targets=(2, 5),
    )
    print("\nThe same on 15x15:5")
    compare(
        {
            OURS: gymnasium_games(NoughtsEnv("15x15:5", opponent=None)),
            THEIRS: open_spiel_games(open_spiel.Environment("mnk(m=15,n=15,k=5)")),
        },
        draw_games(Rules(15, 15, 5), _LARGE_GAMES),
        rounds,
    )
    print("\nPettingZoo AEC, no wrappers, against PettingZoo's own tictactoe raw_env: 3x3")
    compare(
        {
            OURS: pettingzoo_games(NoughtsAEC(), list(range(9))),
            "noughts, usual wrappers": pettingzoo_games(env(), list(range(9))),
            "the peer, usual wrappers": pettingzoo_games(pettingzoo.env(), BY_COLUMNS),
            THEIRS: pettingzoo_games(pettingzoo.raw_env(), BY_COLUMNS),
        },
        games,
        rounds,
        targets=(3, 10),
    )


BY_COLUMNS = [3 * (square % 3) + square // 3 for square in range(9)]  # PettingZoo's own order


def draw_games(rules: Rules, count: int) -> Games:
    """Return random games, each a list of squares in reading order."""
    random = Random(_SEED)
    games = []
    for _ in range(count):
        position, moves = rules.start(), list[int]()
        while not position.is_over:
            moves.append(random.choice(position.moves))
            position = position.play(moves[-1])
        games.append(moves)
    return games


def gymnasium_games(environment: gymnasium.Env[Any, Any]) -> Play:
    """Return the loop of Gymnasium's documentation; the reward is for the side that has moved."""

    def play(games: Games) -> Results:
        results: Results = Counter()
        for moves in games:
            environment.reset()
            for move in moves:
                _, reward, terminated, _, _ = environment.step(move)
            assert terminated
            results[as_first_and_second(float(reward), len(moves))] += 1
        return results

    return play


def open_spiel_games(environment: Any) -> Play:
    """Return the loop of OpenSpiel's documentation."""

    def play(games: Games) -> Results:
        results: Results = Counter()
        for moves in games:
            step = environment.reset()
            for move in moves:
                step = environment.step([move])
            assert step.last()
            results[step.rewards[0], step.rewards[1]] += 1
        return results

    return play


def pettingzoo_games(environment: Any, actions: Sequence[int]) -> Play:
    """Return the loop of PettingZoo's documentation; `actions` are its names for squares."""

    def play(games: Games) -> Results:
        results: Results = Counter()
        for moves in games:
            environment.reset()
            squares = iter(moves)
            rewards = []
            for _ in environment.agent_iter():
                _, reward, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    rewards.append(reward)
                    environment.step(None)
                else:
                    environment.step(actions[next(squares)])
            # The agent that is to move when the game ends is removed first.
            results[as_first_and_second(rewards[1], len(moves))] += 1
            assert rewards[0] == -rewards[1]
        return results

    return play


def as_first_and_second(reward: float, plies: int) -> tuple[float, float]:
    """Return the rewards of X and O, given that of the side that moved last."""
    return (reward, 0.0 - reward) if plies % 2 else (0.0 - reward, reward)


def compare(
    contenders: dict[str, Play],
    games: Games,
    rounds: int,
    targets: tuple[float, float] | None = None,
) -> None:
    """Print a table, the ratio against its targets, and whether the results agree."""
    plies = sum(map(len, games))
    measures = {name: timed(play, games) for name, play in contenders.items()}
    samples = interleave(measures, rounds, WARM_UPS)
    head = f"µs a ply, median of {rounds} rounds of {len(games):,} games (range)"
    rows = [
        (name, spread(figures, 2), f"{1e6 / median(figures):,.0f}")
        for name, figures in samples.items()
    ]
    print_table(("", head, "plies a second"), rows)
    ratios = [their / our for our, their in zip(samples[OURS], samples[THEIRS], strict=True)]
    print(verdict(ratios, targets))
    results = [play(games) for play in contenders.values()]
    same = all(result == results[0] for result in results)
    print(f"the same {len(games):,} games ({plies:,} plies) everywhere: {'yes' if same else 'NO'}")


def verdict(ratios: list[float], targets: tuple[float, float] | None) -> str:
    """Return the plies that ours makes while the peer makes one."""
    text = f"ratio {spread(ratios, 2)}"
    if targets is None:
        return text
    (at_least, aim), ratio = targets, median(ratios)
    text += f"; at least {at_least:g}x, aim {aim:g}x"
    return judged(text, reached=ratio >= at_least, aim_reached=ratio >= aim)


def timed(play: Play, games: Games) -> Callable[[], float]:
    """Return a measure of the µs a ply."""
    plies = sum(map(len, games))

    def measure() -> float:
        begun = process_time()
        play(games)
        return (process_time() - begun) / plies * 1_000_000

    return measure


if __name__ == "__main__":
    main()
