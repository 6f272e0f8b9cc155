"""What every page must satisfy: no fault for axe, no overflow, no requests elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

from noughts.wording.language import ENGLISH, LANGUAGES
from tests.browser.conftest import NewContext
from tests.browser.first_page import transferred
from tests.browser.states import states
from tests.serving import Server

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


def faults_in_both_themes(page: Page) -> Any:
    """By all rules in the light; the dark changes nothing but colours."""
    page.emulate_media(color_scheme="light")
    found = faults(page)
    page.emulate_media(color_scheme="dark")
    return found + faults(page, runOnly=[_COLOURS])


def faults_of_words(page: Page) -> Any:
    """What a translation can spoil: names, labels and the language; the rest is as in English."""
    return faults(page, runOnly=["cat.language", "cat.name-role-value", "cat.text-alternatives"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_state_of_any_page_has_a_fault_for_axe_is_too_wide_or_loads_from_elsewhere(
    new_context: NewContext, server: Server, language: str
) -> None:
    """The colours, and what is only written in English, are looked at once."""
    context = new_context(reduced_motion="reduce", locale=language)
    asked: list[str] = []
    complaints: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("console", lambda said: complaints.append(f"{said.text} {said.location['url']}"))
    page = context.new_page()
    paths = {"/", *states(context.request).values()}
    found: list[Any] = []
    for path in {*paths, *PAGES} if language == ENGLISH else paths:
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(path)
        look = faults_in_both_themes if language == ENGLISH else faults_of_words
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
    assert [url for url in asked if not url.startswith(server.address)] == []
    # Nothing breaks the policy; a page that is not there says so.
    assert [each for each in complaints if "status of 404" not in each] == []


def test_the_first_page_is_small(page: Page) -> None:
    sizes = transferred(page)
    total = sum(sizes.values())
    print(f"the first page: {total:,} bytes over the wire, {sizes}")
    assert total <= 60_000, sizes
