"""Proofs of whole boards by proof-number search, with their certificates, and easyAI on 4x4:4.

Each board is proved with several seeds, which shuffle the squares that lie on equally many lines;
that includes rotating the order of moves. A board that is not square is proved lying down and
upright. Processor time, starting from an empty table. The peer is easyAI's Negamax with its
transposition table. A cold process is timed from the command to the answer, start-up included.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

from _bench import arguments_of, judged, print_machine, print_table, spread
from noughts import Proof, Rules, Value, prove
from noughts.kernels import COMPILED, DESCRIPTION
from noughts.solver.certificate import certificate
from noughts.verifiers.verify import Certificate

AT_LEAST_WARM, AT_LEAST_COLD = 1_000, 50
KILOBYTE = 1_000


@dataclass(frozen=True)
class Bar:
    """The target of a board: seconds, and kilobytes where the certificate is measured too."""

    boards: tuple[str, ...]  # one, lying down and upright
    value: Value
    seconds: float
    aim: float | None = None
    seeds: int = 5
    kilobytes: float | None = None
    kilobytes_aim: float | None = None


BARS = (
    Bar(("4x4:4",), Value.DRAW, 0.005),
    Bar(("5x5:4",), Value.DRAW, 1),
    Bar(("6x5:4", "5x6:4"), Value.WIN, 1),
    Bar(("6x6:4",), Value.WIN, 1),
    Bar(("5x5:5",), Value.DRAW, 1),
    Bar(("6x6:5",), Value.DRAW, 1),
    Bar(("7x7:5",), Value.DRAW, 5, 2.5, seeds=40),
    Bar(("9x4:4", "4x9:4"), Value.WIN, 200, 20, kilobytes=40, kilobytes_aim=20),
)


def main() -> None:
    """Measure and report."""
    parser = arguments_of("Proofs of whole boards, and easyAI's on 4x4:4.")
    options = parser.parse_args()
    if not COMPILED:
        sys.exit("the kernels are not compiled here: the figures would say nothing")
    print_machine(DESCRIPTION)
    print()
    print_bars(BARS[:-1] if options.quick else BARS, 1 if options.quick else None)
    print()
    print_beside_easy_ai(1 if options.quick else 5)


def print_bars(bars: Sequence[Bar], seeds: int | None) -> None:
    """Print a row per board, and a line per target."""
    rows, lines = [], []
    for bar in bars:
        for board in bar.boards:
            proofs, seconds = proved(board, bar, seeds or bar.seeds)
            nodes = [proof.nodes / KILOBYTE for proof in proofs]
            sizes = [size_of(proof) for proof in proofs] if bar.kilobytes else []
            shown = spread(sizes, 1) if sizes else ""
            rows.append((board, f"{len(proofs)}", spread(seconds, 4), spread(nodes, 1), shown))
            lines += judgements(board, bar, seconds, sizes)
    head = ("board", "seeds", "s, median (range)", "1,000 nodes", "certificate, kB")
    print_table(head, rows)
    print()
    print("\n".join(lines))


def judgements(board: str, bar: Bar, seconds: list[float], sizes: list[float]) -> list[str]:
    """Return the slowest time and the largest certificate count."""
    aim = None if bar.aim is None else max(seconds) <= bar.aim
    told = [
        judged(f"{board} in {bar.seconds} s", reached=max(seconds) <= bar.seconds, aim_reached=aim)
    ]
    if bar.kilobytes is not None and bar.kilobytes_aim is not None:
        told.append(
            judged(
                f"{board} in {bar.kilobytes} kB",
                reached=max(sizes) <= bar.kilobytes,
                aim_reached=max(sizes) <= bar.kilobytes_aim,
            )
        )
    return told


def proved(board: str, bar: Bar, seeds: int) -> tuple[list[Proof], list[float]]:
    """Return a proof with each seed, and the seconds it took."""
    rules = Rules.parse(board)
    prove(Rules(), seed=0)  # warm
    proofs, seconds = [], []
    for seed in range(seeds):
        begun = process_time()
        proofs.append(prove(rules, seed=seed))
        seconds.append(process_time() - begun)
    if any(proof.value is not bar.value for proof in proofs):
        sys.exit(f"{board} is not the {bar.value.name.lower()} it should be")
    return proofs, seconds


def size_of(proof: Proof) -> float:
    """Return kilobytes of the certificate, which is checked first."""
    (strategy,) = proof.strategies
    written = certificate(proof.position.rules, strategy, wins=strategy.wins)
    Certificate(written)  # raises an error unless it proves its claim
    return len(written) / KILOBYTE


# The peer


def print_beside_easy_ai(rounds: int) -> None:
    """Print the times of 4x4:4, warm and from the command to the answer."""
    try:
        import_module("easyAI")
    except ImportError:
        print("easyAI is not installed here: run `make bench`")
        return
    rules = Rules.parse("4x4:4")
    warm = ratios(timed(lambda: prove(rules)), timed(easy_ai), rounds)
    cold = ratios(
        lambda: run("-m", "noughts", "prove", "4x4:4"),
        lambda: run(__file__, "--easy-ai"),
        rounds,
    )
    for name, (ours, theirs), at_least in [
        ("warm", warm, AT_LEAST_WARM),
        ("cold", cold, AT_LEAST_COLD),
    ]:
        factors = [their / our for our, their in zip(ours, theirs, strict=True)]
        print(f"4x4:4 {name}: {spread(ours, 4)} s; easyAI with its table {spread(theirs, 2)} s")
        text = f"{spread(factors, 0)} times as fast; at least {at_least:,}"
        print(judged(text, reached=median(factors) >= at_least))


def ratios(
    ours: Callable[[], float], theirs: Callable[[], float], rounds: int
) -> tuple[list[float], list[float]]:
    """Return seconds of both, round by round, side by side."""
    ours(), theirs()
    samples = [(ours(), theirs()) for _ in range(rounds)]
    return [our for our, _ in samples], [their for _, their in samples]


def timed(answer: Callable[[], object]) -> Callable[[], float]:
    """Return a measure of seconds."""

    def measure() -> float:
        begun = process_time()
        answer()
        return process_time() - begun

    return measure


def run(*arguments: str) -> float:
    """Return seconds of a new process, which must succeed."""
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime


def easy_ai() -> None:
    """Find the value of 4x4:4 with easyAI."""
    easy = import_module("easyAI")
    solver = easy.Negamax(16, win_score=90, tt=easy.TranspositionTable())
    solver(easy_ai_game())
    if solver.alpha != 0:
        sys.exit("easyAI: not a draw?")


def easy_ai_game() -> Any:
    """Return 4x4:4 as easyAI's own tic-tac-toe is written, with a key for its table."""
    easy = import_module("easyAI")
    squares = range(16)
    rows = [[row * 4 + column for column in range(4)] for row in range(4)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    lines = [*rows, *columns, [0, 5, 10, 15], [3, 6, 9, 12]]

    class Game(easy.TwoPlayerGame):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.players = [easy.AI_Player(None), easy.AI_Player(None)]
            self.board = [0 for _ in squares]
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [square for square in squares if self.board[square] == 0]

        def make_move(self, move: int) -> None:
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0

        def lose(self) -> bool:
            return any(
                all(self.board[square] == self.opponent_index for square in line) for line in lines
            )

        def is_over(self) -> bool:
            return self.lose() or 0 not in self.board

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, ...]:
            return tuple(self.board)

    return Game()


if __name__ == "__main__":
    easy_ai() if sys.argv[1:] == ["--easy-ai"] else main()
