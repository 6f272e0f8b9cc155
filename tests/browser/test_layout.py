"""Where things are on the page of a game, on phones and desks: board, status, words, the sheet."""

from __future__ import annotations

from typing import Any

import pytest

from noughts.wording.language import LANGUAGES
from tests.browser.conftest import NewContext
from tests.browser.states import states

pytestmark = pytest.mark.slow

FIRST = "/?board=3x3:3"
_SIZES = ((390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080), (640, 400))
_GAMES = ("hint", "won", "drawn", "two-people", "15x15", "friend", "offer", "rematch", "invitation")
# Words that go on in the next line, and names of players of which a part is cut off.
_BROKEN = """() => {
  const [broken, range] = [[], document.createRange()];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.checkVisibility({visibilityProperty: true})) continue;
    for (const {0: word, index} of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].map(({top}) => Math.round(top));
      if (Math.max(...lines) - Math.min(...lines) > 3) broken.push(word);
    }
  }
  const seats = [...document.querySelectorAll(".seat")];
  const isCut = ({scrollHeight, clientHeight, scrollWidth, clientWidth}) =>
    scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 1;
  return [...broken, ...seats.filter(isCut).map(each => `${each.textContent} is cut`)];
}"""
_EDGES = """() => ["noughts-board .grid", "#status"].map(each => {
  const {top, bottom} = document.querySelector(each).getBoundingClientRect();
  return [Math.round(top), Math.round(bottom)];
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_broken_and_the_board_is_seen(new_context: NewContext, language: str) -> None:
    context = new_context(reduced_motion="reduce", locale=language)
    page = context.new_page()
    paths = {name: path for name, path in states(context.request).items() if name in _GAMES}
    found: list[Any] = []
    for name, path in (paths | {"first": FIRST, "sheet": FIRST}).items():
        page.goto(path, wait_until="networkidle")
        if name == "sheet":
            page.locator("#settings").click()
        for width, height in _SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found += [(name, width, each) for each in page.evaluate(_BROKEN)]
        if name == "15x15":
            continue
        page.set_viewport_size({"width": 390, "height": 844})
        (top, _), _status = page.evaluate(_EDGES)
        if top > 185:  # with the three buttons over it
            found.append((name, "the board begins at", top))
        page.set_viewport_size({"width": 844, "height": 390})
        edges = page.evaluate(_EDGES)
        if max(bottom for _top, bottom in edges) > 390:
            found.append((name, "board and status end at", edges))
    assert found == [], "\n".join(map(str, found))
