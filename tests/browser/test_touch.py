"""Whole games by touch alone, on phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import begin, play_to_the_end, square

pytestmark = pytest.mark.slow

WIDTHS = [(320, 568), (360, 640), (390, 844)]


def phone(new_context: NewContext, width: int, height: int) -> Page:
    size = {"width": width, "height": height}
    return new_context(viewport=size, has_touch=True, is_mobile=True).new_page()


@pytest.mark.parametrize(("width", "height"), [WIDTHS[0], WIDTHS[-1]])
def test_a_game_from_its_settings_to_the_next_one(
    new_context: NewContext, width: int, height: int
) -> None:
    page = phone(new_context, width, height)
    page.goto("/", wait_until="networkidle")
    for size in (*WIDTHS, (width, height)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for part in ("#new-game", "#score", "#status", ".grid"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
    before = square(page, "b2").bounding_box()
    page.get_by_role("radio", name="Easy").locator("..").tap()
    square(page, "b2").tap()
    page.wait_for_url("**/g/*")
    expect(page.locator("#score")).to_contain_text("Easy")
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)
    assert square(page, "b2").bounding_box() == before
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator("#advice")).not_to_be_empty()
    play_to_the_end(page, lambda free: free.tap())
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator('[role=gridcell][aria-label$=", empty"]').nth(7)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_large_board_is_played_by_two_on_a_small_phone(new_context: NewContext) -> None:
    context = new_context(viewport={"width": 320, "height": 568}, has_touch=True)
    page = begin(context, opponent=None, board="15x15:5")
    for name in ("o15", "h8", "a1"):
        cell = square(page, name)
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
        cell.tap()
        expect(cell).to_have_accessible_name(f"{name}, empty")
        if name == "h8":
            page.get_by_role("button", name="Play h8").tap()
        else:
            cell.tap()
        expect(cell).to_have_accessible_name(f"{name}, {'O' if name == 'h8' else 'X'}, last move")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_text("Larger squares").tap()
    expect(square(page, "a1")).to_be_in_viewport()
    box = square(page, "a1").bounding_box()
    assert box is not None
    assert box["width"] > 40
