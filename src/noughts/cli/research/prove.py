"""`noughts prove` and `noughts verify`: values of boards with certificates, and their check."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError, Namespace
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from noughts.cli.files import write_whole_bytes
from noughts.cli.parser import Parser, readable, seconds, seed, writable_file
from noughts.core.errors import Unsolved
from noughts.core.grammar import counted
from noughts.core.position import Position
from noughts.core.rules import Rules

# The search takes 10 ms to import, so only this command imports it.
if TYPE_CHECKING:
    from pathlib import Path

    from noughts.cli.research.progress import Figures
    from noughts.solver.crew import Crew
    from noughts.solver.prover import Proof, Prover

_BETWEEN_CHECKPOINTS = 60.0  # seconds
_SHARE_OF_CHECKPOINTS = 20  # writing them takes at most this fraction (1/20) of the time
_ENTRIES_A_MEGABYTE, _WIDE_ENTRIES = 1 << 15, 1 << 14  # the latter for wide words
_MOST_MEGABYTES = 1 << 20
_MOST_WORKERS = 256

_INTERRUPTED = 130


def add_prove(parser: Parser) -> None:
    """Declare the command."""
    what = 'a board as 7x7:5, or a position as "x.o/.x./..o x 3"'
    parser.add_argument("board", type=readable(_board), metavar="BOARD", help=what)
    parser.add_argument("--limit", type=seconds, metavar="SECONDS", help="how long it may take")
    parser.add_argument("--seed", type=seed, default=0, help="for the order of equal moves (0)")
    parser.add_argument(
        "--memory", type=_megabytes, default=128, metavar="MB", help="size of the table (128)"
    )
    shared = parser.add_mutually_exclusive_group()
    shared.add_argument(
        "--workers", type=_workers, default=1, metavar="N", help="processes that share the work (1)"
    )
    shared.add_argument(
        "--dask",
        type=_address,
        metavar="ADDRESS",
        help="the scheduler of a Dask cluster that shares the work, such as tcp://10.0.0.1:8786",
    )
    parser.add_argument(
        "--checkpoint",
        type=writable_file,
        metavar="FILE",
        help="save progress here and resume",
    )
    parser.add_argument(
        "--out", type=writable_file, metavar="FILE", help="write the certificate here"
    )
    parser.set_defaults(run=partial(_run, parser))


def _board(text: str) -> Rules | Position:
    return Position.parse(text) if " " in text or "_" in text else Rules.parse(text)


def add_verify(parser: Parser) -> None:
    """Declare the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate")
    parser.set_defaults(run=_verify)


def _verify(arguments: Namespace) -> int:
    from noughts.cli.analyse.theorems import verify_files  # noqa: PLC0415 - 6 ms for others

    return verify_files(arguments.files)


