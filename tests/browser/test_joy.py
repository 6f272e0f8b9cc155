"""Celebrations, sounds, streaks and statistics, as far as they can be seen from outside."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext

pytestmark = pytest.mark.slow

WON = [0, 3, 1, 4, 2]
DRAWN = [0, 1, 2, 4, 3, 5, 7, 6, 8]

# Counts the notes that are played, in place of the loudspeaker. The counts are attributes of the
# document: the pages forbid the `eval` by which Playwright would wait for a variable.
EARS = """
let heard = 0;
window.AudioContext = class {
  currentTime = 0;
  state = "running";
  destination = {};
  createOscillator() {
    const start = () => (document.documentElement.dataset.heard = heard += 1);
    const silent = { connect: (next) => next, start, stop() {} };
    return { ...silent, frequency: {} };
  }
  createGain() {
    const ramp = () => {};
    const gain = { setValueAtTime: ramp, linearRampToValueAtTime: ramp };
    return { gain: { ...gain, exponentialRampToValueAtTime: ramp }, connect: (next) => next };
  }
};
"""
# Notes each canvas that is ever added.
EYES = """
let canvases = 0;
new MutationObserver((changes) => {
  const added = changes.flatMap((change) => [...change.addedNodes]);
  canvases += added.filter((node) => node.className === "confetti").length;
  if (canvases) document.documentElement.dataset.confetti = canvases;
}).observe(document, { childList: true, subtree: true });
"""
FORBIDDEN = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no"); } });
"""


def begin(page: Page, opponent: str) -> None:
    page.goto("/")
    page.locator(f"#new-game input[value={opponent}]").check(force=True)
    shown = "Player O" if opponent == "two" else f"Computer · {opponent.capitalize()}"
    expect(page.locator("#score")).to_contain_text(shown)


def play(page: Page, squares: list[int], opponent: str = "two") -> None:
    """A game of two people at this screen."""
    begin(page, opponent)
    for square in squares:
        page.locator(".square").nth(square).click()
        expect(page.locator(".square").nth(square)).to_have_attribute("data-last", "")


def lose(page: Page) -> None:
    """Give a game against the computer up; a new one after a move."""
    if "/g/" not in page.url:
        page.locator(".square").nth(4).click()
        expect(page.locator("#record li")).to_have_count(2)
    expect(page.locator("noughts-board")).to_have_attribute("data-open", "")
    page.locator("#resigning").click()
    page.locator("#resign").click()


def ended(page: Page, result: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-result", result)


def test_a_win_is_celebrated_and_a_draw_is_not(page: Page) -> None:
    page.add_init_script(EYES)
    play(page, WON)
    ended(page, "won")
    expect(page.locator("html")).to_have_attribute("data-confetti", "1")
    expect(page.locator(".confetti")).to_have_count(0)
    play(page, DRAWN)
    ended(page, "drawn")
    expect(page.locator("[data-confetti]")).to_have_count(0)


def test_nothing_moves_for_those_who_want_it_still(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    page.add_init_script(EYES)
    play(page, WON)
    ended(page, "won")
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator("[data-confetti]")).to_have_count(0)


def test_sounds_are_off_until_they_are_switched_on_and_stay_so(page: Page) -> None:
    page.add_init_script(EARS)
    switch = page.get_by_role("button", name="Sounds")
    play(page, WON)
    ended(page, "won")
    expect(page.locator("[data-heard]")).to_have_count(0)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("data-heard", "1")
    play(page, WON)
    expect(switch).to_have_attribute("aria-pressed", "true")
    notes = str(5 + 4)  # five marks, and a tune of four notes
    expect(page.locator("html")).to_have_attribute("data-heard", notes)
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_three_losses_propose_the_level_below_and_the_button_begins_it(page: Page) -> None:
    begin(page, "medium")
    for _ in range(2):
        lose(page)
        ended(page, "lost")
        expect(page.locator("#proposal")).to_be_hidden()
        page.locator("#next").click()
        expect(page.locator("[data-result]")).to_have_count(0)
    lose(page)
    page.get_by_role("button", name="Try Easy?").click()
    expect(page.locator(".score")).to_contain_text("easy", ignore_case=True)
    expect(page.locator("#record li")).to_have_count(0)


def test_results_are_counted_and_cleared(page: Page) -> None:
    begin(page, "hard")
    lose(page)
    ended(page, "lost")
    statistics = page.locator("#statistics")
    expect(statistics.get_by_role("row").nth(1)).to_have_text("Hard · 3×3:300100")
    page.reload()
    expect(statistics.get_by_role("row").nth(1)).to_have_text("Hard · 3×3:300100")
    page.get_by_role("button", name="Clear").click()
    expect(statistics).to_be_hidden()
    page.reload()
    expect(statistics).to_be_hidden()


def test_a_loss_that_was_taken_back_counts_once(page: Page) -> None:
    game = page.request.post("/api/v1/games", data={"opponent": "classic"}).json()
    page.goto(f"/g/{game['id']}")
    for count, square in enumerate((3, 5, 7), 1):  # the computer takes b2, a1, then wins on c3
        page.locator(".square").nth(square).click()
        expect(page.locator("#record li")).to_have_count(2 * count)
    ended(page, "lost")
    page.locator("#undo").click()
    expect(page.locator("#record li")).to_have_count(4)
    page.locator(".square").nth(7).click()
    ended(page, "lost")
    line = page.locator("#statistics").get_by_role("row").nth(1)
    expect(line).to_have_text("classic · 3×3:300100")


@pytest.mark.parametrize(
    "saved",
    ["{{{", "5", "null", '{"lines":5}', '{"lines":[null,7,{"level":"easy","won":-1}]}'],
)
def test_spoilt_statistics_are_left_out(page: Page, saved: str) -> None:
    page.add_init_script(f"localStorage.setItem('noughts.statistics', {json.dumps(saved)})")
    begin(page, "easy")
    expect(page.locator("#statistics")).to_be_hidden()
    lose(page)
    ended(page, "lost")
    expect(page.locator("#statistics").get_by_role("row")).to_have_count(2)


def test_a_browser_without_storage_plays_all_the_same(page: Page) -> None:
    page.add_init_script(FORBIDDEN)
    begin(page, "easy")
    lose(page)
    ended(page, "lost")
    expect(page.locator("#statistics").get_by_role("row")).to_have_count(2)


SHARES = """
navigator.canShare = ({ files }) => files[0].type === "image/png";
navigator.share = async ({ files, url }) => {
  const shared = `${files[0].name}, ${files[0].size > 5000}, ${new URL(url).pathname}`;
  document.documentElement.dataset.shared = shared;
};
"""


def test_a_finished_game_can_be_shared_as_a_picture(page: Page) -> None:
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


def test_what_cannot_be_shared_is_saved(page: Page) -> None:
    page.add_init_script("delete Navigator.prototype.canShare")
    play(page, WON)
    page.get_by_role("button", name="Share").click()
    for name, ending in (("Save picture", ".png"), ("Save animation", ".svg")):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == f"noughts-and-crosses{ending}"
