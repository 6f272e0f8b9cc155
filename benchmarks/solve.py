"""Exact values from scratch and once known, against OpenSpiel's and easyAI's solvers on 3x3.

From scratch, ours forgets the board before every answer, so that its tables are rebuilt each time;
it returns the value, the length and all best moves, while a peer may return less. OpenSpiel's value
iteration cannot be imported without cvxpy. Processor time of this process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median
from time import process_time
from typing import Any

from _bench import (
    ROUNDS,
    WARM_UPS,
    arguments_of,
    interleave,
    judged,
    print_machine,
    print_table,
    spread,
)
from noughts import Position, Rules, solve
from noughts.solver.exact import tables_of

OURS = "noughts, solve"
AT_LEAST_FROM_NOTHING = 10
AT_LEAST_ONCE_KNOWN = 10_000

_START = Rules().start()
_DRAW = 0
_BOARDS = ("3x3:3", "4x3:3", "4x3:4", "4x4:3", "4x4:4", "5x3:5", "8x2:8", "16x1:5")
_SAMPLES = 50

Answer = Callable[[], float]  # finds the value of the empty board and returns it


def main() -> None:
    """Measure and report."""
    options = arguments_of("The exact value of 3x3 against OpenSpiel and easyAI.").parse_args()
    rounds = 3 if options.quick else ROUNDS
    peers = {**open_spiel(), **value_iteration(), **easy_ai()}
    if not peers:
        sys.exit("neither OpenSpiel nor easyAI is installed here: run `make bench`")
    print_machine(*versions("open_spiel", "easyAI"))
    print()
    fastest = print_from_nothing(peers, rounds)
    print()
    print_once_known(fastest, peers[fastest], rounds)
    print()
    print_whole_table(rounds)
    print()
    print_larger(_SAMPLES // 10 if options.quick else _SAMPLES)


def versions(*packages: str) -> Iterator[str]:
    """Yield each of the packages that is installed, with its version."""
    for package in packages:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            print(f"{package} is not installed: left out")


# The peers, each as its documentation shows.


def open_spiel() -> dict[str, Answer]:
    """Return alpha-beta in Python on OpenSpiel's own states."""
    try:
        spiel = import_module("pyspiel")
        minimax = import_module("open_spiel.python.algorithms.minimax")
    except ImportError:
        return {}
    game = spiel.load_game("tic_tac_toe")

    def search() -> float:
        value, _ = minimax.alpha_beta_search(game)
        return float(value)

    return {"OpenSpiel, alpha_beta_search": search}


def value_iteration() -> dict[str, Answer]:
    """Return the values of all states."""
    try:
        spiel = import_module("pyspiel")
        algorithm = import_module("open_spiel.python.algorithms.value_iteration")
    except ImportError as missing:
        print(f"OpenSpiel's value iteration is left out: {missing}")
        return {}
    game = spiel.load_game("tic_tac_toe")

    def iterate() -> float:
        values = algorithm.value_iteration(game, depth_limit=-1, threshold=0.01)
        return float(values[str(game.new_initial_state())])

    return {"OpenSpiel, value_iteration": iterate}


def easy_ai() -> dict[str, Answer]:
    """Return both of its solvers, on its own game, each with its table of positions."""
    try:
        easy = import_module("easyAI")
    except ImportError:
        return {}

    def negamax() -> float:
        solver = easy_ai_negamax()
        solver(easy_ai_game())
        return float(solver.alpha)

    def depth_first() -> float:
        game, table = easy_ai_game(), easy.TranspositionTable()
        return float(easy.solve_with_depth_first_search(game, win_score=100, tt=table))

    return {
        "easyAI, Negamax with table": negamax,
        "easyAI, solve_with_depth_first_search": depth_first,
    }


def easy_ai_remembering() -> dict[str, Answer]:
    """Return its Negamax, asked again about the board that its table was filled from."""
    try:
        solver, game = easy_ai_negamax(), easy_ai_game()
    except ImportError:
        return {}
    solver(game)
    return {"easyAI, Negamax with the same table again": lambda: solver(game)}


def easy_ai_negamax() -> Any:
    easy = import_module("easyAI")
    # A win scores 100 or more; knowing that, it stops looking for a higher score: 31 ms, not 42.
    return easy.Negamax(9, win_score=90, tt=easy.TranspositionTable())


def easy_ai_game() -> Any:
    easy = import_module("easyAI")
    games = import_module("easyAI.games.TicTacToe")

    class Game(games.TicTacToe):  # type: ignore[name-defined, misc]
        def ttentry(self) -> tuple[int, ...]:
            return tuple(self.board)

    return Game([easy.AI_Player(None), easy.AI_Player(None)])


