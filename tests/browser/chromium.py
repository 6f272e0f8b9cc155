"""The browser of the tests: one that is installed, else Playwright's own, else Debian's package.

As a program it installs one if there is none, and says plainly when it cannot.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

MISSING = (
    "no Chromium here, so the browser tests cannot run: install one (Debian: apt-get install "
    "chromium), or let Playwright (playwright install chromium)"
)
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find(playwright: Playwright) -> str | None:
    """The path of a browser, if there is one."""
    own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    return next(filter(None, map(shutil.which, _NAMES)), None)


def main() -> int:
    """Install a browser unless there is one; 1 when that failed."""
    with sync_playwright() as playwright:
        for install in (_nothing, _from_playwright, _from_debian):
            install()
            if find(playwright) is not None:
                return 0
    print(f"noughts: {MISSING}", file=sys.stderr)
    return 1


def _nothing() -> None:
    pass


def _from_playwright() -> None:
    _run(sys.executable, "-m", "playwright", "install", "chromium")


def _from_debian() -> None:
    if shutil.which("apt-get") is None:
        return
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    _run(*may, "apt-get", "update")
    _run(*may, "apt-get", "install", "--yes", "--no-install-recommends", "chromium")


def _run(*command: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(
            command,
            check=False,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=600,
        )
    except (OSError, subprocess.TimeoutExpired):
        return


if __name__ == "__main__":
    raise SystemExit(main())
