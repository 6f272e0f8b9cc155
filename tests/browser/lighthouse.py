"""Lighthouse's scores of every page, from its release for Node 20; needs npm.

As a program it prints them, and fails if one is below 100. Given names of pages, only of those.
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

from tests.browser.browsers import CHROMIUM
from tests.browser.states import states
from tests.serving import serving

LEAST = 100
_CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
_COMMAND = (
    *("npx", "--yes", "lighthouse@12.8.2", "--quiet", "--output=json"),
    "--chrome-flags=--headless=new --no-sandbox",
)
# Every page once, as somebody sees it who was never here; of games those that differ most.
_STATES = (
    *("game", "won", "15x15", "review", "analysis", "puzzles", "puzzle", "games", "help"),
    *("learn", "lesson", "minimax", "proof"),
    *("invitation", "friend", "rooms", "room", "round-robin", "wall"),
    *("room-door", "room-child", "podium", "podium-wall"),
)
_RUNS = 3  # at most, until all is 100: other work of the machine lowers the performance


def scores(url: str, browser: str, folder: Path) -> dict[str, int]:
    """The score of each category, of 100; 0 where Lighthouse itself failed, and has said why."""
    report = folder / "report.json"
    run = subprocess.run(
        [*_COMMAND, url, f"--output-path={report}"],
        check=False,
        env={**os.environ, "CHROME_PATH": browser},
        stdin=subprocess.DEVNULL,
    )
    if run.returncode != 0:
        return dict.fromkeys(_CATEGORIES, 0)
    categories = json.loads(report.read_text())["categories"]
    return {name: round(100 * each["score"]) for name, each in categories.items()}


def best_scores(url: str, browser: str, folder: Path) -> tuple[dict[str, int], int]:
    """The run with the highest sum, and how many runs there were."""
    runs: list[dict[str, int]] = []
    while len(runs) < _RUNS and (not runs or min(runs[-1].values()) < LEAST):
        runs.append(scores(url, browser, folder))
    return max(runs, key=lambda run: sum(run.values())), len(runs)


def main() -> int:
    """Measure every page; 1 where a score is too low or a tool is missing."""
    worst = 100
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder, "games.db")) as server:
        with sync_playwright() as playwright:
            browser = CHROMIUM.find(playwright)
            request = playwright.request.new_context(base_url=server.address)
            paths = {"first": "/", **states(request), "api": "/api"}
        if browser is None or shutil.which("npx") is None:
            print("noughts: this needs Chromium and npm", file=sys.stderr)
            return 1
        for page in sys.argv[1:] or ("first", *_STATES, "api"):
            url = server.address.removesuffix("/") + paths[page]
            found, runs = best_scores(url, browser, Path(folder))
            row = (f"{name} {score:3}" for name, score in found.items())
            again = f"best of {runs} runs" if runs > 1 else ""
            print(f"{page:12}", *row, again, sep="  ", flush=True)
            worst = min(worst, *found.values())
    print(f"the lowest is {worst}, at least {LEAST}: {'reached' if worst >= LEAST else 'MISSED'}")
    return int(worst < LEAST)


if __name__ == "__main__":
    raise SystemExit(main())
