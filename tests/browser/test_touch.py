"""Whole games by touch alone, on phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewContext, shifts
from tests.browser.playing import begin, box, play_to_the_end, square

pytestmark = pytest.mark.slow


def test_a_game_from_its_settings_to_the_next_one_without_a_jump(new_watched: NewContext) -> None:
    page = new_watched(has_touch=True, is_mobile=True).new_page()
    page.goto("/", wait_until="networkidle")
    assert shifts(page) == []
    for width, height in ((320, 568), (360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for part in ("#new-game", "#score", "#status", ".grid"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
    at_first = box(page)
    boxes = []

    def follow(free: Locator) -> None:
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator("#advice")).not_to_be_empty()
        boxes.append(("hint", box(page)))
        free.tap()

    page.get_by_role("radio", name="Easy").locator("..").tap()
    square(page, "b2").tap()
    page.wait_for_url("**/g/*")
    expect(page.locator("#score")).to_contain_text("Easy")
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)
    boxes.append(("move", box(page)))
    play_to_the_end(page, follow)
    boxes.append(("end", box(page)))
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator('[role=gridcell][aria-label$=", empty"]').nth(7)).to_be_visible()
    boxes.append(("next", box(page)))
    assert [each for each in boxes if each[1] != at_first] == [], at_first
    assert shifts(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_large_board_is_played_by_two_on_a_small_phone(new_context: NewContext) -> None:
    context = new_context(viewport={"width": 320, "height": 568}, has_touch=True)
    page = begin(context, opponent=None, board="15x15:5")
    for name in ("o15", "h8", "a1"):
        cell = square(page, name)
        cell.scroll_into_view_if_needed()
        bounds = cell.bounding_box()
        assert bounds is not None
        assert min(bounds["width"], bounds["height"]) >= 24
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
    bounds = square(page, "a1").bounding_box()
    assert bounds is not None
    assert bounds["width"] > 40
