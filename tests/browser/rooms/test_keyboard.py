"""A room by keyboard alone, as its host and as two who play in it."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import status
from tests.browser.rooms.test_rooms import code, connected, name_of
from tests.browser.test_keyboard import tab_to

pytestmark = pytest.mark.slow


def press(page: Page, target: Locator) -> None:
    """Reach something by Tab, and press Enter."""
    expect(target).to_be_visible()
    tab_to(page, target)
    page.keyboard.press("Enter")


def opened(context: BrowserContext) -> Page:
    """The page of a room, opened from the page of rooms."""
    page = context.new_page()
    page.goto("/rooms")
    tab_to(page, page.locator("input[name=way]:checked"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("radio", name="Free play")).to_be_checked()
    press(page, page.get_by_role("button", name="Open"))
    expect(page.get_by_role("heading", name="Join with this code")).to_be_visible()
    return connected(page)


def joined(context: BrowserContext, host: Page) -> Page:
    """The room as somebody sees it who has typed the code and pressed Enter twice."""
    page = context.new_page()
    page.goto("/rooms")
    tab_to(page, page.get_by_role("textbox", name="Code"))
    page.keyboard.type(code(host).lower())
    page.keyboard.press("Enter")
    press(page, page.get_by_role("button", name="Join", exact=True))
    expect(page.locator(".you")).to_contain_text("You're ")
    return connected(page)


def test_a_host_and_two_players_need_no_mouse(new_context: NewContext) -> None:
    host = opened(new_context())
    ann, ben = joined(new_context(), host), joined(new_context(), host)
    expect(host.locator(".people li")).to_have_count(2)
    press(host, host.get_by_role("button", name="Pair everyone"))
    for page in (ann, ben):
        press(page, page.get_by_role("link", name="Next:"))
        expect(status(page)).to_contain_text("turn")
    x, o = (ann, ben) if status(ann).inner_text().startswith("Your turn") else (ben, ann)
    for number, key in enumerate("14253"):
        mover, other = (x, o) if number % 2 == 0 else (o, x)
        mover.keyboard.press(key)
        taken = other.locator("noughts-board .square").nth(int(key) - 1)
        expect(taken).to_have_attribute("data-mark", "xo"[number % 2])
    expect(status(x)).to_contain_text("You beat")
    press(x, x.get_by_role("button", name="Find me a game"))
    expect(status(x)).to_contain_text("Looking for a game")
    press(o, o.get_by_role("link", name="Back to the room"))
    expect(host.locator("#room-games")).to_contain_text("beat")
    remove(host, name_of(o))
    expect(status(o)).to_have_text("The host has removed you – ask them to let you back in")
    press(host, host.get_by_role("link", name="Show the wall"))
    expect(host.locator(".boards li")).to_have_count(1)


def remove(host: Page, name: str) -> None:
    """Choose somebody from a list and remove them."""
    press(host, host.locator("summary", has_text="Remove a player"))
    players = host.get_by_role("combobox", name="Player", exact=True)
    tab_to(host, players)
    host.keyboard.type(name)
    expect(players.locator("option:checked")).to_have_text(name)
    press(host, host.get_by_role("button", name="Remove", exact=True))
