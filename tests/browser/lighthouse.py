"""Lighthouse's scores of every page, from its release for Node 20; needs npm.

As a program it prints them, and fails if one is below 100. Given names of pages, only of those;
given `--site`, of the pages of a site without a server, on a plain host.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from noughts.site.build import build, built_pages
from tests.browser.browsers import CHROMIUM
from tests.browser.states import states
from tests.node import node
from tests.serving import serving
from tests.site import trial

LEAST = 100
_CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
_COMMAND = (
    *("npx", "--yes", "lighthouse@12.8.2", "--quiet", "--output=json"),
    "--chrome-flags=--headless=new --no-sandbox",
)
# Every page once, as somebody sees it who was never here; of games those that differ most.
_STATES = (
    *("game", "won", "15x15", "review", "analysis", "puzzles", "puzzle", "games", "help"),
    *("learn", "lesson", "minimax", "proof", "menace", "menace-boxes", "grade"),
    *("invitation", "friend", "rooms", "room", "round-robin", "wall"),
    *("room-door", "room-child", "podium", "podium-wall"),
)
_CHAPTER = 3  # slashes in the address of one of the tutorial, which are alike
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


@contextmanager
def server_pages(folder: Path) -> Iterator[dict[str, str]]:
    """Serve the pages of a server; yields their addresses."""
    with serving(folder / "games.db") as server:
        with sync_playwright() as playwright:
            request = playwright.request.new_context(base_url=server.address)
            paths = {"first": "/", **states(request), "api": "/api"}
        names = "first", *_STATES, "api"
        yield {name: server.address.removesuffix("/") + paths[name] for name in names}


@contextmanager
def site_pages(folder: Path) -> Iterator[dict[str, str]]:
    """Build a site and serve it below a path; yields the addresses of its pages."""
    with trial.serving(folder) as host:
        site = f"{host}noughts/"
        build(folder / "noughts", trial.PYODIDE, url=site, node=str(node()))
        pages = [page for page in built_pages() if page.count("/") < _CHAPTER]
        yield {page: site + f"{page}/".lstrip("/") for page in (*pages, "/de")}


def main() -> int:
    """Measure every page; 1 where a score is too low or a tool is missing."""
    with sync_playwright() as playwright:
        browser = CHROMIUM.find(playwright)
    if browser is None or shutil.which("npx") is None:
        print("noughts: this needs Chromium and npm", file=sys.stderr)
        return 1
    worst, names = 100, [name for name in sys.argv[1:] if name != "--site"]
    served = site_pages if "--site" in sys.argv else server_pages
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as addresses:
        for page in names or addresses:
            found, runs = best_scores(addresses[page], browser, Path(folder))
            row = (f"{name} {score:3}" for name, score in found.items())
            again = f"best of {runs} runs" if runs > 1 else ""
            print(f"{page:16}", *row, again, sep="  ", flush=True)
            worst = min(worst, *found.values())
    print(f"the lowest is {worst}, at least {LEAST}: {'reached' if worst >= LEAST else 'MISSED'}")
    return int(worst < LEAST)


if __name__ == "__main__":
    raise SystemExit(main())
