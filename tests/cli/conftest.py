"""The command `noughts`, called within the test's own process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from noughts.cli.main import main


class Done(NamedTuple):
    """The outcome of a command: its exit code and its output."""

    code: int
    said: str
    complained: str


def assert_one_line(done: Done, reason: str, code: int = 2) -> None:
    """Nothing came of a command but a line, which can do no harm, with the reason."""
    assert (done.code, done.said) == (code, ""), f"{reason}: {done}"
    assert done.complained.startswith("noughts"), f"{reason}: {done}"
    assert reason in done.complained
    assert done.complained.removesuffix("\n").isprintable()
    assert len(done.complained) < 2_000


Noughts: TypeAlias = Callable[..., Done]


def said_by(noughts: Noughts, *arguments: str, typed: bytes = b"") -> str:
    """Return what a command says that succeeds and complains of nothing."""
    done = noughts(*arguments, typed=typed)
    assert (done.code, done.complained) == (0, ""), f"{arguments}: {done}"
    return done.said


def data_of(noughts: Noughts, *arguments: str) -> Any:
    """Return what a command tells as JSON."""
    return json.loads(said_by(noughts, *arguments, "--json"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that a command may write, in a folder with nothing else."""
    return tmp_path / "file"


@pytest.fixture
def noughts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Noughts:
    """Runs a command: its arguments, and what is typed."""

    def run(*arguments: str, typed: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        try:
            code: object = main(arguments)
        except SystemExit as left:
            code = left.code
        assert isinstance(code, int)
        return Done(code, *capsys.readouterr())

    return run
