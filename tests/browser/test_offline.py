"""A page without a connection, installed or not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import inviting, sit, square, take, visit

pytestmark = pytest.mark.slow


def test_without_a_connection_a_page_says_so_and_tries_again_and_no_game_is_cached(
    page: Page,
) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/")  # from now on the worker is in charge
    page.locator(".square").nth(4).click()
    expect(page.locator("#record li")).to_have_count(2)
    page.reload()
    page.context.set_offline(True)
    page.goto("/puzzles")
    expect(page.get_by_role("heading", level=1)).to_have_text("You're offline")
    face = page.evaluate("document.fonts.load('1em Fredoka').then((faces) => faces.length)")
    assert face == 1
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page).to_have_url("/puzzles")
    expect(page.locator("noughts-board")).to_be_visible()
    paths = page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const kept = await Promise.all(caches_.map((each) => each.keys()));
          return kept.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    assert "/offline" in paths
    assert all(path == "/offline" or path.startswith("/static/") for path in paths)


def without_live_script(ann: Page) -> None:
    """Load a page whose live script is lost on the way."""
    ann.route(re.compile("/game/live"), lambda route: route.abort())
    ann.reload()
    expect(ann.get_by_role("button", name="Try again")).to_be_visible()
    ann.unroute_all()


def test_a_move_or_the_network_fetches_the_script_of_a_live_game_that_was_lost(
    new_context: NewContext,
) -> None:
    ann = inviting(new_context(service_workers="block"))
    ben = visit(new_context(), ann)
    sit(ben)
    without_live_script(ann)
    with ann.expect_navigation():
        square(ann, "b2").click()
    take(ann, "b2", "X", ben)
    without_live_script(ann)
    ann.context.set_offline(True)
    with ann.expect_navigation():
        ann.context.set_offline(False)
    take(ben, "a1", "O", ann)
