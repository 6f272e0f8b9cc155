"""What is seen at once on the page of a game: the board, what is said about it, and its buttons.

The sizes are those of phones, upright and lying, and of a tablet. Of a board of 15x15 the pane is
seen, and not every square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page

from noughts.wording.language import LANGUAGES
from tests.browser.states import Friends, played

SIZES = ((320, 568), (360, 640), (375, 667), (390, 844), (844, 390), (768, 1024))

# What must be seen, whole and with nothing over it, and how far it goes over the edges of the
# screen, the bar at the foot of a phone, or the place that a sentence has.
_MEASURE = """() => {
  const shown = selector => [...document.querySelectorAll(selector)].filter(
    each => each.textContent.trim() && each.checkVisibility({visibilityProperty: true}));
  const bar = document.querySelector(".top nav");
  const isBelow = getComputedStyle(bar).position === "fixed";
  const foot = isBelow ? bar.getBoundingClientRect().top : innerHeight;
  const edges = each => each.getBoundingClientRect();
  const over = each => Math.ceil(Math.max(
    -edges(each).top, edges(each).bottom - foot, edges(each).right - innerWidth));
  const told = document.querySelector(".told");
  const said = shown(".told > *");
  return {
    board: over(document.querySelector(".pane")),
    status: Math.max(...shown("#status").map(over)),
    sentence: Math.max(over(told), ...said.flatMap(each => [
      each.scrollHeight - each.clientHeight - 2,
      Math.ceil(edges(each).bottom - edges(told).bottom - 1),
      Math.ceil(edges(told).top - edges(each).top - 1),
    ])),
    buttons: Math.max(0, ...shown(".actions .button").filter(
      each => !each.closest("[popover]")).map(over)),
    square: Math.round(edges(document.querySelector(".square")).width),
  };
}"""

_SAYS = "place => document.querySelector(place)?.textContent.trim()"


@dataclass(frozen=True, slots=True)
class Sight:
    """How a page is seen: pixels of each part that are cut off, and the side of a square."""

    board: int
    status: int
    sentence: int
    buttons: int
    square: int

    @property
    def is_whole(self) -> bool:
        """True if nothing is cut off."""
        return max(self.board, self.status, self.sentence, self.buttons) <= 0


def table(browser: Browser, address: str) -> Iterator[str]:
    """Lines of a table of all sights; one in which something is cut off ends in a sign."""
    yield "language state         screen    pixels cut off: board status sentence buttons  square"
    for language in LANGUAGES:
        context = browser.new_context(
            base_url=address,
            locale=language,
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
        )
        for state, (width, height), sight in sights(context.new_page(), context.request):
            parts = sight.board, sight.status, sight.sentence, sight.buttons
            cut = "".join(f"{max(part, 0):9}" for part in parts)
            mark = "" if sight.is_whole else " !"
            yield f"{language:8} {state:13} {width:4}x{height:<4}{cut:>48}{sight.square:8}{mark}"
        context.close()


def sights(page: Page, request: APIRequestContext) -> Iterator[tuple[str, tuple[int, int], Sight]]:
    """How games are seen on each screen, whatever is said, in the language of the page."""
    for board, begun, ended in (
        ("3x3:3", [0, 4, 8, 2], [0, 4, 1, 2, 3, 6]),
        ("15x15:5", [112, 0, 113, 14, 114, 210], [112, 0, 113, 14, 114, 30, 115, 45, 116]),
    ):
        size = board.split(":")[0]
        game = played(request, begun, board=board)
        _open(page, f"{game}?show=hint", "#advice")
        yield from _seen(page, f"hint {size}")
        page.route("**/play", lambda route: route.abort())
        page.locator(".square:not([data-mark])").first.click()
        page.wait_for_function(_SAYS, arg="#alert button")
        yield from _seen(page, f"error {size}")
        page.unroute_all()
        _open(page, played(request, ended, board=board), "#why")
        yield from _seen(page, f"ending {size}")
        friends = Friends(request, board=board).sit().play(4).ask("play", square=0)
        _open(page, friends.ask("undo").path, "#offer-text")
        yield from _seen(page, f"offer {size}")


def _open(page: Page, path: str, place: str) -> None:
    """Show a game, and wait for what is said at a place."""
    with page.expect_response("**/api/v1/games/*"):  # before, a click is a form that is sent
        page.goto(path)
    page.wait_for_function(_SAYS, arg=place)


def _seen(page: Page, state: str) -> Iterator[tuple[str, tuple[int, int], Sight]]:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        measured: Any = page.evaluate(_MEASURE)
        yield state, (width, height), Sight(**measured)