def _megabytes(text: str) -> int:
    """The largest power of two up to a number of megabytes; raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:8]) <= _MOST_MEGABYTES):
        raise ArgumentTypeError(f"memory is 1 to {_MOST_MEGABYTES} megabytes")
    return 1 << int(text).bit_length() - 1


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= _MOST_WORKERS):
        raise ArgumentTypeError(f"workers are 1 to {_MOST_WORKERS}")
    return int(text)


def _address(text: str) -> str:
    if not re.fullmatch(r"([a-z]+://)?[\w.:\[\]-]+:\d{1,5}", text):
        raise ArgumentTypeError("the address of a scheduler is like tcp://10.0.0.1:8786")
    return text


def _run(parser: Parser, arguments: Namespace) -> int:
    if isinstance(arguments.board, Position):
        return _prove_position(parser, arguments)
    from noughts.kernels.words128 import is_wide  # noqa: PLC0415
    from noughts.solver.prover import Prover  # noqa: PLC0415

    a_megabyte = _WIDE_ENTRIES if is_wide(arguments.board.size) else _ENTRIES_A_MEGABYTE
    prover = Prover(arguments.board, arguments.seed, a_megabyte * arguments.memory)
    checkpoints = _Checkpoints(prover, arguments.checkpoint)
    checkpoints.resume()
    try:
        proof = _prove(prover, arguments, checkpoints)
    except Unsolved as error:
        checkpoints.write()
        _say_unknown(prover, str(error))
        return 1
    except KeyboardInterrupt:
        checkpoints.write()
        _say_unknown(prover, "interrupted")
        return _INTERRUPTED
    print(_value_text(arguments.board, proof))
    print(f"{counted(proof.nodes, 'node')}, {proof.seconds:.3f} s", flush=True)
    if arguments.out is not None:
        certificate = _certificate(arguments.board, proof)
        write_whole_bytes(arguments.out, certificate)
        print(f"{arguments.out}: its certificate, {len(certificate):,} bytes")
    return 0


def _prove_position(parser: Parser, arguments: Namespace) -> int:
    from noughts.cli.research import prove_win  # noqa: PLC0415

    for option in ("seed", "memory", "workers", "dask", "checkpoint"):
        if getattr(arguments, option) != parser.get_default(option):
            parser.error(f"--{option} is for boards, not for positions")
    return prove_win.run(arguments.board, arguments)


def _certificate(rules: Rules, proof: Proof) -> bytes:
    from noughts.solver.certificate import certificate  # noqa: PLC0415

    (strategy,) = proof.strategies
    return certificate(rules, strategy, wins=strategy.wins)


def _prove(prover: Prover, arguments: Namespace, checkpoints: _Checkpoints) -> Proof:
    from noughts.cli.research.progress import shown  # noqa: PLC0415
    from noughts.solver.verdict import Limit  # noqa: PLC0415

    with _crew(arguments) as crew, shown() as show:

        def report(prover: Prover) -> None:
            checkpoints.write_if_due()
            show(lambda: _figures(prover))

        return prover.prove(Limit(seconds=arguments.limit), report, crew)


def _crew(arguments: Namespace) -> AbstractContextManager[Crew | None]:
    if arguments.dask is not None:
        from noughts.solver.dask_crew import dask_cluster  # noqa: PLC0415 - 0.5 s

        return dask_cluster(arguments.dask)
    if arguments.workers == 1:
        return nullcontext()
    from noughts.solver.crew import processes  # noqa: PLC0415 - 30 ms

    return processes(arguments.workers)


def _say_unknown(prover: Prover, reason: str) -> None:
    from noughts.cli.research.progress import summary  # noqa: PLC0415

    print(f"noughts: unknown: {reason}; {summary(_figures(prover))}", file=sys.stderr)


def _figures(prover: Prover) -> Figures:
    from noughts.cli.research.progress import proof_figures  # noqa: PLC0415

    return proof_figures(prover.progress(), prover.position.rules.width)


def _value_text(rules: Rules, proof: Proof) -> str:
    if proof.strategies[0].wins:
        return f"{rules}: X, who begins, wins"
    return (
        f"{rules}: a draw. O keeps X from winning; X, who has a move more, could do as O does"
        " (strategy stealing)"
    )


class _Checkpoints:
    """The checkpoint file of a proof, if there is one."""

    def __init__(self, prover: Prover, path: Path | None) -> None:
        self._prover = prover
        self._path = path
        self._due = monotonic() + _BETWEEN_CHECKPOINTS

    def resume(self) -> None:
        """Resume from the file if it exists."""
        if self._path is not None and self._path.exists():
            self._prover.restore(self._path.read_bytes())

    def write_if_due(self) -> None:
        if monotonic() >= self._due:
            self.write()

    def write(self) -> None:
        if self._path is not None:
            began = monotonic()
            write_whole_bytes(self._path, self._prover.dump())
            took = monotonic() - began
            pause = max(_BETWEEN_CHECKPOINTS, _SHARE_OF_CHECKPOINTS * took)
            self._due = monotonic() + pause
