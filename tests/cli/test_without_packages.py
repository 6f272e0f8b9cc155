"""Without any package there is a game; where an extra is missing, one sentence says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import noughts

SOURCE = Path(noughts.__file__).parents[1]
EXTRAS = {"serve": "web", "admin list": "web", "completion bash": "completion"}
NEED_NOTHING = [
    "--version",
    "--help",
    "rules",
    "players",
    "solve 3x3:3",
    "hint 3x3:3",
    "puzzle --help",
    "prove 3x3:3",
    "atlas 3x3:3",
    "perft 3x3:3 4",
    "doctor",
    "join --help",
    "--two --record games.jsonl",
]


def run_bare(command: str, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command where Python sees the source and its own library, and nothing else."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "noughts", *command.split()],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("command", NEED_NOTHING)
def test_what_is_no_server_needs_no_package(tmp_path: Path, command: str) -> None:
    done = run_bare(command, tmp_path, "1\n4\n2\n5\n3\n" if "--two" in command else "")
    assert (done.returncode, done.stderr) == (0, "")
    if "--two" in command:
        assert "X wins" in run_bare("replay games.jsonl", tmp_path).stdout
    if command == "--help":  # which has the commands of missing extras too
        assert "  serve " in done.stdout


@pytest.mark.parametrize("command", EXTRAS)
def test_what_an_extra_brings_is_said_in_one_sentence(tmp_path: Path, command: str) -> None:
    done = run_bare(command, tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    missing = f'is not installed: pip install "noughts[{EXTRAS[command]}]" brings it\n'
    assert done.stderr.startswith("noughts: ")
    assert done.stderr.endswith(missing)
    assert done.stderr.count("\n") == 1
