"""`noughts prove`: the value of a board, or who wins from a position, and the certificate."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from noughts.atlas import solve
from noughts.cli.files import about, write_whole
from noughts.cli.parser import INTERRUPTED, UsageError, as_usage_error, one_line
from noughts.cli.streams import Figures, effort_text, progress, summary
from noughts.coach.text import value_text
from noughts.core import Position, Rules
from noughts.core.errors import Unsolved, UnsupportedRules
from noughts.core.notation import square_name
from noughts.kernels.words128 import is_wide
from noughts.search import WinProof, prove_win
from noughts.solver import Limit, Value, Verdict
from noughts.solver.prover import Prover
from noughts.terminal.console import handling
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _

if TYPE_CHECKING:
    from noughts.solver.crew import Crew

_BETWEEN_CHECKPOINTS = 60.0  # seconds
_SHARE_OF_CHECKPOINTS = 20  # writing them takes at most this fraction (1/20) of the time
_ENTRIES_A_MEGABYTE, _WIDE_ENTRIES = 1 << 15, 1 << 14  # the latter for wide words
_FOR_BOARDS = ("seed", "memory", "workers", "dask", "checkpoint")  # options
_AT_ONCE = Limit(seconds=1)


def run_prove(arguments: Namespace) -> int:
    """Prove a board or a position, and write the certificate; returns the exit code."""
    if not isinstance(arguments.board, Position):
        return _prove_board(arguments.board, arguments)
    for option in _FOR_BOARDS:
        if getattr(arguments, option) != arguments.parser.get_default(option):
            problem = _("{option} is for boards, not for positions", option=f"--{option}")
            raise UsageError(problem)
    return _prove_position(arguments.board, arguments)


def _prove_position(position: Position, arguments: Namespace) -> int:
    """Prove that one side wins, or tell what is known otherwise, which has no certificate."""
    if position.is_over:
        raise UsageError(_("the game is over: there is nothing to prove"))
    began, verdict = monotonic(), _known(position)
    if verdict is not None and verdict.value is Value.DRAW:
        return _tell(position, verdict, arguments)
    interrupts: list[int] = []  # Ctrl-C does not interrupt, so that what is proved is not lost
    with handling("SIGINT", lambda number, _frame: interrupts.append(number)), progress() as show:

        def report(nodes: int) -> None:
            seconds = monotonic() - began
            show(lambda: [(_("seconds"), f"{seconds:,.1f}"), (_("nodes"), f"{nodes:,}")])

        limit = Limit(arguments.limit)
        try:
            proof = prove_win(position, limit, report, lambda: bool(interrupts))
        except Unsolved as error:
            if verdict is not None:
                return _tell(position, verdict, arguments)
            reason = _("interrupted") if interrupts else _("no win by force was found")
            problem = _("the value of this position is still unknown: {reason}", reason=reason)
            figures = f"; {error}" if arguments.verbose else ""
            return _fail(problem + figures, INTERRUPTED if interrupts else 1)
    is_said_better = verdict is not None and proof.exceptions
    value = value_text(position, verdict) if verdict and is_said_better else _win_text(proof)
    seconds = monotonic() - began
    print(value, effort_text(proof.nodes, seconds), sep="\n", file=about(arguments.out))
    if arguments.out is not None:
        _write(arguments.out, proof.certificate)
    return 0


def _known(position: Position) -> Verdict | None:
    with suppress(Unsolved):
        return solve(position, _AT_ONCE)
    return None


def _tell(position: Position, verdict: Verdict, arguments: Namespace) -> int:
    """Tell what a position is worth; fails if a certificate is asked for."""
    print(value_text(position, verdict), file=about(arguments.out), flush=True)
    if arguments.out is None:
        return 0
    return _fail(_("only wins that were found by a search have a certificate: none is written"))


def _fail(problem: str, code: int = 1) -> int:
    print(f"noughts: {one_line(problem)}", file=sys.stderr)
    return code


def _write(path: Path | str, certificate: bytes) -> None:
    write_whole(path, certificate)
    size = f"{len(certificate):,}"
    print(_("{file}: its certificate, {size} bytes", file=path, size=size), file=about(path))


def _prove_board(rules: Rules, arguments: Namespace) -> int:
    a_megabyte = _WIDE_ENTRIES if is_wide(rules.size) else _ENTRIES_A_MEGABYTE
    with as_usage_error(UnsupportedRules):
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
                show(partial(_figures, prover))

            proof = prover.prove(Limit(seconds=arguments.limit), report, crew)
    except (Unsolved, KeyboardInterrupt) as error:
        save()
        figures = f"; {summary(_figures(prover))}" if arguments.verbose else ""
        problem = _unknown_text(rules, error, checkpoint)
        return _fail(problem + figures, 1 if isinstance(error, Unsolved) else INTERRUPTED)
    (strategy,) = proof.strategies
    value, effort = _value_text(rules, wins=strategy.wins), effort_text(proof.nodes, proof.seconds)
    print(value, effort, sep="\n", file=about(arguments.out), flush=True)
    if arguments.out is not None:
        _write(arguments.out, proof.certificate)
    return 0


def _unknown_text(rules: Rules, error: BaseException, checkpoint: Path | None) -> str:
    """Return what is said of a board that is not proved yet, and how to go on."""
    words = {
        "board": rules,
        "reason": worded(error) if isinstance(error, Unsolved) else _("interrupted"),
    }
    if checkpoint is None:
        return _("the value of {board} is still unknown: {reason}", **words)
    return _(
        "the value of {board} is still unknown: {reason}; the same command goes on from {file}",
        **words,
        file=checkpoint,
    )


def _value_text(rules: Rules, *, wins: bool) -> str:
    if wins:
        return _("{board}: X, who begins, wins", board=rules)
    return _(
        "{board}: a draw. O keeps X from winning; X, who has a move more, could do as O does "
        "(strategy stealing)",
        board=rules,
    )


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
        (_("seconds"), f"{progress.seconds:,.1f}"),
        (_("nodes"), f"{progress.nodes:,}"),
        (_("nodes a second"), f"{rate:,.0f}"),
        (_("proof number of a win of {side}", side=progress.maker), f"{progress.proof:,}"),
        (_("disproof number"), f"{progress.disproof:,}"),
        (_("line"), " ".join(square_name(width, move) for move in progress.line)),
    ]


def _win_text(proof: WinProof) -> str:
    """Return who wins, and the moves by which the other side may still escape.

    It need not be the side to move that wins, nor the one that is ahead.
    """
    winner, other = proof.winner, proof.winner.other
    if not proof.exceptions:
        return _("{winner} wins, whatever {other} plays", winner=winner, other=other)
    squares = ", ".join(square_name(proof.position.rules.width, move) for move in proof.exceptions)
    return _(
        "{winner} wins unless {other} plays one of these; what follows is not known: {squares}",
        winner=winner,
        other=other,
        squares=squares,
    )
