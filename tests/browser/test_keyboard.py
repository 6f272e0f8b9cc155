"""A whole game by keyboard alone, and the announcements to screen readers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.test_play import begin, square, status

# Collects whatever the polite live region says, in order.
_LISTEN = """
() => {
  window.said = [];
  const region = document.querySelector('[aria-live=polite], [role=status]');
  new MutationObserver(() => {
    const text = region.textContent.trim();
    if (text && window.said.at(-1) !== text) window.said.push(text);
  }).observe(region, {childList: true, characterData: true, subtree: true});
}
"""
_FOCUS = "() => document.activeElement.ariaLabel"


def focus_board(page: Page) -> None:
    """Tab until the board has the focus; it has one tab stop."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.role === 'gridcell'"):
            return
    raise AssertionError("the board cannot be reached by Tab")


def press_and_wait(page: Page, key: str, name: str, label: str) -> None:
    """Press a key, and wait until a square says what it should."""
    page.keyboard.press(key)
    expect(square(page, name)).to_have_accessible_name(label)


def test_a_whole_game_by_keyboard_is_read_out(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    page.evaluate(_LISTEN)
    focus_board(page)
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    press_and_wait(page, "Numpad5", "a1", "a1, O, last move")
    page.keyboard.press("Control+End")
    assert page.evaluate(_FOCUS) == "c3, empty"
    press_and_wait(page, "Enter", "c1", "c1, O, last move")
    assert page.evaluate(_FOCUS) == "c3, X"  # the reply does not move the focus
    press_and_wait(page, "2", "b3", "b3, O, last move")
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(_FOCUS) == "a2, empty"
    press_and_wait(page, "Space", "c2", "c2, O, last move")
    press_and_wait(page, "Numpad1", "a3", "a3, X, last move")
    expect(status(page)).to_have_text("It is a draw: the board is full and nobody has a row.")
    said = page.evaluate("() => window.said")
    assert said == [
        "You take b2. The computer takes a1. Your move: you are X.",
        "You take c3. The computer takes c1. Your move: you are X.",
        "You take b1. The computer takes b3. Your move: you are X.",
        "You take a2. The computer takes c2. Your move: you are X.",
        "You take a3. It is a draw: the board is full and nobody has a row.",
    ]


@pytest.mark.slow
def test_letters_ask_undo_and_begin_anew(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    focus_board(page)
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_contain_text("b2")
    press_and_wait(page, "1", "b2", "b2, O, last move")
    press_and_wait(page, "u", "a1", "a1, empty")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("n")
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")


@pytest.mark.slow
def test_home_and_end_stay_in_the_row(page: Page) -> None:
    page.goto("/")
    focus_board(page)
    for keys, name in (
        (("Control+Home", "ArrowDown", "End"), "c2"),
        (("Home",), "a2"),
        (("ArrowUp", "ArrowUp"), "a1"),
    ):
        for key in keys:
            page.keyboard.press(key)
        assert page.evaluate(_FOCUS).startswith(name)


@pytest.mark.slow
def test_keys_elsewhere_on_the_page_do_nothing(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    page.locator("body").press("5")
    page.locator("body").press("n")
    expect(square(page, "b2")).to_have_accessible_name("b2, empty")
