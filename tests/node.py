"""Tests in the language of the pages, by the runner of the Node that Playwright carries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import playwright


def node() -> Path:
    """The program."""
    (path,) = Path(playwright.__file__).parent.glob("driver/node*")
    return path


def run_tests(folder: Path) -> None:
    """Run the tests of a folder; fails with what they tell."""
    # The server says that the scripts are modules; to Node nothing does.
    flags = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-reporter=dot"]
    files = sorted(map(str, folder.glob("*.test.mjs")))
    assert files
    ended = subprocess.run(
        [node(), *flags, *files],
        env={**os.environ, "PYTHON": sys.executable},  # what a test may ask
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
