"""Completion, asked for in a real shell."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from noughts.cli.commands import COMMANDS, SHELLS
from noughts.players import PLAYERS
from tests.cli.conftest import Noughts, said_by

shtab = pytest.importorskip("shtab")

# As bash does when Tab is pressed: it splits the line and calls the function that was named to it.
PRESS_TAB = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_shtab_noughts
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def script(noughts: Noughts, tmp_path: Path) -> Path:
    path = tmp_path / "noughts.bash"
    path.write_text(said_by(noughts, "completion", "bash"))
    return path


def test_every_shell_that_can_be_written_for_is_told_of_every_command(noughts: Noughts) -> None:
    assert set(SHELLS) == set(shtab.SUPPORTED_SHELLS)
    for shell in SHELLS:
        said = said_by(noughts, "completion", shell)
        for name in COMMANDS:
            assert name in said, shell


@pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("bash") is None, reason="there is no bash"
)
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("", " ".join(COMMANDS)),
        ("so", "solve"),
        ("--lev", "--level"),  # of a game, without its command
        ("--side ", "x o random"),
        ("--level h", "hard"),
        ("puzzle --theme f", "fork"),
        ("match hard cl", "classic"),
        ("certify ", " ".join(PLAYERS)),
        ("solve --", "--help --json --limit"),
        ("admin ex", "export"),
        ("admin export --o", "--out"),
        ("completion z", "zsh"),
        ("replay noughts.b", "noughts.bash"),
        ("verify noughts.b", "noughts.bash"),
    ],
)
def test_what_fits_is_offered(script: Path, words: str, offered: str) -> None:
    done = subprocess.run(
        ["bash", "-c", PRESS_TAB, "bash", script, "noughts", *words.split(" ")],
        cwd=script.parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    assert set(done.stdout.split()) == set(offered.split())
