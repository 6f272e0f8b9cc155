"""A whole game by keyboard alone, and the announcements to screen readers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import begin, square, status
from tests.browser.states import states

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


def tab_to(page: Page, target: Locator) -> None:
    """Tab until something has the focus."""
    for _ in range(60):
        if target.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{target} cannot be reached by Tab")


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
    expect(status(page)).to_have_text("It's a draw")
    expect(page.locator("#announcer")).to_contain_text("Nobody made a mistake")
    *said, why = page.evaluate("() => window.said")
    assert why == f"{said[-1]}Nobody made a mistake, so it's a draw."  # in a paragraph of its own
    assert said == [
        "You take b2. The computer takes a1. Your turn – you're X.",
        "You take c3. The computer takes c1. Your turn – you're X.",
        "You take b1. The computer takes b3. Your turn – you're X.",
        "You take a2. The computer takes c2. Your turn – you're X.",
        "You take a3. It's a draw.",
    ]


# Behind a dialog nothing has the focus.
_STAYS = """() => {
  const {activeElement: now, body} = document;
  return now === body || now.closest("dialog[open]") !== null;
}"""


def is_within(page: Page, opener: Locator, keys: str) -> None:
    """Open a dialog, walk round in it, and leave it: it keeps the focus, and gives it back."""
    opener.focus()
    page.keyboard.press(keys)
    dialog = page.locator("dialog[open]")
    expect(dialog).to_have_count(1)
    assert page.evaluate("() => document.activeElement.closest('dialog[open]') !== null")
    for step in ("Tab", "Shift+Tab"):
        for _ in range(dialog.locator("a, button, input, select").count() + 2):
            page.keyboard.press(step)
            assert page.evaluate(_STAYS), (opener, step)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.mark.slow
def test_every_dialog_keeps_the_focus_and_gives_it_back(new_context: NewContext) -> None:
    context = new_context()
    page, paths = context.new_page(), states(context.request)
    opened = set()
    for name in ("game", "won", "invitation", "friend", "round-robin"):
        page.goto(paths[name], wait_until="networkidle")
        for opener in page.locator("[commandfor]:visible").all():
            opened.add(opener.get_attribute("commandfor"))
            is_within(page, opener, "Enter")
    page.goto("/games?deleting=on", wait_until="networkidle")
    is_within(page, page.locator("[commandfor]").first, "Enter")
    page.goto(paths["game"], wait_until="networkidle")
    for key in ("n", "?"):  # from the board, which gets the focus again
        is_within(page, page.get_by_role("gridcell", name="b1"), key)
    assert opened == {"choices", "leaving", "sure", "sharing", "code", "reactions", "asking-1"}


@pytest.mark.slow
def test_letters_and_digits_work_wherever_nobody_types(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    page.locator("#settings").click()
    page.get_by_role("combobox", name="Board").select_option("Custom…")
    page.get_by_label("Width").press("5")
    expect(page.get_by_label("Width")).to_have_value("53")
    page.get_by_label("Width").press("Backspace")
    page.get_by_role("button", name="Close").press("5")
    expect(page.get_by_role("gridcell", name=", X")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog").press("5")
    expect(page.get_by_role("gridcell", name=", X")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    tab_to(page, page.locator("#settings"))
    page.keyboard.press("Enter")
    expect(page.locator("input[name=opponent]:checked")).to_be_focused()
    while not page.get_by_role("radio", name="Easy").is_checked():
        page.keyboard.press("ArrowUp")
    expect(page.locator("#score")).to_contain_text("Easy")
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_focused()
    expect(page.locator("#settings")).to_have_text("Easy · 3×3 · you're X")
    page.keyboard.press("5")
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(_FOCUS) == "b2, X"
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator("#advice")).not_to_be_empty()
    press_and_wait(page, "u", "b2", "b2, empty")
    press_and_wait(page, "5", "b2", "b2, X")
    page.keyboard.press("n")
    expect(page.get_by_role("link", name="New game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(square(page, "b2")).to_have_accessible_name("b2, empty")
    assert page.evaluate("() => document.activeElement.role") == "gridcell"
