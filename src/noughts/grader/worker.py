"""The process in which a graded program runs: it answers questions, a line each, within limits.

Limits keep accidents from doing harm; they hold no attacker.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from noughts.grader.program import Program
from noughts.grader.serving import Service, forbid

_SECONDS_LEFT = 3_600  # of processor time, for a process whose parent was killed


def main() -> None:
    """Serve the questions on standard input until it ends."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(empty, stream)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        _serve(questions, answers)
    os._exit(0)  # threads of the program may still run


def _serve(questions: BinaryIO, answers: BinaryIO) -> None:
    def send(line: str) -> None:
        answers.write(line.encode() + b"\n")
        answers.flush()

    opening = json.loads(questions.readline())
    file = Path(opening["file"])
    program = Program(file, file.read_bytes())
    os.environ.clear()  # it may hold secrets
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread of NumPy's needs 30 megabytes or more
    sys.path.insert(0, str(file.parent))
    os.chdir(file.parent)
    _limit(opening["megabytes"])
    forbid()
    send(json.dumps({"ready": True}))
    service = Service(program, send, lambda: os._exit(0))
    with program.isolated():
        service.load(opening)
        for line in questions:
            if line.strip() == b"END":
                return
            service.answer(json.loads(line))


def _limit(megabytes: int) -> None:
    """Limit memory and what else the platform lets us limit."""
    if sys.platform == "win32":
        return
    import resource

    limits = [
        (resource.RLIMIT_AS, megabytes << 20),  # macOS refuses it
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, _SECONDS_LEFT),
        (resource.RLIMIT_NPROC, 0),  # holds all but root
    ]
    for which, most in limits:
        with suppress(ValueError, OSError):
            resource.setrlimit(which, (most, most))
