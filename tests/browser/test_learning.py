"""Reviews and puzzles in a browser: stepping, trying again, answering, the streak and the sets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from noughts.coach.puzzle_choice import puzzle_at
from tests.browser.conftest import NewContext
from tests.browser.playing import begin, square, status

pytestmark = pytest.mark.slow

_WATCH = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def test_a_lost_game_counts_once_and_is_reviewed_from_where_it_turned(
    new_context: NewContext,
) -> None:
    page = begin(new_context(), opponent="classic")
    for name in ("a2", "c2", "b3"):  # classic takes b2, a1, then wins on c3
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(re.compile(f"{name}, X"))
    page.get_by_role("button", name="Undo").click()
    expect(square(page, "b3")).to_have_accessible_name("b3, empty")
    square(page, "b3").click()
    expect(status(page)).to_have_text("The computer wins")
    line = page.locator("#statistics").get_by_role("row").nth(1)
    expect(line).to_have_text("classic · 3×3:300100")  # though it has ended twice
    expect(page.locator('[aria-label*="winning line"]')).to_have_count(3)
    assert page.title().startswith("The computer wins")
    page.get_by_role("link", name="Go through this game").click()
    expect(page.get_by_text("The game turned on move 3, your c2")).to_be_visible()
    page.add_init_script(_WATCH)
    page.reload(wait_until="networkidle")
    assert page.evaluate("window.shift") == 0
    expect(status(page)).to_contain_text("Your c2 loses: O answers a1 and wins")
    expect(square(page, "c2")).to_have_accessible_name("c2, X, last move, a mistake")
    page.get_by_role("link", name="Forward").click()
    expect(status(page)).to_contain_text("a1 wins in three moves")
    expect(page.locator("[data-mistake]")).to_have_count(0)
    for ply in (3, 2):
        page.get_by_role("link", name="Back", exact=True).click()
        expect(page).to_have_url(re.compile(f"ply={ply}$"))
        expect(page.locator("[data-mistake]")).to_have_count(ply - 2)
    page.get_by_role("button", name="Try again from here").click()
    expect(page).to_have_url(re.compile("/g/[0-9a-f]{24}$"))
    expect(page.get_by_role("gridcell", name=re.compile("empty$"))).to_have_count(7)
    square(page, "b1").click()
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)


def answer(page: Page, *, is_right: bool) -> None:
    puzzle = puzzle_at(page.url.split("/puzzles/")[1].split("?")[0])
    wrong = next(move for move in puzzle.position.moves if move != puzzle.answer)
    page.locator(".square").nth(puzzle.answer if is_right else wrong).click()
    said = page.locator("#answer")
    expect(said).to_have_attribute("data-right", "yes" if is_right else "no")


def test_puzzles_of_a_set_are_answered_and_make_a_streak_that_outlives_the_page(page: Page) -> None:
    streak, lead = page.locator("#streak"), page.locator(".lead")
    page.add_init_script(_WATCH)
    page.goto("/puzzles")
    page.get_by_role("link", name="Forks").click()
    expect(lead).to_have_text("Forks · medium")
    page.get_by_role("link", name="5×5").click()
    expect(page.get_by_role("link", name="Only move")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shift") == 0
    expect(streak).to_be_empty()
    answer(page, is_right=True)
    expect(streak).to_have_text("Streak: 1 · best: 1")
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_load_state()
    expect(page.locator(".square")).to_have_count(25)
    expect(lead).to_have_text("Forks · medium")
    expect(streak).to_have_text("Streak: 1 · best: 1")
    page.goto("/puzzles/random?theme=block&board=9x9:5")
    answer(page, is_right=False)
    answer(page, is_right=True)
    expect(streak).to_have_text("Streak: 0 · best: 1")
