"""The machine of matchboxes on a site: trained, opened and printed without a network."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from noughts.wording.language import ENGLISH, LANGUAGES
from tests.browser.test_every_page import faults_in_both_themes
from tests.site.built.conftest import NewVisitor
from tests.site.built.test_journeys import KEPT, ready

pytestmark = pytest.mark.slow

PHONE = {"width": 320, "height": 700}


def test_a_machine_is_trained_opened_and_printed_without_a_network(
    new_visitor: NewVisitor,
) -> None:
    page = new_visitor("learn/", reduced_motion="reduce", viewport=PHONE)
    ready(page)
    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.goto("learn/menace/")
    ready(page)
    page.get_by_role("link", name="More beads at first").press("Enter")
    expect(page.locator("#rules [aria-current]")).to_have_text("More beads at first")
    page.get_by_role("combobox").select_option("michie")
    page.get_by_role("button", name="100 games", exact=True).press("Enter")
    expect(page.locator("#chances")).to_contain_text("100 games: ")
    expect(page).to_have_url(re.compile("rules=more&history=d100&opponent=michie$"))
    page.get_by_role("link", name="All its boxes").press("Enter")
    expect(page.locator(".lead")).to_contain_text("100 games: ")
    page.get_by_role("link", name="move 4 (183)").press("Enter")
    page.get_by_role("link", name="Page 8").press("Enter")
    expect(page.get_by_role("heading", name="Box 304, move 4")).to_be_visible()
    page.get_by_role("link", name="A machine that learns").press("Enter")
    expect(page.locator("#chances")).to_contain_text("100 games: ")
    page.get_by_role("link", name="Print the boxes").press("Enter")
    with page.expect_download() as saving:
        page.get_by_role("link", name="All pages as PDF").press("Enter")
    assert saving.value.suggested_filename == "boxes.pdf"
    assert saving.value.path().read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_a_machine_or_a_grade_has_a_fault_for_axe_or_is_too_wide(
    new_visitor: NewVisitor, language: str
) -> None:
    home = "" if language == ENGLISH else f"{language}/"
    machine = "?history=r20&rules=every&opponent=menace"
    page = new_visitor(home, reduced_motion="reduce", viewport=PHONE)
    faults = list[object]()
    for address in (
        f"{home}learn/menace/",
        f"{home}learn/menace/{machine}",
        f"{home}page/?/learn/menace/boxes{machine}&move=3",
        f"{home}page/?/learn/menace/sheets",
        f"{home}learn/grade/",
    ):
        page.goto(address)
        ready(page)
        assert page.locator("html").get_attribute("lang") == language
        faults += [(address, fault) for fault in faults_in_both_themes(page)]
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            faults.append((address, "too wide"))
    assert faults == []
