"""What people do on a page with a board: choose, invite, sit down, take squares and look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, FrameLocator, Locator, Page, expect

# Nobody is taken to a board by itself: on a busy machine six seconds are soon over.
UNHURRIED = """
const every = setInterval;
setInterval = (run, time, ...more) => (time === 1_000 ? 0 : every(run, time, ...more));
"""

SCREENS = [(1366, 768), (390, 844), (320, 568)]  # the narrowest last, on which pages are left

# On the page, and so without what scrolling does.
_BOX = """() => {
  const {x, y, width, height} = document.querySelector("noughts-board").getBoundingClientRect();
  return [x + scrollX, y + scrollY, width, height].map(Math.round);
}"""


def square(page: Page | FrameLocator, name: str) -> Locator:
    """A square by its name, whatever stands on it."""
    return page.locator(f'noughts-board [aria-label^="{name},"]')


def status(page: Page) -> Locator:
    return page.locator("#status")


@contextmanager
def settings(page: Page) -> Iterator[Locator]:
    """The sheet with the settings of the next game, which is open within the block."""
    sheet = page.get_by_role("dialog", name="Next game")
    page.locator("#settings").click()
    expect(sheet).to_be_visible()
    yield sheet
    if sheet.is_visible():
        page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def choose(page: Page, level: str) -> None:
    """Choose a level."""
    with settings(page) as sheet:
        sheet.get_by_role("radio", name=level, exact=True).check(force=True)


def meet(page: Page, opponent: str) -> None:
    """Choose over the board whom the game is against, and wait until it is."""
    page.get_by_role("link", name=opponent, exact=True).click()
    link = page.get_by_role("link", name=opponent, exact=True)
    expect(link).to_have_attribute("aria-current", "true")


def begin(context: BrowserContext, **new: Any) -> Page:
    """A page with a game that was begun, so that the computer can be any player."""
    game = context.request.post("/api/v1/games", data=new).json()
    page = context.new_page()
    with page.expect_response("**/api/v1/games/*"):  # before, a click is a form that is sent
        page.goto(f"/g/{game['id']}")
    return page


# The computer has replied and it is one's turn, or the game is over: its review can be seen.
_ANSWERED = """before => {
  const review = document.querySelector('a[href*="/review"]');
  const free = document.querySelectorAll('[role=gridcell][aria-label*=", empty"]');
  const isOpen = document.querySelector("noughts-board[data-open]");
  const isOver = review?.checkVisibility({visibilityProperty: true});
  return isOver || (isOpen && free.length <= before - 2);
}"""


def play_to_the_end(page: Page, take: Callable[[Locator], object]) -> None:
    """Take the first free square again and again, against the computer."""
    free = page.get_by_role("gridcell", name=", empty")
    review = page.locator('a[href*="/review"]').first
    while not review.is_visible():
        before = free.count()
        take(free.first)
        page.wait_for_function(_ANSWERED, arg=before)


def inviting(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("/")
    meet(page, "A friend")
    page.get_by_role("button", name="Start").click()
    expect(status(page)).to_have_text("Waiting for your friend – send them the link")
    return page


def visit(context: BrowserContext, ann: Page) -> Page:
    page = context.new_page()
    page.goto(ann.url)
    return page


def sit(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()
    expect(status(page)).to_have_text("Your opponent's turn")


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(status(page)).to_contain_text("you resigned")


def take(page: Page, name: str, mark: str, *others: Page) -> None:
    """Take a square, and wait until everybody sees it confirmed."""
    square(page, name).click()
    for each in (page, *others):
        expect(square(each, name)).to_have_accessible_name(f"{name}, {mark}, last move")


def box(page: Page) -> Any:
    """Where the board is on each screen; the page is left on the last of them."""
    page.wait_for_load_state()  # until then the style sheets may be missing
    boxes = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        boxes.append(page.evaluate(_BOX))
    return boxes
