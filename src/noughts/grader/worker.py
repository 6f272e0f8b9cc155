"""The process in which a graded program runs: it answers questions, a line each, within limits.

Limits keep accidents from doing harm; they hold no attacker.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from noughts.engine.external import LONGEST_LINE
from noughts.grader.program import Forbidden, Program
from noughts.grader.questions import Certainty, Failure, Outcome, Question, Trouble

_SECONDS_LEFT = 3_600  # of processor time, for a process whose parent was killed
# What a program for this game has no need to do, by Python's names of events.
_STARTS = (
    "os.system",
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "subprocess.Popen",
    "pty.spawn",
    "os.kill",
    "os.killpg",
)
_CONNECTS = ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo")
_WRITES = (
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.mkdir",
    "os.truncate",
    "os.link",
    "os.symlink",
    "os.chmod",
    "os.chown",
    "shutil.rmtree",
    "shutil.move",
)


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
    opening = json.loads(questions.readline())
    file = Path(opening["file"])
    program = Program(file, file.read_bytes())
    os.environ.clear()  # it may hold secrets
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread of NumPy's needs 30 megabytes or more
    sys.path.insert(0, str(file.parent))
    os.chdir(file.parent)
    _limit(opening["megabytes"])
    _forbid()
    _send(answers, {"ready": True})
    with program.isolated():
        _answer_all(program, opening, questions, answers)


def _answer_all(program: Program, opening: Any, questions: BinaryIO, answers: BinaryIO) -> None:
    def give_up() -> None:
        failed = Outcome(failure=Failure(Trouble.INPUT)).to_json()
        answer = {"chances": [[failed, "1"]], "certainty": Certainty.EXACT.value}
        _send(answers, {"number": number, "answer": answer, "ends": True})
        os._exit(0)

    number = None
    program.give_up = give_up
    loaded = program.load(opening["names"], only_definitions=opening["only_definitions"])
    _send(answers, {"loaded": loaded.to_json()})
    for line in questions:
        if line.strip() == b"END":
            return
        data = json.loads(line)
        number = data["number"]
        answer = program.answer(Question.from_json(data))
        _send(answers, {"number": data["number"], "answer": answer})


def _send(answers: BinaryIO, data: Any) -> None:
    line = json.dumps(data).encode()
    if len(line) > LONGEST_LINE:  # of a program that answers much more than a move or a board
        line = json.dumps({"number": data.get("number"), "too_long": True}).encode()
    answers.write(line + b"\n")
    answers.flush()


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


def _forbid() -> None:
    """Have Python refuse what a program has no need to do."""

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            _path, mode, flags = arguments
            writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
            if (isinstance(mode, str) and set(mode) & set("wax+")) or (
                isinstance(flags, int) and flags & writes
            ):
                raise Forbidden("writes")
        elif event in _STARTS:
            raise Forbidden("starts")
        elif event in _CONNECTS:
            raise Forbidden("connects")
        elif event in _WRITES:
            raise Forbidden("writes")

    sys.addaudithook(check)
