"""The warning, given once, if the kernels are not compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import noughts

SENTENCE = "the kernels are not compiled: random games in bulk"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package before anything is compiled."""
    found = Path(noughts.__file__).parent
    folder = tmp_path_factory.mktemp("sources")
    compiled = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(found, folder / "noughts", ignore=compiled)
    return folder


def stderr_of(sources: Path, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(sources)},
        cwd=sources,
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stderr


def test_the_library_warns_once_a_process(sources: Path) -> None:
    code = (
        "import noughts; start = noughts.Rules(2, 2, 2).start();"
        "noughts.playouts(start, 1, seed=1); noughts.prove(start)"
    )
    said = stderr_of(sources, "-W", "always", "-c", code)
    assert said.startswith(f"<string>:1: UncompiledWarning: {SENTENCE}")
    assert said.count("UncompiledWarning") == 1


def test_what_runs_no_kernel_says_nothing_of_it(sources: Path) -> None:
    code = (
        "import noughts, noughts.atlas\n"
        "noughts.solve(noughts.Rules(5, 4, 4).start())\n"
        "noughts.player('perfect').supports(noughts.Rules(9, 4, 4))\n"
    )
    assert stderr_of(sources, "-W", "error", "-c", code) == ""


def test_the_warning_can_be_turned_off(sources: Path) -> None:
    code = (
        "import noughts, warnings;"
        "warnings.simplefilter('ignore', noughts.UncompiledWarning);"
        "noughts.playouts(noughts.Rules().start(), 1, seed=1)"
    )
    assert stderr_of(sources, "-c", code) == ""


@pytest.mark.parametrize("options", [(), ("-W", "error")])
def test_the_command_says_it_in_one_line(sources: Path, options: tuple[str, ...]) -> None:
    said = stderr_of(sources, *options, "-m", "noughts", "prove", "3x3:3", "--workers", "2")
    assert said.startswith(f"noughts: {SENTENCE}")
    assert [line for line in said.splitlines() if "compiled" in line] == said.splitlines()[:1]


def test_a_plain_game_says_nothing_of_it(sources: Path) -> None:
    moves = "1\n4\n2\n5\n3\n"
    assert stderr_of(sources, "-m", "noughts", "--two", typed=moves) == ""
