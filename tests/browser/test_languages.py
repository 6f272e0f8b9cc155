"""Each player reads their own language, and no page breaks when it is written leftwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext
from tests.browser.playing import inviting, status, take
from tests.browser.states import states
from tests.browser.test_friends import announced

pytestmark = pytest.mark.slow

_LEFTWARDS = """() => {
  document.documentElement.dir = "rtl";
  const squares = [...document.querySelectorAll(".row:first-child .square")];
  const across = squares.map(square => square.getBoundingClientRect().left);
  return {
    isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    isOrdered: across.every((left, column) => column === 0 || left > across[column - 1]),
  };
}"""


def test_two_players_of_one_game_read_their_own_languages(new_context: NewContext) -> None:
    ann = inviting(new_context())
    ben = new_context(locale="de-DE").new_page()
    ben.goto(ann.url)
    ben.get_by_role("button", name="Spielen", exact=True).click()
    expect(status(ann)).to_have_text("Your turn – you're X")
    expect(status(ben)).to_have_text("Dein Gegner ist dran")  # what came earlier isn't announced
    take(ann, "b2", "X")
    expect(status(ben)).to_have_text("Du bist dran – du spielst O")
    expect(announced(ben)).to_have_text("Dein Gegner setzt auf b2. Du bist dran – du spielst O.")
    expect(status(ann)).to_have_text("Your opponent's turn")


def test_the_switch_is_remembered(new_context: NewContext) -> None:
    page = new_context(locale="de-DE").new_page()
    page.goto("/rooms")
    expect(page.get_by_role("heading", level=1)).to_have_text("Räume")
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Salons")
    page.goto("/help")
    expect(page.get_by_role("heading", level=1)).to_have_text("Aide")


def test_written_leftwards_no_page_is_too_wide_and_a1_stays_left(new_context: NewContext) -> None:
    context = new_context(viewport={"width": 320, "height": 568})
    page = context.new_page()
    for name, path in states(context.request).items():
        page.goto(path)
        assert page.evaluate(_LEFTWARDS) == {"isTooWide": False, "isOrdered": True}, name