# The comparisons.


def print_from_nothing(peers: dict[str, Answer], rounds: int) -> str:
    """Print the value of the empty board from scratch; return the name of the fastest peer."""
    answers = {OURS: from_nothing, **peers}
    wrong = [name for name, answer in answers.items() if answer() != _DRAW]
    if wrong:
        sys.exit(f"not a draw? {', '.join(wrong)}")
    repeats = {OURS: 20}
    measures = {name: timed(answer, repeats.get(name, 1)) for name, answer in answers.items()}
    samples = interleave(measures, rounds, WARM_UPS)
    rows = [
        (name, spread(figures, 2), f"{median(ratios(samples[OURS], figures)):,.0f}")
        for name, figures in samples.items()
    ]
    print_table(("the value of 3x3 from nothing", f"ms, median of {rounds} (range)", "times"), rows)
    fastest = min(peers, key=lambda name: median(samples[name]))
    print_ratio(samples[OURS], samples[fastest], fastest, AT_LEAST_FROM_NOTHING)
    return fastest


def print_once_known(name: str, peer: Answer, rounds: int) -> None:
    """Print the best move on the empty board by our built tables, and by the fastest search."""
    solve(_START)
    measures = {OURS: timed(lambda: solve(_START).best[0], 10_000), name: timed(peer, 1)}
    for remembering, answer in easy_ai_remembering().items():
        measures[remembering] = timed(answer, 10_000)
    samples = interleave(measures, rounds, WARM_UPS)
    rows = [
        (contender, spread([1000 * figure for figure in figures], 2))
        for contender, figures in samples.items()
    ]
    print_table(("the best move on 3x3, once known", f"µs, median of {rounds} (range)"), rows)
    print_ratio(samples[OURS], samples[name], f"{name}, which searches again", AT_LEAST_ONCE_KNOWN)


def print_whole_table(rounds: int) -> None:
    """Return the time to ask for every position of 3x3, one after the other."""
    positions = list(reachable(_START))

    def build() -> None:
        tables_of.cache_clear()
        for position in positions:
            solve(position)

    samples = interleave({"": timed(build, 1)}, rounds, WARM_UPS)[""]
    print(f"all {len(positions):,} positions of 3x3 from nothing: {spread(samples, 1)} ms")


def print_larger(count: int) -> None:
    """Print starts, and positions one to six random moves later, each from scratch."""
    rows = []
    for text in _BOARDS:
        rules = Rules.parse(text)
        start = time_of(rules.start())
        later = [time_of(position) for position in later_positions(rules, count)]
        rows.append((text, f"{start:.1f}", f"{median(later):.2f}", f"{max(later):.1f}"))
    print_table((f"ours from nothing, ms; {count} positions", "start", "median", "slowest"), rows)


def print_ratio(ours: list[float], theirs: list[float], name: str, at_least: int) -> None:
    """Compare our answers a second with the peer's, against the target."""
    factors = ratios(ours, theirs)
    text = f"{spread(factors, 0)} times as fast as {name}; at least {at_least:,}"
    print(judged(text, reached=median(factors) >= at_least))


def ratios(ours: list[float], theirs: list[float]) -> list[float]:
    """Return the peer's time over ours, round by round."""
    return [their / our for our, their in zip(ours, theirs, strict=True)]


def from_nothing() -> float:
    """Return our answer, with nothing remembered."""
    tables_of.cache_clear()
    return float(solve(_START).value)


def timed(answer: Callable[[], object], repeats: int) -> Callable[[], float]:
    """Return a measure of milliseconds an answer."""

    def measure() -> float:
        begun = process_time()
        for _ in range(repeats):
            answer()
        return (process_time() - begun) / repeats * 1000

    return measure


def time_of(position: Position) -> float:
    """Return milliseconds to solve a position with nothing remembered."""
    tables_of.cache_clear()
    return timed(lambda: solve(position), 1)()


def later_positions(rules: Rules, count: int) -> Iterator[Position]:
    """Yield positions one to six random moves after the start, none of them over."""
    random = Random(1)
    while count:
        position = rules.start()
        for _ in range(random.randint(1, 6)):
            if not position.is_over:
                position = position.play(random.choice(position.moves))
        if not position.is_over:
            yield position
            count -= 1


def reachable(start: Position) -> set[Position]:
    """Return every reachable position."""
    positions = {start}
    latest = {start}
    while latest:
        latest = {position.play(move) for position in latest for move in position.moves}
        positions |= latest
    return positions


if __name__ == "__main__":
    main()
