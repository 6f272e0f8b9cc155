"""The forms of a room while others come and go, and fingers that tap twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import status
from tests.browser.rooms.test_class import PHONE, check, child, opened, remove
from tests.browser.rooms.test_rooms import name_of

pytestmark = pytest.mark.slow


def test_tapping_twice_removes_one_child_only_who_can_be_let_back_in(
    new_context: NewContext,
) -> None:
    host = opened(new_context(), way="swiss")
    ann, *_others = (child(new_context, host) for _ in range(3))
    name = name_of(ann)
    expect(host.locator(".people li")).to_have_count(3)
    host.get_by_text("Remove a player").click()
    host.get_by_role("combobox", name="Player").select_option(label=name)
    host.get_by_role("button", name="Remove", exact=True).dblclick()
    expect(status(ann)).to_have_text("The host has removed you – ask them to let you back in")
    expect(ann.get_by_text("Leave the room")).to_be_hidden()
    expect(host.get_by_role("combobox", name="Player")).to_have_value("")
    host.get_by_role("button", name="Remove", exact=True).click(position={"x": 9, "y": 9})
    expect(host.get_by_role("alert")).to_have_text("Choose a player")
    expect(host.locator(".people li")).to_have_count(2)
    host.get_by_text("Let a player back in").click()
    host.locator("#readmitting").get_by_role("combobox").select_option(label=name)
    host.get_by_role("button", name="Let them back in").click()
    ann.get_by_role("button", name="Come back").click()
    expect(host.locator(".people")).to_contain_text(name)
    expect(host.get_by_text("Let a player back in")).to_be_hidden()


def test_who_is_removed_while_the_connection_is_lost_is_told(new_context: NewContext) -> None:
    host = opened(new_context(), way="swiss")
    ann = child(new_context, host)
    ann.route("**/live-events*", lambda route: route.abort())
    ann.reload()
    remove(host, name_of(ann))
    expect(status(ann)).to_have_text("The host has removed you – ask them to let you back in")


def test_typed_names_stay_while_others_come_are_refused_mended_and_taken_away(
    new_context: NewContext,
) -> None:
    host = opened(new_context(), way="swiss", naming="typed")
    pair = new_context().new_page()
    pair.goto(host.url)
    host.get_by_text("Join in yourself").click()
    pair.get_by_text("Two of you at this device?").click()
    for page in (host, pair):
        first_name(page).fill("Mia")
    pair.get_by_role("textbox", name="The other first name").fill("Ben")
    tom = child(new_context, host, name="Tom")
    expect(status(host)).to_have_text("1 player has joined")
    for page in (host, pair):
        expect(first_name(page)).to_have_value("Mia")
        expect(first_name(page)).to_be_visible()
    pair.get_by_role("button", name="Join", exact=True).click()
    expect(pair.locator(".you strong")).to_have_text("Mia & Ben")
    page = new_context(viewport=PHONE).new_page()
    page.goto(host.url)
    for refused in ("<b>Tom</b>", "\u202eTom", "Host", "tom"):
        join(page, refused)
        expect(page.get_by_role("alert")).not_to_be_empty()
        check(page)
    expect(first_name(page)).to_have_value("tom")
    expect(first_name(page)).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("add a letter to yours")
    join(page, "tom b.")
    expect(page.locator(".you strong")).to_have_text("tom b.")
    remove(host, "tom b.")
    expect(status(page)).to_have_text("The host has removed you – ask them to let you back in")
    host.get_by_role("combobox", name="Player", exact=True).select_option(label="Tom")
    host.get_by_role("button", name="Give another name").click()
    expect(host.locator(".people")).not_to_contain_text("Tom ")
    expect(tom.locator(".you strong")).not_to_have_text("Tom")


def first_name(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your first name")


def join(page: Page, name: str) -> None:
    first_name(page).fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
