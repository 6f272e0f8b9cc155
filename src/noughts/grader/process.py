"""A program in a process of its own, with limits: what hangs or crashes there is an answer here."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from time import monotonic
from typing import Any

import noughts
from noughts.engine.external import EngineFailure, EngineProcess, Fault
from noughts.grader.questions import FATAL, Answer, Failure, Limits, Loaded, Question, Trouble

_SECONDS_TO_START = 60.0  # of Python and what is ours, on a busy machine
_AHEAD = 32  # questions that are sent before they can be answered
_KEPT_VARIABLES = ("PATH", "SYSTEMROOT", "PYTHONPATH", "TEMP", "TMPDIR")


class ProgramProcess:
    """A program that is asked in a process of its own, started anew after each failure of it."""

    def __init__(self, file: Path, limits: Limits) -> None:
        self._file, self._limits = file.resolve(), limits
        self._process: EngineProcess | None = None
        self._names: tuple[str, ...] = ()
        self._only_definitions = False
        self._numbers = count()
        self._deadline = monotonic() + limits.seconds_in_all

    def __enter__(self) -> ProgramProcess:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def load(self, names: Iterable[str], *, only_definitions: bool = False) -> Loaded:
        """Load the program; what of it has these names, or why it cannot be loaded."""
        self._names, self._only_definitions = tuple(names), only_definitions
        self.close()
        try:
            self._process, data = self._start()
            return Loaded.from_json(data["loaded"])
        except EngineFailure as failure:
            self.close()
            return Loaded(failure=self._failure(failure))
        except (ValueError, KeyError, TypeError):
            self.close()
            return Loaded(failure=Failure(Trouble.CRASH))

    def ask(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """Yield the answer to each question, in order."""
        left, asked = iter(questions), deque[tuple[int, Question]]()
        while True:
            process = self._process
            if process is None and not asked:
                asked.extend(zip(self._numbers, islice(left, 1), strict=False))
            try:
                process = process or self._restarted(asked)
                if len(asked) <= _AHEAD // 2:  # several in one write
                    new = [(next(self._numbers), one) for one in islice(left, _AHEAD - len(asked))]
                    asked.extend(new)
                    process.send(*(_line(*one) for one in new))
                if not asked:
                    return
                answer = self._receive(process, *asked[0])
            except EngineFailure as failure:
                answer = Answer.failed(self._failure(failure, asked[0][1].patience if asked else 1))
            except (ValueError, KeyError, TypeError, RecursionError):
                answer = Answer.failed(Failure(Trouble.CRASH))  # of what it wrote in our place
            failed = answer.outcomes[0].failure
            if failed is not None and failed.trouble in FATAL:
                self.close()
            asked.popleft()
            yield answer

    def _restarted(self, asked: Iterable[tuple[int, Question]]) -> EngineProcess:
        self._process, _ = self._start()
        self._process.send(*(_line(*one) for one in asked))
        return self._process

    def _start(self) -> tuple[EngineProcess, Any]:
        """Return a process that has loaded the program, and what it says of it."""
        source = str(Path(noughts.__file__).parents[1])
        code = (
            f"import sys; sys.path.insert(0, {source!r});"
            "from noughts.grader.worker import main; main()"
        )
        environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        environment |= {"PYTHONHASHSEED": "0"}
        command = (sys.executable, "-P", "-s", "-B", "-W", "ignore", "-X", "utf8", "-c", code)
        process = EngineProcess(command, environment)
        try:
            opening = {
                "file": str(self._file),
                "megabytes": self._limits.megabytes,
                "names": self._names,
                "only_definitions": self._only_definitions,
            }
            process.send(json.dumps(opening))
            assert json.loads(process.receive(_SECONDS_TO_START)) == {"ready": True}
            return process, json.loads(process.receive(self._left()))
        except BaseException:
            process.close()
            raise

    def _receive(self, process: EngineProcess, number: int, question: Question) -> Answer:
        while True:
            data = json.loads(process.receive(self._left(question.patience)))
            if "ends" in data:
                self.close()
            if data["number"] == number and "too_long" in data:
                return Answer.failed(Failure(Trouble.OUTPUT))
            if data["number"] == number:  # others were asked by who no longer wants to know
                return Answer.from_json(data["answer"])

    def _left(self, patience: int = 1) -> float:
        return min(patience * self._limits.seconds, self._deadline - monotonic())

    def _failure(self, failure: EngineFailure, patience: int = 1) -> Failure:
        if failure.fault is not Fault.TIME:
            return Failure(Trouble.CRASH)
        if monotonic() > self._deadline:
            return Failure(Trouble.BUDGET)
        return Failure(Trouble.TIME, f"{patience * self._limits.seconds:g}")


def _line(number: int, question: Question) -> str:
    return json.dumps({"number": number, **question.to_json()})
