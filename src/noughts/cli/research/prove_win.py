"""`noughts prove POSITION`: who wins from a position on any board, with a certificate."""

from __future__ import annotations

import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from noughts.cli.files import write_whole
from noughts.core.errors import Unsolved
from noughts.core.grammar import counted
from noughts.core.notation import square_name
from noughts.core.position import Position

if TYPE_CHECKING:
    from noughts.search import WinProof

_INTERRUPTED = 130


def run(position: Position, arguments: Namespace) -> int:
    """Prove it, print the result and write the certificate; returns the exit code."""
    from noughts.cli.research.progress import shown  # noqa: PLC0415
    from noughts.search import prove_win  # noqa: PLC0415
    from noughts.solver.verdict import Limit  # noqa: PLC0415

    began = monotonic()
    with _interruptible() as is_interrupted, shown() as show:

        def report(nodes: int) -> None:
            seconds = monotonic() - began
            show(lambda: [("seconds", f"{seconds:,.1f}"), ("nodes", f"{nodes:,}")])

        try:
            proof = prove_win(position, Limit(arguments.limit), report, is_interrupted)
        except Unsolved as error:
            print(f"noughts: unknown: {error}", file=sys.stderr)
            return _INTERRUPTED if is_interrupted() else 1
    print(_text(proof))
    print(f"{counted(proof.nodes, 'node')}, {monotonic() - began:.3f} s", flush=True)
    if arguments.out is not None:
        write_whole(arguments.out, proof.certificate)
        print(f"{arguments.out}: its certificate, {len(proof.certificate.encode()):,} bytes")
    return 0


def _text(proof: WinProof) -> str:
    """Who wins, and what the other side may still try.

    It need not be the side to move that wins, nor the one that is ahead.
    """
    winner, other = proof.winner, proof.winner.other
    if not proof.exceptions:
        return f"{winner} wins, whatever {other} plays"
    names = ", ".join(square_name(proof.position.rules.width, move) for move in proof.exceptions)
    return f"{winner} wins unless {other} plays one of these; what follows is not known: {names}"


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Ctrl-C no longer interrupts, but can be asked for, so that what is proved is not lost."""
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield lambda: bool(interrupts)
    finally:
        signal.signal(signal.SIGINT, before)
