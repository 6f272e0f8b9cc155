"""What the first page costs somebody who opens it for the first time, in bytes."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page

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
