"""The forms of a room while others come and go, and fingers that tap twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import status
from tests.browser.rooms.test_class import child, opened, remove
from tests.browser.rooms.test_rooms import name_of

pytestmark = pytest.mark.slow


def test_tapping_twice_removes_one_child_only(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss")
    children = [child(new_context, host) for _ in range(3)]
    expect(host.locator(".people li")).to_have_count(3)
    host.get_by_text("Remove a player").click()
    host.get_by_role("combobox", name="Player").select_option(label=name_of(children[0]))
    host.get_by_role("button", name="Remove", exact=True).dblclick()
    expect(status(children[0])).to_have_text(
        "The host has removed you – ask them to let you back in"
    )
    expect(children[0].get_by_text("Leave the room")).to_be_hidden()
    expect(host.get_by_role("combobox", name="Player")).to_have_value("")
    host.get_by_role("button", name="Remove", exact=True).click(position={"x": 9, "y": 9})
    expect(host.get_by_role("alert")).to_have_text("Choose a player")
    expect(host.locator(".people li")).to_have_count(2)


def test_who_was_removed_by_mistake_is_let_back_in(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss")
    ann = child(new_context, host)
    name = name_of(ann)
    remove(host, name)
    expect(host.locator(".people li")).to_have_count(0)
    host.get_by_text("Let a player back in").click()
    host.locator("#readmitting").get_by_role("combobox").select_option(label=name)
    host.get_by_role("button", name="Let them back in").click()
    ann.get_by_role("button", name="Come back").click()
    expect(host.locator(".people")).to_contain_text(name)
    expect(host.get_by_text("Let a player back in")).to_be_hidden()


def test_what_somebody_types_stays_while_others_come(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss", naming="typed")
    pair = new_context().new_page()
    pair.goto(host.url)
    host.get_by_text("Join in yourself").click()
    pair.get_by_text("Two of you at this device?").click()
    for page in (host, pair):
        page.get_by_role("textbox", name="Your first name").fill("Mia")
    pair.get_by_role("textbox", name="The other first name").fill("Ben")
    child(new_context, host, name="Tom")
    expect(status(host)).to_have_text("1 player has joined")
    for page in (host, pair):
        expect(page.get_by_role("textbox", name="Your first name")).to_have_value("Mia")
        expect(page.get_by_role("textbox", name="Your first name")).to_be_visible()
    pair.get_by_role("button", name="Join", exact=True).click()
    expect(pair.locator(".you strong")).to_have_text("Mia & Ben")


def test_a_name_that_is_refused_can_be_mended(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss", naming="typed")
    child(new_context, host, name="Mia")
    page = new_context().new_page()
    page.goto(host.url)
    join(page, "mia")
    expect(page.get_by_role("textbox", name="Your first name")).to_have_value("mia")
    expect(page.get_by_role("textbox", name="Your first name")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("add a letter to yours")
    join(page, "mia b.")
    expect(page.locator(".you strong")).to_have_text("mia b.")
    remove(host, "mia b.")
    expect(status(page)).to_have_text("The host has removed you – ask them to let you back in")


def join(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Your first name").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
