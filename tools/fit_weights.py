"""Fit the weights of the search to its own deeper judgement.

Three steps, each as often as it helps:

    python tools/fit_weights.py play games.jsonl --games 250 --nodes 2000
    python tools/fit_weights.py fit games.jsonl
    python tools/fit_weights.py order games.jsonl

The first plays games from random openings and appends them, with some leaves of each search and
what a search from there finds. Leaves are what is estimated, and they are unlike the positions of
games: weights fitted to those value an open three too highly that was made at the last moment.
The second estimates, by logistic regression, how much each shape and threat tells about who wins,
and prints new weights for `noughts.search.weights`. The third does so for which move was chosen,
and prints the order of moves in `noughts.kernels.line_shapes`. The weights in use come from 30,000
leaves in 250 games, in two rounds, by a forerunner of the first step.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from noughts import Rules
from noughts.kernels.line_shapes import (
    COMPLETES,
    EMPTY,
    FAR,
    MAKES_OPEN_FOUR,
    MAKES_THREE,
    ONE_HALF,
    ONE_OPEN,
    SHAPES,
    THREATS,
)
from noughts.kernels.threat_board import ThreatBoard
from noughts.kernels.transpositions import SURE
from noughts.search import Engine
from noughts.search.weights import WEIGHTS
from noughts.solver import Limit

BOARD = "15x15:5"  # games on small boards are drawn too often to tell much
SCALE = 600  # of the weights: what a log-odds of one is worth
ROLE = SHAPES + THREATS
RIDGE = 5.0
EVERY, LEAVES = 20, 6  # one leaf in EVERY nodes, of which LEAVES are judged after a search
MOST_DEPTH = 20
INFINITE = 32_000


@lru_cache(maxsize=16)
def engine_of(board: str, weights: tuple[int, ...], every: int) -> Engine:
    """Return an engine of this process for a board, which collects one leaf in EVERY nodes."""
    engine = Engine(Rules.parse(board), entries=1 << 18, weights=weights)
    with engine.set_up(Rules.parse(board).start()) as boards:
        boards.search.every = every
    return engine


def play_game(seed: int, nodes: int, weights: tuple[int, ...]) -> dict[str, object]:
    """Return a game from a random opening, to its end or a proved win, with leaves and scores."""
    rng = Random(seed)
    engine, rules = engine_of(BOARD, weights, EVERY), Rules.parse(BOARD)
    position, moves = rules.start(), opening(rules, rng)
    first = len(moves)
    for move in moves:
        position = position.play(move)
    leaves: list[dict[str, object]] = []
    value = None
    while not position.is_over and value is None:
        result = engine.search(position, Limit(nodes=nodes))
        with engine.set_up(position) as boards:
            seen = list(boards.search.leaves)
            boards.search.leaves.clear()
        chosen = rng.sample(seen, min(LEAVES, len(seen)))
        leaves += [judged for leaf in chosen if (judged := judge(leaf, nodes, weights))]
        value = result.value
        moves.append(result.move)
        position = position.play(result.move)
    return {"board": BOARD, "first": first, "moves": moves, "leaves": leaves}


def judge(
    leaf: tuple[int, bytes], nodes: int, weights: tuple[int, ...]
) -> dict[str, object] | None:
    """Return a leaf with the scores of the last two depths; None if it is won by fours at once."""
    turn, marks = leaf
    engine = engine_of(BOARD, weights, 0)
    with engine.set_up(Rules.parse(BOARD).start()) as boards:
        place(boards.board, turn, marks)
        boards.search.start()
        scores: list[int] = []
        until = boards.search.nodes + nodes
        while not scores or (abs(scores[-1]) < SURE and len(scores) < MOST_DEPTH):
            left = until - boards.search.nodes
            score = boards.search.run(-INFINITE, INFINITE, len(scores) + 1, left)
            if boards.search.stopped:
                break
            scores.append(score)
    is_won = not scores or scores[0] > SURE
    return None if is_won else {"turn": turn, "marks": list(marks), "scores": scores[-2:]}


def place(board: ThreatBoard, turn: int, marks: bytes) -> None:
    """Put marks on an empty board, and let this side move."""
    for square, side in enumerate(marks):
        if side != EMPTY:
            board.put(side, square)
    board.give_turn(turn)


def opening(rules: Rules, rng: Random) -> list[int]:
    """Return random first moves about the centre."""
    reach = min(3, (min(rules.width, rules.height) - 1) // 2)
    rows = range(rules.height // 2 - reach, rules.height // 2 + reach + 1)
    columns = range(rules.width // 2 - reach, rules.width // 2 + reach + 1)
    near = [
        row * rules.width + column
        for row in rows
        for column in columns
        if row < rules.height and column < rules.width
    ]
    return rng.sample(near, rng.randint(1, 5) if rules.size > 64 else rng.randint(0, 3))


def features(board: ThreatBoard) -> NDArray[np.float64]:
    """Count each shape and threat for both sides, and tell which threats are present.

    Less what the empty board has, as `ThreatBoard.evaluate` reckons.
    """
    turn = board.turn
    empty = (board.size - board.count) / board.size
    counted = counts(board, turn, 1 - turn) - empty * counts_at_start()
    kinds = [
        board.tally[side * THREATS + kind] > 0
        for side in (turn, 1 - turn)
        for kind in range(MAKES_THREE, COMPLETES)
    ]
    pairs = [kinds[a] and kinds[b] for a in range(len(kinds)) for b in range(a + 1)]
    return np.concatenate([counted, [1.0], np.array(pairs, dtype=np.float64)])


def counts(board: ThreatBoard, own: int, other: int) -> NDArray[np.float64]:
    """Count each shape and threat for one side and then, negative, for the other."""
    tallies = np.zeros(2 * ROLE)
    for role, side in enumerate((own, other)):
        begin = side * board.size
        keys = np.array(board.keys[begin : begin + board.size])[np.array(board.marks) == EMPTY]
        for step in range(4):
            tallies[role * ROLE : role * ROLE + SHAPES] += np.bincount(
                keys >> 4 * step & 15, minlength=SHAPES
            )
        tally = board.tally[side * THREATS : side * THREATS + THREATS]
        tallies[role * ROLE + SHAPES : (role + 1) * ROLE] = tally
    tallies[ROLE:] *= -1
    return tallies


@lru_cache(maxsize=1)
def counts_at_start() -> NDArray[np.float64]:
    """Return the counts of the empty board."""
    return counts(ThreatBoard(Rules.parse(BOARD), WEIGHTS), 0, 1)


def samples(line: str) -> Iterator[tuple[NDArray[np.float64], float]]:
    """Yield a game's leaves at which neither side has to act, with the mover's expected share.

    Such a side has a five to make or to stop, or can make an open four.
    """
    game = json.loads(line)
    for leaf in game["leaves"]:
        board = ThreatBoard(Rules.parse(game["board"]), WEIGHTS)
        place(board, leaf["turn"], bytes(leaf["marks"]))
        own, other = board.turn * THREATS, (1 - board.turn) * THREATS
        has_to_act = (
            board.tally[own + COMPLETES]
            or board.tally[other + COMPLETES]
            or board.tally[own + MAKES_OPEN_FOUR]
        )
        if not has_to_act:
            yield features(board), target(leaf["scores"])


def target(scores: list[int]) -> float:
    """Return the score of the side to move by the last two depths, which favour either side."""
    if abs(scores[-1]) > SURE:
        return float(scores[-1] > 0)
    return mean(1 / (1 + math.exp(-max(-SURE, score) / SCALE)) for score in scores)


def logistic(inputs: NDArray[np.float64], results: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of a logistic regression, by Newton's method, with a small penalty."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(25):
        odds = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        gradient = inputs.T @ (results - odds) - RIDGE * weights
        curvature = (inputs * (odds * (1 - odds))[:, None]).T @ inputs
        weights += np.linalg.solve(curvature + RIDGE * np.eye(len(weights)), gradient)
    return weights


def play(path: Path, games: int, nodes: int, seed: int, weights: tuple[int, ...]) -> None:
    """Append games to a file."""
    with path.open("a", encoding="utf-8") as file, ProcessPoolExecutor() as pool:
        jobs = [pool.submit(play_game, seed * 1_000_003 + n, nodes, weights) for n in range(games)]
        for job in jobs:
            file.write(json.dumps(job.result()) + "\n")


def fit(path: Path) -> tuple[int, ...]:
    """Return the weights that predict the games best, in units of 1 / SCALE."""
    lines = path.read_text(encoding="utf-8").splitlines()
    positions = [sample for line in lines for sample in samples(line)]
    inputs, results = (
        np.array([sample[0] for sample in positions]),
        np.array([sample[1] for sample in positions]),
    )
    weights = logistic(inputs, results)
    odds = 1 / (1 + np.exp(-inputs @ weights))
    loss = -np.mean(results * np.log(odds + 1e-9) + (1 - results) * np.log(1 - odds + 1e-9))
    print(f"# {len(positions):,} positions, a loss of {loss:.4f}")
    for role in (0, ROLE):  # shapes that this board lacks are as common elsewhere as ONE_OPEN here
        weights[role + FAR] = weights[role + ONE_HALF] = weights[role + ONE_OPEN]
    return tuple(round(SCALE * float(weight)) for weight in weights)


def choices(line: str) -> Iterator[tuple[NDArray[np.float64], int]]:
    """Yield the features of all moves near others in positions of a game, and which was chosen."""
    game = json.loads(line)
    board = ThreatBoard(Rules.parse(game["board"]), WEIGHTS)
    first = game["first"]
    for ply, move in enumerate(game["moves"]):
        moves = [square for square in range(board.size) if board.is_near(square)]
        if ply >= max(first, 4) and move in moves:
            yield np.array([move_features(board, move) for move in moves]), moves.index(move)
        board.play(move)


def move_features(board: ThreatBoard, square: int) -> NDArray[np.float64]:
    """Return the shapes and the threat that a move makes, and those it takes away."""
    counted = np.zeros(2 * ROLE)
    for role, side in enumerate((board.turn, 1 - board.turn)):
        key = board.keys[side * board.size + square]
        for step in range(4):
            counted[role * ROLE + (key >> 4 * step & 15)] += 1
        counted[role * ROLE + SHAPES + board.threats[side * board.size + square]] += 1
    return counted


def order(path: Path, rounds: int = 300) -> tuple[int, ...]:
    """Return the weights by which the chosen moves come first, in hundredths of log-odds."""
    lines = path.read_text(encoding="utf-8").splitlines()
    examples = list(islice((choice for line in lines for choice in choices(line)), 8_000))
    inputs = np.concatenate([example[0] for example in examples])
    sizes = np.array([len(example[0]) for example in examples])
    begins = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    chosen = begins + np.array([example[1] for example in examples])
    weights, mean, square = (np.zeros(2 * ROLE) for _ in range(3))
    for turn in range(1, rounds + 1):  # Adam (Kingma and Ba, 2014) on a softmax
        odds = inputs @ weights
        odds = np.exp(odds - np.repeat(np.maximum.reduceat(odds, begins), sizes))
        odds /= np.repeat(np.add.reduceat(odds, begins), sizes)
        odds[chosen] -= 1
        slope = inputs.T @ odds / len(examples) + 1e-4 * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        step = mean / (1 - 0.9**turn) / (np.sqrt(square / (1 - 0.99**turn)) + 1e-8)
        weights -= 0.05 * step
    return tuple(round(100 * float(weight)) for weight in weights)


def main() -> None:
    """Run a step from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("step", choices=("play", "fit", "order"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--nodes", type=int, default=1_500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="JSON, instead of the committed ones")
    arguments = parser.parse_args()
    if arguments.step != "play":
        fitted = fit(arguments.file) if arguments.step == "fit" else order(arguments.file)
        print(json.dumps(fitted))
        return
    given = arguments.weights
    weights = tuple(json.loads(given.read_text())) if given else WEIGHTS
    play(arguments.file, arguments.games, arguments.nodes, arguments.seed, weights)


if __name__ == "__main__":
    main()
