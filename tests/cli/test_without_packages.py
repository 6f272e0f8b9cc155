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
    "play --record games.jsonl",
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
    done = run_bare(command, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_whole_game_is_played_and_recorded(tmp_path: Path) -> None:
    played = run_bare("--two --record games.jsonl", tmp_path, "1\n4\n2\n5\n3\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "X wins" in run_bare("replay games.jsonl", tmp_path).stdout


@pytest.mark.parametrize("command", EXTRAS)
def test_what_an_extra_brings_is_said_in_one_sentence(tmp_path: Path, command: str) -> None:
    done = run_bare(command, tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    missing = f'is not installed: pip install "noughts[{EXTRAS[command]}]" brings it\n'
    assert done.stderr.startswith("noughts: ")
    assert done.stderr.endswith(missing)
    assert done.stderr.count("\n") == 1


def test_the_list_of_commands_has_those_of_missing_extras_too(tmp_path: Path) -> None:
    assert "  serve " in run_bare("--help", tmp_path).stdout
