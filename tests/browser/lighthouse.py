"""Lighthouse's scores of the pages, from its release for Node 20; needs npm.

As a program it prints them, and fails if one is below its target.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.serving import serving

LEAST = 95
_COMMAND = (
    *("npx", "--yes", "lighthouse@12.8.2", "--quiet", "--output=json"),
    "--chrome-flags=--headless=new --no-sandbox",
)
_PAGES = ("/", "/a/x.._.o._..x_o_3", "/puzzles", "/games", "/help", "/api")


def scores(url: str, browser: str, folder: Path) -> dict[str, int]:
    """The score of each category, of 100."""
    report = folder / "report.json"
    subprocess.run(
        [*_COMMAND, url, f"--output-path={report}"],
        check=True,
        env={**os.environ, "CHROME_PATH": browser},
        stdin=subprocess.DEVNULL,
    )
    categories = json.loads(report.read_text())["categories"]
    return {name: round(100 * each["score"]) for name, each in categories.items()}


def main() -> int:
    """Measure every page; 1 where a score is too low or a tool is missing."""
    with sync_playwright() as playwright:
        browser = chromium.find(playwright)
    if browser is None or shutil.which("npx") is None:
        print("noughts: this needs Chromium and npm", file=sys.stderr)
        return 1
    worst = 100
    with tempfile.TemporaryDirectory() as place, serving(Path(place, "games.db")) as server:
        for path in _PAGES:
            found = scores(server.address + path.removeprefix("/"), browser, Path(place))
            print(path, *(f"{name} {score}" for name, score in found.items()), sep="  ", flush=True)
            worst = min(worst, *found.values())
    print(f"the lowest is {worst}, at least {LEAST}: {'reached' if worst >= LEAST else 'MISSED'}")
    return int(worst < LEAST)


if __name__ == "__main__":
    raise SystemExit(main())
