"""The levels as steps to climb: badges at the end of a game, in the statistics, and to share."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, shifts
from tests.browser.playing import settings, square

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_perfect_is_held_for_a_badge_to_share(new_watched: NewContext, width: int) -> None:
    page = new_watched(viewport={"width": width, "height": 844}).new_page()
    hold_perfect(page)
    chip, steps = page.locator(".streak a"), page.locator("#ladder li")
    expect(chip).to_have_text("Held Perfect as X")
    expect(page.locator(".streak").get_by_role("img", name="1 of 4")).to_be_visible()
    expect(steps).to_have_text(["Easy", "Medium", "Hard", "Perfect"])
    expect(page.locator("#ladder li[data-held]")).to_have_text("Perfect")
    with settings(page) as sheet:
        expect(sheet.locator("[data-held]")).to_have_text("Perfect")
        expect(sheet.locator("[data-held]")).to_have_attribute("data-held", "x")
    assert shifts(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload(wait_until="networkidle")
    steps.get_by_role("link", name="Held Perfect as X").click()
    expect(page.get_by_role("heading", name="Held Perfect as X")).to_be_visible()
    picture = page.locator("#badge")
    expect(picture).to_have_js_property("naturalWidth", 1200)
    expect(picture).to_have_attribute("src", re.compile("level=perfect&side=x$"))
    page.get_by_role("link", name="Play", exact=True).last.click()
    page.get_by_role("button", name="Clear").click()
    expect(steps).to_have_count(0)
    expect(page.locator("#new-game [data-held]")).to_have_count(0)


def hold_perfect(page: Page) -> None:
    """Draw against Perfect, as the coach says; what moved before that is forgotten."""
    page.goto("/?board=3x3:3&opponent=perfect", wait_until="networkidle")
    page.evaluate("window.shifts.length = 0")
    square(page, "b2").click()
    for marks in (2, 4, 6, 8):
        expect(page.locator("#record li")).to_have_count(marks)
        hint = page.request.get(f"/api/v1/games/{page.url[-24:]}/hint").json()
        page.locator(".square").nth(hint["square"]).click()
    expect(page.locator("#table")).to_have_attribute("data-result", "drawn")
