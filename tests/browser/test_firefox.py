"""Journeys of other modules in Firefox, as Debian has it: by clicks, by keys, between friends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.browser import test_friends, test_keyboard, test_learn
from tests.browser.browsers import FIREFOX
from tests.browser.conftest import NewContext, running

pytestmark = pytest.mark.slow

ann, ben = test_friends.ann, test_friends.ben
test_by_clicks = test_learn.test_a_lost_game_counts_once_and_is_reviewed_where_it_turned
test_by_keys = test_keyboard.test_a_whole_game_by_keyboard_is_read_out
test_between_friends = test_friends.test_a_reload_a_second_tab_and_the_way_back


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A Firefox."""
    yield from running(FIREFOX, playwright)


@pytest.fixture
def new_context(new_context: NewContext) -> Iterator[NewContext]:
    """Separate browsers, whose consoles have neither an error nor a warning."""
    heard: list[str] = []

    def make(**options: object) -> BrowserContext:
        context = new_context(**options)
        context.on(
            "console",
            lambda said: heard.append(said.text) if said.type in ("error", "warning") else None,
        )
        return context

    yield make
    assert heard == []
