"""Boards in a page of another site, as their snippets put them there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import square
from tests.browser.states import Friends
from tests.serving import Server
from tests.site import trial

pytestmark = pytest.mark.slow

Framing = Callable[[Page, str], FrameLocator]

POSITION = "x.o_.x._..o_x_3"
# A frame of the width of the smallest phone has no bars to scroll with, in either direction.
_ROOM = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""


@pytest.fixture
def framing(tmp_path: Path) -> Iterator[Framing]:
    """Shows a snippet in a page of another origin, and returns what is in its frame."""
    with trial.serving(tmp_path) as address:

        def frame(page: Page, snippet: str) -> FrameLocator:
            text = f"<!doctype html><title>A school</title><p>Our puzzle:</p>{snippet}"
            (tmp_path / "index.html").write_text(text, encoding="utf-8")
            page.goto(address)
            return page.frame_locator("iframe")

        yield frame


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    return new_context(permissions=["clipboard-read", "clipboard-write"], reduced_motion="reduce")


def copied(page: Page) -> str:
    """The snippet that a page has to copy."""
    page.get_by_role("button", name="Copy for your website").click()
    expect(page.locator("#snippet")).to_have_text("Copied")
    snippet: str = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r'<iframe src="[^"]+" [^<>]*></iframe>', snippet)
    assert 'width="320"' in snippet
    assert re.search('title="[^"]+"', snippet)
    return snippet


def room(page: Page) -> list[int]:
    """How much wider and higher what is in the frame is than the frame."""
    beyond: list[int] = page.frames[1].evaluate(_ROOM)
    return beyond


def test_a_position_is_copied_and_played_on_elsewhere(
    context: BrowserContext, framing: Framing, server: Server
) -> None:
    page = context.new_page()
    asked: list[str] = []
    page.goto(f"/a/{POSITION}")
    snippet = copied(page)
    assert f'src="{server.address}a/{POSITION}?embed"' in snippet
    context.on("request", lambda request: asked.append(request.url))
    frame = framing(page, snippet)
    frame.get_by_role("grid").wait_for()
    assert room(page) == [0, 0]
    again = frame.get_by_role("link", name="Start again")
    expect(again).to_be_hidden()
    square(frame, "b1").click()
    expect(frame.locator(".status")).to_have_text("O to move")
    expect(frame.locator("#announcer")).to_contain_text("O to move")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(frame.locator("noughts-board [data-mark]")).to_have_count(6)
    assert room(page) == [0, 0]
    with page.expect_popup() as opening:
        frame.get_by_role("link", name="Open the whole page").click()
    expect(opening.value).to_have_url(f"{server.address}a/xxo_.x._.oo_x_3")
    again.click()
    expect(frame.locator("noughts-board [data-mark]")).to_have_count(4)
    expect(again).to_be_hidden()
    assert all(url.startswith("http://127.0.0.1:") for url in asked)


def test_a_puzzle_and_a_lesson_are_solved_elsewhere(
    context: BrowserContext, framing: Framing
) -> None:
    page = context.new_page()
    page.goto("/puzzles/xx._oo._..._x_3")
    frame = framing(page, copied(page))
    frame.get_by_role("grid").wait_for()
    square(frame, "a3").click()
    expect(frame.locator(".answer[data-right=no]")).to_contain_text("try another square")
    square(frame, "c1").click()
    expect(frame.locator(".answer[data-right=yes]")).to_be_visible()
    expect(frame.locator("noughts-board [data-winning]")).to_have_count(3)
    assert room(page) == [0, 0]
    frame.get_by_role("link", name="Next puzzle").click()
    expect(frame.locator("noughts-board[data-open]")).to_be_visible()
    page.goto("/learn/win?step=1&seed=1")
    frame = framing(page, copied(page))
    frame.get_by_role("grid").wait_for()
    square(frame, "a2").click()
    expect(frame.locator(".answer[data-right=no]")).to_be_visible()
    frame.get_by_role("link", name="Try again").click()
    expect(frame.locator(".answer")).to_have_count(0)
    square(frame, "a1").click()
    expect(frame.locator(".answer[data-right=yes]")).to_be_visible()
    assert room(page) == [0, 0]
    frame.get_by_role("link", name="Next position").click()
    expect(frame.locator("noughts-board[data-open]")).to_be_visible()


def test_a_finished_game_is_shared_and_stepped_through_elsewhere(
    context: BrowserContext, framing: Framing
) -> None:
    page = context.new_page()
    page.goto("/?board=3x3:3&opponent=two")
    for name in ("a1", "a2", "b1", "b2", "c1"):
        square(page, name).click()
        expect(square(page, name)).to_have_attribute("data-mark", re.compile("x|o"))
    page.get_by_role("button", name="Share").click()
    frame = framing(page, copied(page))
    frame.get_by_role("grid").wait_for()
    expect(frame.locator(".status")).to_have_text("X wins!")
    assert room(page) == [0, 0]
    for name, marks in (("First", 0), ("Forward", 1), ("Forward", 2), ("Back", 1), ("Last", 5)):
        frame.get_by_role("link", name=name, exact=True).click()
        expect(frame.locator("noughts-board [data-mark]")).to_have_count(marks)


def test_players_can_only_look_at_their_game_elsewhere_and_see_how_it_goes_on(
    context: BrowserContext, framing: Framing, server: Server
) -> None:
    """The other port is the same site to a browser: it sends the cookie of the seat."""
    game = Friends(context.request).sit()
    page = context.new_page()
    page.goto(game.path)
    frame = framing(page, f'<iframe src="{server.address}{game.path[1:]}?embed" width="320">')
    frame.get_by_role("grid").wait_for()
    expect(frame.locator(".status")).to_have_text("X to move")
    expect(
        frame.locator('noughts-board[data-open], .square:not([aria-disabled="true"])')
    ).to_have_count(0)
    square(frame, "b2").click(force=True)
    expect(frame.locator("form[method=post] [name=square], #moves")).to_have_count(0)
    game.ask("play", None, square=0)
    expect(frame.locator("noughts-board [data-mark]")).to_have_count(1)
    expect(square(frame, "a1")).to_have_attribute("data-mark", "x")


def test_no_whole_page_is_shown_in_a_frame(page: Page, framing: Framing, server: Server) -> None:
    for path in ("/", f"/a/{POSITION}", "/puzzles", "/learn/win", "/games?embed", "/rooms?embed"):
        frame = framing(page, f'<iframe src="{server.address}{path[1:]}"></iframe>')
        expect(frame.locator("main")).to_have_count(0)
        assert page.frames[1].url.startswith("chrome-error:")
