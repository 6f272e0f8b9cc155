"""The browsers of the tests: Playwright's own, else one that is installed.

As a program it installs what is missing, from Playwright or else as Debian's package, and says
plainly what it cannot.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

LEAN = [
    "--renderer-process-limit=1",  # pages of a site share it, which saves a tenth of the work
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # it asks its maker's hosts too
]

# Of a test's own requests on a connection that was idle for five seconds, which the server may
# close as it is used. A browser sends those again by itself.
RESENT = 1


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
        """The path of the program, or else of another form of the same browser."""
        return next(filter(None, (each.installed(playwright) for each in self.forms)), None)

    @property
    def forms(self) -> list[Kind]:
        """This first, then what else would do."""
        return [self] if self == FIREFOX else [self, *({SHELL, CHROMIUM} - {self})]

    def installed(self, playwright: Playwright) -> str | None:
        """The path of the program itself, if there is one."""
        own = Path(playwright.chromium.executable_path)
        if self is CHROMIUM and own.exists():
            return str(own)
        if self is SHELL and (shell := _shell_beside(own)):
            return str(shell)
        return next(filter(None, map(shutil.which, self.programs)), None)

    def launch(self, playwright: Playwright, path: str) -> Browser:
        """The browser, running without a window."""
        if self is not FIREFOX:
            return playwright.chromium.launch(executable_path=path, args=LEAN)
        # The channel of a Firefox as it is published, over WebDriver BiDi; without it Playwright
        # only drives a build of its own.
        return playwright.firefox.launch(channel="moz-firefox", executable_path=path)


def _shell_beside(own: Path) -> Path | None:
    """Playwright's shell, of the version of its Chromium, which need not be there."""
    for folder in own.parents:
        if folder.name.startswith("chromium-"):
            beside = folder.with_name(folder.name.replace("chromium-", "chromium_headless_shell-"))
            return next(beside.glob("*/chrome-headless-shell*"), None)
    return None


CHROMIUM = Kind("Chromium", "chromium", ("chromium", "chromium-browser", "google-chrome-stable"))
# Chromium without all that is around a page. It is what Playwright itself takes where there is no
# window; a visit of two pages costs 0.7 s of processor time, in the whole browser 1.9 s.
SHELL = Kind("Chromium", "chromium-headless-shell", ("chromium-headless-shell",))
FIREFOX = Kind("Firefox", "firefox-esr", ("firefox-esr", "firefox"))
TESTED = (SHELL, FIREFOX)


def main() -> int:
    """Install the browsers that are missing; 1 when one still is."""
    with sync_playwright() as playwright:
        if SHELL.installed(playwright) is None:
            _run(sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
        if any(each.find(playwright) is None for each in TESTED):
            _install_from_debian(playwright)
        missing = [each for each in TESTED if each.find(playwright) is None]
    for each in missing:
        print(f"noughts: {each.missing}", file=sys.stderr)
    return int(bool(missing))


def _install_from_debian(playwright: Playwright) -> None:
    """Install what is missing, in the first form that the distribution has."""
    if shutil.which("apt-get") is None:
        return
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    _run(*may, "apt-get", "update")
    for kind in TESTED:
        for form in kind.forms:
            if kind.find(playwright) is None:
                apt = "apt-get", "install", "--yes", "--no-install-recommends"
                _run(*may, *apt, form.package)


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
