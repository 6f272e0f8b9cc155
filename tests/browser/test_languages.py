"""Each player reads their own language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext
from tests.browser.playing import inviting, status, take
from tests.browser.test_friends import announced

pytestmark = pytest.mark.slow


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
