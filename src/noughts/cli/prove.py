"""`noughts prove`: the value of a board, or who wins from a position, with a certificate."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from noughts.cli.files import write_whole
from noughts.cli.parser import INTERRUPTED, UsageError
from noughts.cli.streams import Figures, progress, summary
from noughts.core import Position, Rules
from noughts.core.errors import Unsolved
from noughts.core.notation import square_name
from noughts.kernels.words128 import is_wide
from noughts.search import prove_win
from noughts.solver import Limit
from noughts.solver.prover import Prover
from noughts.terminal.console import handling
from noughts.wording.grammar import counted

if TYPE_CHECKING:
    from noughts.solver.crew import Crew

_BETWEEN_CHECKPOINTS = 60.0  # seconds
_SHARE_OF_CHECKPOINTS = 20  # writing them takes at most this fraction (1/20) of the time
_ENTRIES_A_MEGABYTE, _WIDE_ENTRIES = 1 << 15, 1 << 14  # the latter for wide words
_DRAW = (
    "a draw. O keeps X from winning; X, who has a move more, could do as O does (strategy stealing)"
)


def run_prove(arguments: Namespace) -> int:
    """Prove a board or a position, and write the certificate; returns the exit code."""
    if not isinstance(arguments.board, Position):
        return _prove_board(arguments.board, arguments)
    for option in ("seed", "memory", "workers", "dask", "checkpoint"):
        if getattr(arguments, option) != arguments.parser.get_default(option):
            raise UsageError(f"--{option} is for boards, not for positions")
    began = monotonic()
    interrupts: list[int] = []  # Ctrl-C does not interrupt, so that what is proved is not lost
    with handling("SIGINT", lambda number, _: interrupts.append(number)), progress() as show:

        def report(nodes: int) -> None:
            seconds = monotonic() - began
            show(lambda: [("seconds", f"{seconds:,.1f}"), ("nodes", f"{nodes:,}")])

        limit = Limit(arguments.limit)
        try:
            proof = prove_win(arguments.board, limit, report, lambda: bool(interrupts))
        except Unsolved as error:
            print(f"noughts: unknown: {error}", file=sys.stderr)
            return INTERRUPTED if interrupts else 1
    _report(str(proof), proof.nodes, monotonic() - began)
    if arguments.out is not None:
        _write(arguments.out, proof.certificate)
    return 0


def _report(value: str, nodes: int, seconds: float) -> None:
    print(f"{value}\n{counted(nodes, 'node')}, {seconds:.3f} s", flush=True)


def _write(path: Path, certificate: bytes) -> None:
    write_whole(path, certificate)
    print(f"{path}: its certificate, {len(certificate):,} bytes")


def _prove_board(rules: Rules, arguments: Namespace) -> int:
    a_megabyte = _WIDE_ENTRIES if is_wide(rules.size) else _ENTRIES_A_MEGABYTE
    prover = Prover(rules, arguments.seed, a_megabyte * arguments.memory)
    checkpoint: Path | None = arguments.checkpoint
    if checkpoint is not None and checkpoint.exists():
        prover.restore(checkpoint.read_bytes())
    due = monotonic() + _BETWEEN_CHECKPOINTS

    def save() -> None:
        """Write the checkpoint, and say when the next is due."""
        nonlocal due
        if checkpoint is not None:
            began = monotonic()
            write_whole(checkpoint, prover.dump())
            ended = monotonic()
            due = ended + max(_BETWEEN_CHECKPOINTS, _SHARE_OF_CHECKPOINTS * (ended - began))

    try:
        with _crew(arguments) as crew, progress() as show:

            def report(prover: Prover) -> None:
                if monotonic() >= due:
                    save()
                show(lambda: _figures(prover))

            proof = prover.prove(Limit(seconds=arguments.limit), report, crew)
    except (Unsolved, KeyboardInterrupt) as error:
        save()
        is_interrupted = isinstance(error, KeyboardInterrupt)
        reason = "interrupted" if is_interrupted else str(error)
        print(f"noughts: unknown: {reason}; {summary(_figures(prover))}", file=sys.stderr)
        return INTERRUPTED if is_interrupted else 1
    (strategy,) = proof.strategies
    value = "X, who begins, wins" if strategy.wins else _DRAW
    _report(f"{rules}: {value}", proof.nodes, proof.seconds)
    if arguments.out is not None:
        _write(arguments.out, proof.certificate)
    return 0


def _crew(arguments: Namespace) -> AbstractContextManager[Crew | None]:
    if arguments.dask is not None:
        from noughts.solver.dask_crew import dask_cluster  # 0.5 s, and an extra

        return dask_cluster(arguments.dask)
    if arguments.workers == 1:
        return nullcontext()
    from noughts.solver.crew import processes  # 30 ms

    return processes(arguments.workers)


def _figures(prover: Prover) -> Figures:
    """Return how far a proof is."""
    progress = prover.progress()
    rate = progress.nodes / progress.seconds if progress.seconds else 0.0
    width = prover.position.rules.width
    return [
        ("seconds", f"{progress.seconds:,.1f}"),
        ("nodes", f"{progress.nodes:,}"),
        ("nodes a second", f"{rate:,.0f}"),
        (f"proof number of a win of {progress.maker}", f"{progress.proof:,}"),
        ("disproof number", f"{progress.disproof:,}"),
        ("line", " ".join(square_name(width, move) for move in progress.line)),
    ]
