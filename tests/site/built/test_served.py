"""A site below a server's own pages, which go on by it where there is no connection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.playing import play_to_the_end
from tests.serving import serving
from tests.site.built.test_journeys import ready

pytestmark = pytest.mark.slow

# All is kept: the page that shows any other comes among the last.
_KEPT = """async () => {
  while (!(await caches.match("/site/page/", { ignoreSearch: true })))
    await new Promise(requestAnimationFrame);
}"""


@pytest.fixture
def server(built: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a server with the site."""
    with serving(tmp_path / "games.db", f"--site={built}") as running:
        yield running.address


@pytest.fixture
def visitor(server: str, chromium: Browser) -> Iterator[Page]:
    """A page of a browser that was never there; its errors fail the test."""
    context = chromium.new_context(base_url=server)
    context.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("console", lambda message: _note(message.text, complaints))
    yield context.new_page()
    context.close()
    assert not complaints


def _note(text: str, complaints: list[str]) -> None:
    if "Content Security Policy" in text:
        complaints.append(text)


def play_without_connection(page: Page, server: str) -> None:
    """Follow the page for no connection to the site, and play there."""
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You're offline")
    page.get_by_role("link", name="Play offline").click()
    page.wait_for_url(f"{server}site/")
    ready(page)
    play_to_the_end(page, lambda free: free.click())
    expect(page.locator("#why")).to_be_visible()
    page.goto("/site/learn/")
    ready(page)


def test_who_asks_for_it_plays_on_without_a_connection(visitor: Page, server: str) -> None:
    asked: list[str] = []
    visitor.context.on("request", lambda request: asked.append(request.url))
    visitor.goto("/help")
    visitor.get_by_role("button", name="Keep for offline").wait_for()
    assert not [url for url in asked if "/site/" in url]  # not a byte unasked
    visitor.get_by_role("button", name="Keep for offline").click()
    expect(visitor.get_by_role("link", name="Play offline")).to_be_visible()
    visitor.context.set_offline(True)
    play_without_connection(visitor, server)


def test_an_installed_page_keeps_the_site_unasked(visitor: Page) -> None:
    visitor.goto("/")
    visitor.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visitor.evaluate("dispatchEvent(new Event('appinstalled'))")
    visitor.evaluate(_KEPT)
    visitor.goto("/help")
    expect(visitor.get_by_role("link", name="Play offline")).to_be_visible()
