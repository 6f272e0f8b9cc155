"""The browsers of the tests: one that is installed, else Playwright's own, else Debian's package.

As a program it installs what is missing, and says plainly what it cannot.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

# Pages of the same site share a process, which saves a tenth of the work.
LEAN = ["--renderer-process-limit=1"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A browser that Playwright drives: its Debian package, and the names of its program."""

    name: str
    package: str
    programs: tuple[str, ...]

    @property
    def missing(self) -> str:
        """What to do where there is none."""
        return (
            f"no {self.name} here, so its tests cannot run: install one "
            f"(Debian: apt-get install {self.package})"
        )

    def find(self, playwright: Playwright) -> str | None:
        """The path of the program, if there is one."""
        own = playwright.chromium.executable_path
        if self is CHROMIUM and Path(own).exists():
            return own
        return next(filter(None, map(shutil.which, self.programs)), None)

    def launch(self, playwright: Playwright, path: str) -> Browser:
        """The browser, running without a window."""
        if self is CHROMIUM:
            return playwright.chromium.launch(executable_path=path, args=LEAN)
        # The channel of a Firefox as it is published, over WebDriver BiDi; without it Playwright
        # only drives a build of its own.
        return playwright.firefox.launch(channel="moz-firefox", executable_path=path)


CHROMIUM = Kind("Chromium", "chromium", ("chromium", "chromium-browser", "google-chrome-stable"))
FIREFOX = Kind("Firefox", "firefox-esr", ("firefox-esr", "firefox"))


def main() -> int:
    """Install the browsers that are missing; 1 when one still is."""
    with sync_playwright() as playwright:
        for install in (_from_playwright, _from_debian):
            if missing := _missing(playwright):
                install(missing)
        missing = _missing(playwright)
    for each in missing:
        print(f"noughts: {each.missing}", file=sys.stderr)
    return int(bool(missing))


def _missing(playwright: Playwright) -> list[Kind]:
    return [each for each in (CHROMIUM, FIREFOX) if each.find(playwright) is None]


def _from_playwright(kinds: list[Kind]) -> None:
    if CHROMIUM in kinds:
        _run(sys.executable, "-m", "playwright", "install", "chromium")


def _from_debian(kinds: list[Kind]) -> None:
    if shutil.which("apt-get") is None:
        return
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    _run(*may, "apt-get", "update")
    for each in kinds:  # one by one: not every distribution has them all
        _run(*may, "apt-get", "install", "--yes", "--no-install-recommends", each.package)


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
