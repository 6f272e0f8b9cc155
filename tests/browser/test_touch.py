"""Whole games by touch alone, on phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import play_to_the_end, square

pytestmark = pytest.mark.slow

PHONES = [(390, 844), (320, 568)]


def phone(new_context: NewContext, width: int, height: int) -> Page:
    size = {"width": width, "height": height}
    return new_context(viewport=size, has_touch=True, is_mobile=True).new_page()


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_game_from_its_settings_to_the_next_one(
    new_context: NewContext, width: int, height: int
) -> None:
    page = phone(new_context, width, height)
    page.goto("/")
    page.get_by_role("radio", name="Easy").locator("..").tap()
    square(page, "b2").tap()
    page.wait_for_url("**/g/*")
    expect(page.locator("#score")).to_contain_text("Easy")
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator("#advice")).not_to_be_empty()
    play_to_the_end(page, lambda free: free.tap())
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator('[role=gridcell][aria-label$=", empty"]').nth(7)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_two_people_at_one_phone(new_context: NewContext) -> None:
    page = phone(new_context, 390, 844)
    game = page.request.post("/api/v1/games", data={"opponent": None}).json()
    page.goto(f"/g/{game['id']}")
    for name in ("a1", "b1", "a2", "b2", "a3"):
        square(page, name).tap()
    expect(page.locator('[aria-label*="winning line"]')).to_have_count(3)
