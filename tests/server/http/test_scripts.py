"""The logic of the pages' scripts, tested by the runner of the Node that Playwright carries."""

from __future__ import annotations

import subprocess
from pathlib import Path

import playwright

FOLDER = Path(__file__).parent / "static"


def test_the_logic_of_the_scripts() -> None:
    (node,) = Path(playwright.__file__).parent.glob("driver/node*")
    # The server says that the scripts are modules; to Node nothing does.
    flags = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-reporter=dot"]
    files = sorted(map(str, FOLDER.glob("*.test.mjs")))
    assert files
    ended = subprocess.run(
        [node, *flags, *files], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
