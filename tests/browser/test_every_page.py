"""What every page must satisfy: no fault for axe, no overflow, no requests elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import BrowserContext, Page, Request

from noughts.language import ENGLISH, LANGUAGES
from tests.browser.conftest import NewContext
from tests.browser.first_page import transferred
from tests.browser.playing import begin, square
from tests.browser.states import states

pytestmark = pytest.mark.slow

PAGES = ("/", "/games", "/help", "/learn", "/puzzles", "/rooms", "/a", "/api", "/nothing-here")
_AXE = AXE_FILE_PATH.read_text(encoding="utf-8")
_RUN = """async options => {
  const {violations} = await axe.run({resultTypes: ["violations"], ...options});
  return violations.map(({id, nodes}) => [id, nodes.map(node => node.html)]);
}"""
_COLOURS = "color-contrast"
# A page as if it were written leftwards: whether it is too wide, and whether a1 stays left.
_LEFTWARDS = """() => {
  document.documentElement.dir = "rtl";
  const squares = [...document.querySelectorAll(".row:first-child .square")];
  const across = squares.map(square => square.getBoundingClientRect().left);
  return {
    isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    isOrdered: across.every((left, column) => column === 0 || left > across[column - 1]),
  };
}"""


def faults(page: Page, **options: object) -> Any:
    """What axe-core finds, with where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)  # as a script of the page its policy would forbid it
    return page.evaluate(_RUN, options)


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
    return found + faults(page, runOnly=[_COLOURS])


def faults_but_of_colours(page: Page) -> Any:
    return faults(page, rules={_COLOURS: {"enabled": False}})


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_state_of_any_page_has_a_fault_for_axe_or_is_too_wide(
    new_context: NewContext, language: str
) -> None:
    """The colours, and what is only written in English, are looked at once."""
    context = new_context(reduced_motion="reduce", locale=language)
    page = context.new_page()
    paths = {"/", *states(context.request).values()}
    found: list[Any] = []
    for path in {*paths, *PAGES} if language == ENGLISH else paths:
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(path)
        look = faults_in_both_themes if language == ENGLISH else faults_but_of_colours
        found += [(path, fault) for fault in look(page)]
        if path != "/api":
            assert page.locator("html").get_attribute("lang") == language
        for width in (768, 375, 320):
            page.set_viewport_size({"width": width, "height": 700})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append((path, f"wider than {width}"))
        if page.evaluate(_LEFTWARDS) != {"isTooWide": False, "isOrdered": True}:
            found.append((path, "written leftwards"))
    assert found == []


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


def test_the_first_page_is_small(page: Page) -> None:
    sizes = transferred(page)
    total = sum(sizes.values())
    print(f"the first page: {total:,} bytes over the wire, {sizes}")
    assert total <= 60_000, sizes
