"""The program that is graded, in a worker of its own: as `grader/worker.py` is in its process."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from noughts.grader.program import Program
from noughts.grader.serving import Service, forbid

_isolation = ExitStack()  # for as long as the worker lives, in which nothing else is done


def start(
    name: str, source: str, opening: str, send: Callable[[str], object]
) -> Callable[[str], None]:
    """Load a program and send what it has; return what sends the answer to a question."""
    program = Program(Path(name), source.encode())
    service = Service(program, send, lambda: None)  # whoever reads that it ends, ends the worker
    _isolation.enter_context(program.isolated())
    forbid()
    service.load(json.loads(opening))
    return lambda question: service.answer(json.loads(question))
