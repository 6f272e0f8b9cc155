"""The kernels compiled for older processors, and the warning, given once, if they are not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import noughts

SENTENCE = "the kernels are not compiled: random games in bulk"

# Random games on various boards, and batches of boards, as one line.
PROGRAM = """
import numpy as np
from noughts import Rules, playouts
from noughts.kernels.batch import Batch

shown = [playouts(Rules.parse(board).start(), 999, seed=3) for board in ("3x3:3", "4x6:5", "9x9:5")]
for board in ("3x3:3", "9x9:5"):
    batch, rng = Batch(Rules.parse(board), 77), np.random.default_rng(3)
    for _ in range(200):
        batch.step((batch.legal * rng.random(batch.legal.shape)).argmax(1))
        shown.append(hash((batch.observations.tobytes(), batch.rewards.tobytes())))
print(shown)
"""


def run(*arguments: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **variables},
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


def test_the_versions_for_all_processors_play_the_same() -> None:
    newest, *older = (
        run("-c", PROGRAM, NOUGHTS_LEVEL=level, PYTHONHASHSEED="0").stdout
        for level in ("avx512", "avx2", "baseline")
    )
    assert older == [newest, newest]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The package before anything is compiled."""
    folder = tmp_path_factory.mktemp("sources")
    compiled = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(Path(noughts.__file__).parent, folder / "noughts", ignore=compiled)
    return str(folder)


def test_the_library_warns_once_a_process(sources: str) -> None:
    code = (
        "import noughts; start = noughts.Rules(2, 2, 2).start();"
        "noughts.playouts(start, 1, seed=1); noughts.prove(start)"
    )
    said = run("-W", "always", "-c", code, PYTHONPATH=sources).stderr
    assert said.startswith(f"<string>:1: UncompiledWarning: {SENTENCE}")
    assert said.count("UncompiledWarning") == 1


def test_what_runs_no_kernel_or_turns_the_warning_off_says_nothing_of_it(sources: str) -> None:
    no_kernel = (
        "import noughts, noughts.atlas\n"
        "noughts.solve(noughts.Rules(5, 4, 4).start())\n"
        "noughts.player('perfect').supports(noughts.Rules(9, 4, 4))\n"
    )
    turned_off = (
        "import noughts, warnings;"
        "warnings.simplefilter('ignore', noughts.UncompiledWarning);"
        "noughts.playouts(noughts.Rules().start(), 1, seed=1)"
    )
    for arguments in (
        ("-W", "error", "-c", no_kernel),
        ("-c", turned_off),
        ("-m", "noughts", "--two"),
    ):
        done = run(*arguments, typed="1\n4\n2\n5\n3\n", PYTHONPATH=sources)
        assert done.stderr == "", arguments


def test_the_command_says_it_in_one_line_even_where_warnings_are_errors(sources: str) -> None:
    command = ("-W", "error", "-m", "noughts", "prove", "3x3:3", "--workers", "2")
    said = run(*command, PYTHONPATH=sources).stderr
    assert said.startswith(f"noughts: {SENTENCE}")
    assert [line for line in said.splitlines() if "compiled" in line] == said.splitlines()[:1]
