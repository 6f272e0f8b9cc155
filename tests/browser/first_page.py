"""What the first page costs somebody who opens it for the first time: bytes, and time to a move."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.playing import square

# Lighthouse's phone on a slow 4G: round trips of 150 ms, and a processor of a quarter of the speed.
_SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
_ICONS = "link[rel~=icon], link[rel=manifest]"


def transferred(page: Page) -> dict[str, int]:
    """The bytes over the wire, with headers, of the page at `/` and all that it loads."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session.on(
        "Network.requestWillBeSent",
        lambda sent: names.update({sent["requestId"]: sent["request"]["url"]}),
    )
    session.on(
        "Network.loadingFinished",
        lambda ended: sizes.update({names[ended["requestId"]]: int(ended["encodedDataLength"])}),
    )
    page.goto("/", wait_until="networkidle")
    # A browser without a window does not ask for these.
    for address in page.locator(_ICONS).evaluate_all("all => all.map(each => each.href)"):
        if address not in sizes:
            answer = page.request.get(address, headers={"Accept-Encoding": "gzip"})
            body = int(answer.headers.get("content-length", len(answer.body())))
            sizes[address] = body + sum(
                len(name + value) + 4 for name, value in answer.headers.items()
            )
    return {
        urlsplit(address).path.rpartition("/")[2] or "/": size for address, size in sizes.items()
    }


def seconds_to_a_move(page: Page) -> float:
    """From asking for the page to one's own mark, by a click as soon as there is a board."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", _SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    begun = time.perf_counter()
    page.goto("/", wait_until="commit")
    square(page, "b2").click()
    expect(page.locator("noughts-board .square").nth(4)).not_to_have_accessible_name("b2, empty")
    return time.perf_counter() - begun
