"""The side of the program: it answers questions, a line each, and may do little else.

A process of its own serves it so (`worker.py`), and the worker of a page, within a frame that keeps
it from all else (`site/static/grade/program.js`).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from noughts.grader.program import Forbidden, Program
from noughts.grader.questions import Certainty, Failure, Outcome, Question, Trouble

_LONGEST_LINE = 4_096  # bytes; `EngineProcess` reads no longer ones
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


class Service:
    """Answers for a program, which is to be isolated meanwhile.

    `send` takes each answer, a line of JSON. `end` is called where the program asks for input for
    ever, when all has been said.
    """

    def __init__(
        self, program: Program, send: Callable[[str], object], end: Callable[[], object]
    ) -> None:
        self._program, self._send_line, self._end = program, send, end
        self._number: object = None  # of the question that is being answered
        program.give_up = self._give_up

    def load(self, opening: Any) -> None:
        """Load the program, and send what it has of the names that are asked for."""
        only_definitions = opening["only_definitions"]
        loaded = self._program.load(opening["names"], only_definitions=only_definitions)
        self._send({"loaded": loaded.to_json()})

    def answer(self, data: Any) -> None:
        """Send the answer to a question."""
        self._number = data["number"]
        answer = self._program.answer(Question.from_json(data))
        self._send({"number": data["number"], "answer": answer})

    def _give_up(self) -> None:
        failed = Outcome(failure=Failure(Trouble.INPUT)).to_json()
        answer = {"chances": [[failed, "1"]], "certainty": Certainty.EXACT.value}
        self._send({"number": self._number, "answer": answer, "ends": True})
        self._end()

    def _send(self, data: Any) -> None:
        line = json.dumps(data)
        if len(line) > _LONGEST_LINE:  # of a program that answers much more than a move or a board
            line = json.dumps({"number": data.get("number"), "too_long": True})
        self._send_line(line)


def forbid() -> None:
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
