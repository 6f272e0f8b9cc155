"""A server, a browser and fresh pages for the tests of the pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.browsers import SHELL, Kind
from tests.serving import Server, serving

NewContext = Callable[..., BrowserContext]

# Milliseconds for whatever a page should come to, on a very busy machine.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


# What Chromium counts as a shift, with what moved; what follows on input at once is no shift to it,
# and what another size of the window moves is none to us.
_WATCH = """
window.shifts = [];
window.resizes = [];
addEventListener("resize", () => {
  const from = performance.now(), note = () => window.resizes.push([from, performance.now()]);
  requestAnimationFrame(() => requestAnimationFrame(note));
});
const place = ({x, y, width, height}) => `${x},${y} ${width}x${height}`;
const text = node => (node?.outerHTML ?? node?.data ?? "").slice(0, 80);
new PerformanceObserver(list => {
  for (const {startTime, value, hadRecentInput, sources} of list.getEntries()) {
    const moved = ({node, previousRect, currentRect}) =>
      `${text(node)}: ${place(previousRect)} -> ${place(currentRect)}`;
    if (!hadRecentInput) window.shifts.push([startTime, value, ...sources.map(moved)]);
  }
}).observe({type: "layout-shift", buffered: true});
"""


# Of the package and not of the session: while Playwright runs, this thread has an event loop, and
# other tests start their own.
@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests: their browsers share nothing."""
    database = tmp_path_factory.mktemp("browser") / "games.db"
    # Somebody who left is given up after one and a half heartbeats, and loses their game a second
    # later: a test need not wait for long.
    flags = ("--heartbeat-seconds=2", "--fair-seconds=1", "--think-seconds=60")
    with serving(database, *flags) as running:
        yield running


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers; a thread can run it only once."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium; a module that needs another browser overrides this."""
    yield from running(SHELL, playwright)


def running(kind: Kind, playwright: Playwright) -> Iterator[Browser]:
    """A browser; where there is none the tests are skipped, in CI they fail."""
    path = kind.find(playwright)
    if path is None:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(kind.missing)
    browser = kind.launch(playwright, path)
    yield browser
    browser.close()


@pytest.fixture
def new_context(browser: Browser, server: Server) -> Iterator[NewContext]:
    """Makes separate browsers: each has its own cookies, and its errors fail the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(**options: object) -> BrowserContext:
        here = {"base_url": server.address, **options}
        context = browser.new_context(**here)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def new_watched(new_context: NewContext) -> NewContext:
    """Separate browsers whose pages note what shifts."""

    def make(**options: object) -> BrowserContext:
        context = new_context(**options)
        context.add_init_script(_WATCH)
        return context

    return make


def shifts(page: Page) -> Any:
    """What has moved on a watched page since it was loaded."""
    return page.evaluate("""() => window.shifts.filter(
      ([at]) => !window.resizes.some(([from, to]) => from <= at && at <= to))""")


@pytest.fixture
def page(new_context: NewContext) -> Page:
    """A page of a new browser."""
    return new_context().new_page()
