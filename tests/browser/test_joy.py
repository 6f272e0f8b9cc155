"""Celebrations, sounds, statistics and sharing, as far as they can be seen from outside."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import choose, square

pytestmark = pytest.mark.slow

WON = ("a1", "a2", "b1", "b2", "c1")
DRAWN = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")

# Counts what no test can hear, notes what flies over the page only for a moment, and collects what
# the page tells. The counts are attributes of the document: the pages forbid the `eval` by which
# Playwright would wait for a variable.
EARS_AND_EYES = """
const count = (name) => {
  const { dataset } = document.documentElement;
  dataset[name] = Number(dataset[name] ?? 0) + 1;
};
window.AudioContext = class {
  currentTime = 0;
  state = "running";
  destination = {};
  createOscillator() {
    return { connect: (next) => next, start: () => count("heard"), stop() {}, frequency: {} };
  }
  createGain() {
    const ramp = () => {};
    const gain = { setValueAtTime: ramp, linearRampToValueAtTime: ramp };
    return { gain: { ...gain, exponentialRampToValueAtTime: ramp }, connect: (next) => next };
  }
};
new MutationObserver((changes) => {
  for (const node of changes.flatMap((change) => [...change.addedNodes])) {
    if (node.className === "confetti") count("confetti");
  }
}).observe(document, { childList: true, subtree: true });
window.told = [];
for (const what of ["began", "played", "ended"]) {
  document.addEventListener(`noughts:${what}`, ({ detail }) => {
    window.told.push([what, detail.side, detail.square].filter((each) => each !== undefined));
  });
}
"""
SHARES = """
navigator.canShare = ({ files }) => files[0].type === "image/png";
navigator.share = async ({ files, url }) => {
  const shared = `${files[0].name}, ${files[0].size > 5000}, ${new URL(url).pathname}`;
  document.documentElement.dataset.shared = shared;
};
"""


def play(page: Page, names: tuple[str, ...]) -> None:
    """A game of two people at this screen, from the first page."""
    page.goto("/", wait_until="networkidle")
    choose(page, "Same screen")
    for name in names:
        square(page, name).click()
        expect(square(page, name)).to_have_attribute("data-last", "")


def ended(page: Page, result: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-result", result)


def counted(page: Page, name: str, count: int) -> None:
    expect(page.locator("html")).to_have_attribute(f"data-{name}", str(count))


def test_a_win_is_celebrated_a_draw_is_not_and_sounds_are_heard_once_they_are_on(
    page: Page,
) -> None:
    page.add_init_script(EARS_AND_EYES)
    switch = page.get_by_role("button", name="Sounds")
    play(page, WON)
    ended(page, "won")
    counted(page, "confetti", 1)
    expect(page.locator(".confetti")).to_have_count(0)
    played = [["played", "xo"[ply % 2], at] for ply, at in enumerate((0, 3, 1, 4, 2))]
    assert page.evaluate("told") == [["began"], *played, ["ended"]]
    expect(page.locator("[data-heard]")).to_have_count(0)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    counted(page, "heard", 1)
    page.reload(wait_until="networkidle")
    assert page.evaluate("told") == []
    play(page, DRAWN)
    ended(page, "drawn")
    counted(page, "heard", 9 + 4)  # marks, and a tune of four notes
    expect(page.locator("[data-confetti]")).to_have_count(0)
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_nothing_moves_for_those_who_want_it_still(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    page.add_init_script(EARS_AND_EYES)
    play(page, WON)
    ended(page, "won")
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator("[data-confetti]")).to_have_count(0)


def test_losses_are_counted_and_cleared_and_three_propose_the_level_below(page: Page) -> None:
    statistics, proposal = page.locator("#statistics"), page.locator("#proposal")
    page.goto("/", wait_until="networkidle")
    square(page, "b2").click()
    for count in (1, 2, 3):
        expect(page.locator("noughts-board")).to_have_attribute("data-open", "")
        page.locator("#resigning").click()
        page.locator("#resign").click()
        ended(page, "lost")
        line = f"Medium · 3×3:300{count}00"
        expect(statistics.get_by_role("row").nth(1)).to_have_text(line)
        if count < 3:
            expect(proposal).to_be_hidden()
            page.locator("#next").click()
            expect(page.locator("[data-result]")).to_have_count(0)
    page.get_by_role("button", name="Try Easy?").click()
    expect(page.locator(".score")).to_contain_text("easy", ignore_case=True)
    expect(page.locator("#record li")).to_have_count(0)
    expect(statistics.get_by_role("row").nth(1)).to_have_text("Medium · 3×3:300300")
    page.get_by_role("button", name="Clear").click()
    expect(statistics).to_be_hidden()
    page.reload()
    expect(statistics).to_be_hidden()


def test_a_finished_game_is_shared_as_a_picture_or_saved(new_context: NewContext) -> None:
    context = new_context()
    page, other = context.new_page(), context.new_page()
    page.add_init_script(SHARES)
    play(page, WON)
    page.get_by_role("button", name="Share").click()
    sharing = page.get_by_role("dialog", name="Share this game")
    picture = sharing.get_by_role("img")
    expect(picture).to_have_js_property("complete", value=True)
    expect(picture).to_have_js_property("naturalWidth", 1200)
    sharing.get_by_role("link", name="Share picture").click()
    game = page.url.removeprefix(page.url.split("/g/")[0])
    shared = f"noughts-and-crosses.png, true, {game}"
    expect(page.locator("html")).to_have_attribute("data-shared", shared)
    other.add_init_script("delete Navigator.prototype.canShare")
    other.goto(page.url)
    other.get_by_role("button", name="Share").click()
    for name, ending in (("Save picture", ".png"), ("Save animation", ".svg")):
        with other.expect_download() as download:
            other.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == f"noughts-and-crosses{ending}"
