"""What every page must satisfy: no fault for axe, no requests elsewhere, no overflow."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import BrowserContext, Page, Request, expect

from noughts.language import ENGLISH, LANGUAGES
from tests.browser.conftest import NewContext
from tests.browser.first_page import transferred
from tests.browser.playing import begin, inviting, sit, square, visit
from tests.browser.states import states

pytestmark = pytest.mark.slow

PAGES = ("/", "/games", "/help", "/learn", "/puzzles", "/rooms", "/a", "/api", "/nothing-here")
_AXE = AXE_FILE_PATH.read_text(encoding="utf-8")
_RUN = """async rules => {
  const only = rules.length ? {runOnly: rules} : {};
  const {violations} = await axe.run({resultTypes: ["violations"], ...only});
  return violations.map(({id, nodes}) => [id, nodes.map(node => node.html)]);
}"""


def faults(page: Page, *rules: str) -> Any:
    """What axe-core finds, with where: by all its rules, or only by these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)  # as a script of the page its policy would forbid it
    return page.evaluate(_RUN, rules)


def played_game(context: BrowserContext) -> Page:
    """A finished game."""
    page = begin(context, opponent=None)
    for name in ("a1", "b1", "a2", "b2", "a3"):
        square(page, name).click()
    page.get_by_text("X wins!").first.wait_for()
    return page


def faults_in_both_themes(page: Page) -> Any:
    """By all rules in the light; the dark changes nothing but colours."""
    page.emulate_media(color_scheme="light")
    found = faults(page)
    page.emulate_media(color_scheme="dark")
    return found + faults(page, "color-contrast")


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_any_state(new_context: NewContext, language: str) -> None:
    context = new_context(reduced_motion="reduce", locale=language)
    page = context.new_page()
    # The colours are the same in every language.
    look = faults_in_both_themes if language == ENGLISH else faults
    for path in ("/", *states(context.request).values()):
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        assert look(page) == [], path


def test_axe_finds_nothing_in_an_offer(new_context: NewContext) -> None:
    ann = inviting(new_context(reduced_motion="reduce"))
    ben = visit(new_context(), ann)
    sit(ben)
    ben.get_by_role("button", name="Offer a draw").click()
    expect(ann.locator("#offer")).to_be_visible()
    assert faults_in_both_themes(ann) == []


def test_axe_finds_nothing_in_the_description_of_the_api(page: Page) -> None:
    page.goto("/api")
    assert faults_in_both_themes(page) == []


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


def test_no_page_scrolls_sideways(new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    for path in {*PAGES, *states(context.request).values()}:
        page.goto(path)
        for width in (320, 375, 768):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_the_first_page_is_small(page: Page) -> None:
    sizes = transferred(page)
    total = sum(sizes.values())
    print(f"the first page: {total:,} bytes over the wire, {sizes}")
    assert total <= 60_000, sizes


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
