"""Single positions from Python against OpenSpiel's Python API, in random games.

Both sides are used as their documentation shows, one position at a time. Where both list the
legal moves and draw from the list with the same seed, they play the same games. Processor time of
this process. Rounds are many and short, and a ratio is the median over the rounds, because a busy
machine slows down by half and recovers within tenths of a second.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from random import Random
from statistics import median
from time import process_time
from typing import Any

from _bench import (
    WARM_UPS,
    arguments_of,
    interleave,
    judged,
    print_machine,
    print_table,
    spread,
)
from noughts import Mark, Position, Rules

_SEED = 1
_ROUNDS = 51

OURS = "noughts"
THEIRS = "OpenSpiel"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One kind of random game on both sides, and how much faster ours has to be."""

    title: str
    rules: str
    peer: str
    ours: Callable[[Position, Random], Position]
    games: int
    at_least: float
    aim: float | None = None


def listing(position: Position, random: Random) -> Position:
    """Play a random game of ours, drawing from the list of legal moves."""
    choice = random.choice
    while not position.is_over:
        position = position.play(choice(position.moves))
    return position


def rejecting(position: Position, random: Random) -> Position:
    """Play a random game of ours, drawing squares until one is legal: there is no list."""
    randrange, size = random.randrange, position.rules.size
    while not position.is_over:
        move = randrange(size)
        if position.is_legal(move):
            position = position.play(move)
    return position


def peer_listing(game: Any, random: Random) -> Any:
    """Play a random game of OpenSpiel's, drawing from the list of legal moves."""
    choice = random.choice
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions()))
    return state


COMPARISONS = (
    Comparison("3x3, both list the moves", "3x3:3", "tic_tac_toe", listing, 2_000, 0.5, 1.0),
    Comparison("15x15:5, both list the moves", "15x15:5", "mnk(m=15,n=15,k=5)", listing, 20, 1.2),
    Comparison(
        "15x15:5, DIFFERENT WORK: ours draws until legal, theirs lists",
        "15x15:5",
        "mnk(m=15,n=15,k=5)",
        rejecting,
        20,
        5.0,
    ),
)


def main() -> None:
    """Measure and report."""
    options = arguments_of("Single positions against OpenSpiel, random games.").parse_args()
    try:
        peer = import_module("pyspiel")
    except ImportError:
        sys.exit("OpenSpiel is not installed here: run `make bench`")
    print_machine(f"OpenSpiel {version('open_spiel')}")
    for comparison in COMPARISONS:
        print()
        compare(comparison, peer.load_game(comparison.peer), quick=options.quick)


def compare(comparison: Comparison, game: Any, *, quick: bool) -> None:
    """Make one comparison, with the check that both sides play the same game."""
    games, rounds = comparison.games, 3 if quick else _ROUNDS
    start = Rules.parse(comparison.rules).start()
    ours, theirs = partial(comparison.ours, start), partial(peer_listing, game)
    samples = interleave({OURS: timed(ours, games), THEIRS: timed(theirs, games)}, rounds, WARM_UPS)
    every_game = games * (rounds + WARM_UPS)
    results = {
        OURS: tally(lambda random: _our_result(ours(random)), every_game),
        THEIRS: tally(lambda random: _peer_result(theirs(random)), every_game),
    }
    rows = [(name, spread(figures, 2), *results[name]) for name, figures in samples.items()]
    print(f"{comparison.title} ({comparison.peer})")
    head = f"µs a game, median of {rounds} rounds of {games:,} (range)"
    print_table(("", head, "plies a game", "X won", "O won", "drawn"), rows)
    print_ratio(comparison, samples[OURS], samples[THEIRS])
    if comparison.ours is listing:
        same = results[OURS] == results[THEIRS]
        print(f"the same {every_game:,} games on both sides: {'yes' if same else 'NO'}")


def print_ratio(comparison: Comparison, ours: list[float], theirs: list[float]) -> None:
    """Compare our games a second with theirs, against the target."""
    ratios = [their / our for our, their in zip(ours, theirs, strict=True)]
    ratio = median(ratios)
    text = f"ratio {spread(ratios, 2)}"
    target = f"at least {comparison.at_least:g}x"
    if comparison.aim is None:
        print(judged(f"{text}; {target}", reached=ratio >= comparison.at_least))
        return
    target += f", aim {comparison.aim:g}x"
    aim_reached = ratio >= comparison.aim
    reached = ratio >= comparison.at_least
    print(judged(f"{text}; {target}", reached=reached, aim_reached=aim_reached))


def timed(play: Callable[[Random], object], games: int) -> Callable[[], float]:
    """Return a measure of the µs a game; each call plays further games."""
    random = Random(_SEED)

    def measure() -> float:
        begun = process_time()
        for _ in range(games):
            play(random)
        return (process_time() - begun) / games * 1_000_000

    return measure


def tally(play: Callable[[Random], tuple[int, str]], games: int) -> tuple[str, ...]:
    """Play the timed games again, for their mean length and the shares of their results."""
    random = Random(_SEED)
    plies = 0
    results: Counter[str] = Counter()
    for _ in range(games):
        length, result = play(random)
        plies += length
        results[result] += 1
    split = (f"{results[result] / games:.2%}" for result in ("x", "o", "draw"))
    return f"{plies / games:.3f}", *split


def _our_result(position: Position) -> tuple[int, str]:
    outcome = position.outcome
    assert outcome is not None
    results = {Mark.X: "x", Mark.O: "o", None: "draw"}
    return position.plies, results[outcome.winner]


def _peer_result(state: Any) -> tuple[int, str]:
    results = {1.0: "x", -1.0: "o", 0.0: "draw"}
    return state.move_number(), results[state.returns()[0]]


if __name__ == "__main__":
    main()
