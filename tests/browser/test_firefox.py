"""A handful of games in Firefox, as Debian has it: by clicks, by keys and between two friends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.browsers import FIREFOX
from tests.browser.conftest import NewContext, running
from tests.browser.playing import begin, inviting, sit, square, take, visit
from tests.browser.test_keyboard import focus_board, press_and_wait

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A Firefox."""
    yield from running(FIREFOX, playwright)


def complaints(page: Page) -> list[str]:
    """What the console says from now on that is an error or a warning."""
    heard: list[str] = []
    page.on(
        "console",
        lambda said: heard.append(said.text) if said.type in ("error", "warning") else None,
    )
    return heard


def test_a_click_is_a_move_and_a_game_that_was_lost_is_reviewed(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    heard = complaints(page)
    for name in ("a2", "c2", "b3"):  # the computer takes b2, a1, then wins on c3
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(f"{name}, X")
    expect(page.locator('[aria-label*="winning line"]')).to_have_count(3)
    page.reload()
    expect(square(page, "b3")).to_have_accessible_name("b3, X")
    page.locator('a[href$="/review"]').click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/")
    square(page, "b2").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
    expect(page.locator('[role=gridcell][aria-label*=", O, last move"]')).to_have_count(1)
    assert heard == []


def test_a_game_is_drawn_by_keys(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    heard = complaints(page)
    focus_board(page)
    press_and_wait(page, "5", "a1", "a1, O, last move")
    page.keyboard.press("Control+End")
    press_and_wait(page, "Enter", "c1", "c1, O, last move")
    press_and_wait(page, "2", "b3", "b3, O, last move")
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    press_and_wait(page, "Space", "c2", "c2, O, last move")
    press_and_wait(page, "7", "a3", "a3, X, last move")
    assert heard == []


def test_friends_see_each_others_moves_at_once(new_context: NewContext) -> None:
    ann = inviting(new_context())
    ben = visit(new_context(), ann)
    heard = [complaints(page) for page in (ann, ben)]
    sit(ben)
    for number, name in enumerate(("b2", "a1", "a2", "c2", "b1", "c1", "b3")):
        page, other = (ann, ben) if number % 2 == 0 else (ben, ann)
        if name == "b3":
            square(page, name).click()
        else:
            take(page, name, "XO"[number % 2], other)
    for page in (ann, ben):
        expect(page.locator('[aria-label*="winning line"]')).to_have_count(3)
    assert heard == [[], []]


def test_the_language_of_the_browser_and_another_one_by_the_switch(new_context: NewContext) -> None:
    page = new_context(locale="de-AT").new_page()
    heard = complaints(page)
    page.goto("/rooms")
    expect(page.get_by_role("heading", level=1)).to_have_text("Räume")
    html = page.locator("html")
    expect(html).to_have_attribute("lang", "de")
    page.get_by_role("button", name="Français").click()
    expect(html).to_have_attribute("lang", "fr")
    page.goto("/help")
    expect(page.get_by_role("heading", level=1)).to_have_text("Aide")
    assert heard == []
