"""Nothing jumps: the board stays where it is whatever happens around it, on every width."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, shifts
from tests.browser.playing import inviting, play_to_the_end, sit, square, take, visit

pytestmark = pytest.mark.slow

SCREENS = [(1366, 768), (390, 844), (320, 568)]  # the narrowest last, on which pages are left

# On the page, and so without what scrolling does.
_BOX = """() => {
  const {x, y, width, height} = document.querySelector("noughts-board").getBoundingClientRect();
  return [x + scrollX, y + scrollY, width, height].map(Math.round);
}"""


def box(page: Page) -> Any:
    """Where the board is on each screen; the page is left on the last of them."""
    page.wait_for_load_state()  # until then the style sheets may be missing
    boxes = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        boxes.append(page.evaluate(_BOX))
    return boxes


def test_opening_the_page_and_a_game_with_hints_to_its_end(new_watched: NewContext) -> None:
    page = new_watched().new_page()
    page.goto("/", wait_until="networkidle")
    assert shifts(page) == []
    at_first = box(page)
    boxes = []

    def follow(free: Any) -> None:
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#advice")).not_to_be_empty()
        boxes.append(("hint", box(page)))
        free.click()

    square(page, "b2").click()
    page.wait_for_url("**/g/*")
    boxes.append(("move", box(page)))
    play_to_the_end(page, follow)
    boxes.append(("end", box(page)))
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("gridcell", name=", empty").nth(7)).to_be_visible()
    boxes.append(("next", box(page)))
    assert [each for each in boxes if each[1] != at_first] == [], at_first
    assert shifts(page) == []


def test_a_friend_a_spectator_offers_and_an_ending(new_watched: NewContext) -> None:
    ann = inviting(new_watched())
    ben = visit(new_watched(), ann)
    boxes: dict[Page, list[tuple[str, Any]]] = {page: [] for page in (ann, ben)}

    def note(what: str) -> None:
        for page, seen in boxes.items():
            seen.append((what, box(page)))

    note("waiting")
    sit(ben)
    note("joined")
    take(ann, "b2", "X", ben)
    note("move")
    cat = visit(new_watched(), ann)
    expect(ann.locator("#presence")).to_contain_text("watching")
    note("spectator")
    for question in ("Undo", "Undo"):
        ann.get_by_role("button", name=question).click()
        expect(ben.locator("#offer")).to_be_visible()
        note("offer")
        ben.get_by_role("button", name="Decline").click()
        expect(ann.locator("#offer")).to_be_hidden()
        note("declined")
    take(ben, "a1", "O", ann)
    ann.get_by_role("button", name="Resign", exact=True).click()
    ann.get_by_role("button", name="Yes, resign").click()
    expect(ben.locator('a[href*="/review"]')).to_be_visible()
    note("ended")
    cat.close()
    ben.get_by_role("button", name="Rematch").click()
    expect(ann.locator("#offer")).to_be_visible()
    note("rematch")
    for seen in boxes.values():
        assert [each for each in seen if each[1] != seen[0][1]] == [], seen[0]
    assert [shifts(page) for page in boxes] == [[], []]
