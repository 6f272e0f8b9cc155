"""The programs of the tutorial: what they define, and sessions with them."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.docs.blocks import ROOT

FOLDER = ROOT / "docs" / "tutorial"
PROGRAMS = sorted(FOLDER.glob("*.py"))
SOLUTIONS = sorted((FOLDER / "solutions").glob("*.py"))

_GUARD = 'if __name__ == "__main__":'


def program(number: int) -> Path:
    """The program of a step."""
    (found,) = FOLDER.glob(f"{number:02}_*.py")
    return found


def solution(name: str) -> Path:
    """The solution of an exercise, such as 4_2."""
    (found,) = (FOLDER / "solutions").glob(f"{name:0>4}_*.py")
    return found


def source(step: Path, *solutions: Path) -> str:
    """The source of a program in which solutions replace what they define."""
    before, guard, after = step.read_text(encoding="utf-8").partition(_GUARD)
    assert guard
    changes = (each.read_text(encoding="utf-8") for each in solutions)
    return "\n".join([before, *changes, guard]) + after


def names(step: Path, *solutions: Path) -> dict[str, Any]:
    """What a program defines, by name; it is not run."""
    defined: dict[str, Any] = {"__name__": "step"}
    exec(compile(source(step, *solutions), str(step), "exec"), defined)
    return defined


def play(
    step: Path, typed: Iterable[object], *solutions: Path, order: str = "", seed: int = 0
) -> str:
    """What a session says, echoing what is typed; after it the input ends."""
    lines = iter(typed)

    def answer(_said: str) -> str:
        for line in lines:
            return str(line)
        raise EOFError

    return run(step, answer, *solutions, order=order, seed=seed)


def run(
    step: Path,
    answer: Callable[[str], str],
    *solutions: Path,
    arguments: Iterable[str] = (),
    order: str = "",
    seed: int = 0,
) -> str:
    """What a program says; `answer` gives what is typed after what was said so far."""
    said = io.StringIO()

    def ask(prompt: object = "") -> str:
        said.write(str(prompt))
        typed = answer(said.getvalue())
        said.write(f"{typed}\n")
        return typed

    text = source(step, *solutions)
    if order:
        text = text.replace('ORDER = "row column"', f'ORDER = "{order}"')
    random.seed(seed)
    with (
        redirect_stdout(said),
        patch("builtins.input", ask),
        patch.object(sys, "argv", [str(step), *arguments]),
    ):
        exec(compile(text, str(step), "exec"), {"__name__": "__main__"})
    return said.getvalue()
