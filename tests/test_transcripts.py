"""Whole sessions of the real program, compared with output that was approved.

Each `NAME.in` under golden/transcripts has the command on its first line and then the typed lines;
`NAME.out` has the output, with the typed lines echoed unless a program types them. To accept a
change, look at the difference and run `pytest tests/test_transcripts.py --accept-transcripts`.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "golden" / "transcripts"


@pytest.mark.parametrize("script", sorted(FOLDER.glob("*.in")), ids=lambda path: path.stem)
def test_a_session_reads_as_it_did(script: Path, request: pytest.FixtureRequest) -> None:
    said = _run(script)
    golden = script.with_suffix(".out")
    if request.config.getoption("--accept-transcripts"):
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


def _run(script: Path) -> str:
    command, typed = script.read_text(encoding="utf-8").split("\n", 1)
    arguments = shlex.split(command.removeprefix("$ noughts"))
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout
