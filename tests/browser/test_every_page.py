"""What every page must satisfy: no fault for axe, no requests elsewhere, no overflow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Request

from tests.browser.conftest import NewContext
from tests.browser.pictures import states
from tests.browser.test_play import begin, square

pytestmark = pytest.mark.slow

PAGES = (
    "/",
    "/games",
    "/help",
    "/puzzles",
    "/puzzles/x.._..._..._o_3",
    "/a/x.o_.x._..o_x_3",
    "/a/" + "_".join(["." * 15] * 15) + "_x_5",
    "/api",
    "/nothing-here",
)
Theme = Literal["light", "dark"]
_AXE = Axe()


def faults(page: Page, *rules: str) -> list[tuple[str, Any]]:
    """What axe-core finds, with where: by all its rules, or only by these."""
    options = {"runOnly": rules} if rules else None
    found = _AXE.run(page, options=options).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


def played_game(context: BrowserContext) -> Page:
    """A finished game."""
    page = begin(context, opponent=None)
    for name in ("a1", "b1", "a2", "b2", "a3"):
        square(page, name).click()
    page.get_by_text("X wins along").first.wait_for()
    return page


@pytest.mark.parametrize(("theme", "rules"), [("light", ()), ("dark", ["color-contrast"])])
def test_axe_finds_nothing(new_context: NewContext, theme: Theme, rules: Sequence[str]) -> None:
    context = new_context(color_scheme=theme, reduced_motion="reduce")
    page = context.new_page()
    for path in (*PAGES, *dict(states(context.request)).values()):
        page.goto(path)
        assert faults(page, *rules) == [], path


def test_axe_finds_nothing_in_what_the_script_shows(new_context: NewContext) -> None:
    page = begin(new_context(reduced_motion="reduce"), opponent="classic")
    square(page, "b1").click()
    page.get_by_role("button", name="Values").click()
    page.locator(".worth").first.wait_for()
    assert faults(page) == []


def test_nothing_is_asked_of_another_site_and_nothing_breaks_the_policy(
    new_context: NewContext,
) -> None:
    context = new_context()
    asked: list[str] = []
    complaints: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    context.on("request", note)
    context.on("console", lambda message: complaints.append(message.text))
    page = played_game(context)
    own = page.url.split("/g/")[0]
    for path in (*PAGES[:-1], page.url + "/review"):
        page.goto(path)
    assert [url for url in asked if not url.startswith(own)] == []
    assert complaints == []


@pytest.mark.parametrize("width", [320, 375, 768])
def test_no_page_scrolls_sideways(new_context: NewContext, width: int) -> None:
    context = new_context(viewport={"width": width, "height": 700})
    page = played_game(context)
    played = dict(states(context.request)).values()
    for path in (page.url, page.url + "/review", *PAGES, *played):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_the_first_page_is_small(new_context: NewContext) -> None:
    page = new_context().new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda data: sizes.append(data["encodedDataLength"]))
    page.goto("/", wait_until="networkidle")
    assert sum(sizes) <= 60_000


def test_the_first_paint_needs_no_script(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/")
    box = square(page, "b2").bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(box["height"], abs=2)
    assert box["width"] > 60


def test_nothing_moves_under_reduced_motion(new_context: NewContext) -> None:
    page = begin(new_context(reduced_motion="reduce"), opponent="classic")
    square(page, "a1").click()
    page.locator('[aria-label="b2, O, last move"]').wait_for()
    running = "() => document.getAnimations().filter(each => each.playState === 'running').length"
    assert page.evaluate(running) == 0


def test_the_layout_does_not_shift(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => { for (const entry of list.getEntries())"
        " if (!entry.hadRecentInput) window.shift += entry.value; })"
        ".observe({type: 'layout-shift', buffered: true});"
    )
    page.goto("/", wait_until="networkidle")
    top = square(page, "b2").bounding_box()
    square(page, "b2").click()
    page.locator('[aria-label*=", O, last move"]').wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_text(re.compile("keeps the draw|loses|wins")).first.wait_for()
    assert square(page, "b2").bounding_box() == top
    assert page.evaluate("() => window.shift") < 0.02
