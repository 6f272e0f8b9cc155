"""Measure the first page in a browser: its weight, and the time to a first move.

The weight is what a Chromium that was never there transfers, headers and icons included. The time
is from asking for the page to one's own mark on the board, by a click as soon as the board can be
clicked, on Lighthouse's slow 4G (1.6 Mbit/s, round trips of 150 ms) with the processor slowed down
four times. A person still has to look and to decide. There is no peer: the targets are absolute.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from _bench import arguments_of, judged, print_machine, print_table, spread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the browser of the tests

from tests.browser.browsers import CHROMIUM
from tests.browser.first_page import transferred
from tests.browser.playing import square
from tests.serving import serving

MOST_WEIGHT_KB = 60
MOST_SECONDS = 5
# Lighthouse's phone on a slow 4G: round trips of 150 ms, and a processor of a quarter of the speed.
_SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}


def main() -> None:
    """Measure and report."""
    parser = arguments_of("The first page against its targets.")
    parser.add_argument("--weight", action="store_true", help="only its weight")
    options = parser.parse_args()
    print_machine()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder, "games.db")) as server,
        sync_playwright() as playwright,
    ):
        path = CHROMIUM.find(playwright)
        if path is None:
            sys.exit(f"noughts: {CHROMIUM.missing}")
        browser = CHROMIUM.launch(playwright, path)

        def new_page() -> Page:
            return browser.new_context(base_url=server.address).new_page()

        weight = transferred(new_page())
        rounds = 0 if options.weight else 3 if options.quick else 11
        times = [seconds_to_a_move(new_page()) for _ in range(rounds)]
        browser.close()
    print_table(
        ("the first page, bytes", "over the wire"), [(n, f"{s:,}") for n, s in weight.items()]
    )
    total = sum(weight.values()) / 1000
    text = f"{total:.1f} kB with {len(weight)} requests, at most {MOST_WEIGHT_KB}"
    print(judged(text, reached=total <= MOST_WEIGHT_KB))
    if options.weight:
        return
    print(f"from opening the page to the first move, seconds: {spread(times, 2)}")
    print(judged(f"at most {MOST_SECONDS}", reached=max(times) <= MOST_SECONDS))


def seconds_to_a_move(page: Page) -> float:
    """Return the seconds from the request of the page to one's own mark, by the first click."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", _SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    begun = time.perf_counter()
    page.goto("/", wait_until="commit")
    square(page, "b2").click()
    expect(page.locator("noughts-board .square").nth(4)).not_to_have_accessible_name("b2, empty")
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
