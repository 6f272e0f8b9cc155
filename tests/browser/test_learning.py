"""Reviews and puzzles in a browser: stepping, trying again, answering, the streak and the sets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from noughts.coach.puzzle_choice import puzzle_at
from tests.browser.conftest import NewContext
from tests.browser.playing import begin, square, status

pytestmark = pytest.mark.slow


def lose(page: Page) -> None:
    for name in ("a2", "c2", "b3"):  # classic takes b2, a1, then wins on c3
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(re.compile(f"{name}, X"))
    page.get_by_role("link", name="Go through this game").click()


def test_a_review_opens_where_the_game_turned_and_steps_from_there(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    lose(page)
    expect(status(page)).to_contain_text("Your c2 loses: O answers a1 and wins")
    expect(square(page, "c2")).to_have_accessible_name("c2, X, last move, a mistake")
    page.get_by_role("link", name="Forward").click()
    expect(status(page)).to_contain_text("a1 wins in three moves")
    expect(page.locator("[data-mistake]")).to_have_count(0)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator("[data-mistake]")).to_have_count(1)
    expect(page).to_have_url(re.compile("ply=3$"))


def test_one_tries_again_from_the_move_that_is_shown(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    lose(page)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(re.compile("ply=2$"))
    page.get_by_role("button", name="Try again from here").click()
    expect(page).to_have_url(re.compile("/g/[0-9a-f]{24}$"))
    expect(page.get_by_role("gridcell", name=re.compile("empty$"))).to_have_count(7)
    square(page, "b1").click()
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)


def test_trying_again_works_without_script(new_context: NewContext) -> None:
    context = new_context(java_script_enabled=False)
    game = begin(new_context(), opponent="classic")
    lose(game)
    page = context.new_page()
    page.goto(game.url)
    page.get_by_role("button", name="Try again from here").click()
    expect(page).to_have_url(re.compile("/g/[0-9a-f]{24}$"))
    expect(page.locator('button[aria-label$=", empty"]')).to_have_count(7)


def answer(page: Page, *, is_right: bool) -> None:
    puzzle = puzzle_at(page.url.split("/puzzles/")[1].split("?")[0])
    wrong = next(move for move in puzzle.position.moves if move != puzzle.answer)
    page.locator(".square").nth(puzzle.answer if is_right else wrong).click()
    said = page.locator("#answer")
    expect(said).to_have_attribute("data-right", "yes" if is_right else "no")


def test_first_tries_make_a_streak_that_outlives_the_page(page: Page) -> None:
    streak = page.locator("#streak")
    page.goto("/puzzles/random?theme=fork")
    expect(streak).to_be_empty()
    answer(page, is_right=True)
    expect(streak).to_have_text("Streak: 1 · best: 1")
    for _ in range(3):
        page.get_by_role("link", name="Next puzzle").click()
        page.wait_for_load_state()
    expect(streak).to_have_text("Streak: 1 · best: 1")
    page.goto("/puzzles/random?theme=block&board=9x9:5")
    answer(page, is_right=False)
    answer(page, is_right=True)
    expect(streak).to_have_text("Streak: 0 · best: 1")


@pytest.mark.parametrize("kept", ["{", "null", '{"now": "x", "best": -3, "last": {}}', "[1]"])
def test_a_streak_that_somebody_spoilt_begins_anew(page: Page, kept: str) -> None:
    page.add_init_script(f"localStorage.setItem('noughts.puzzles', {kept!r})")
    page.goto("/puzzles/random?theme=win")
    answer(page, is_right=True)
    expect(page.locator("#streak")).to_have_text("Streak: 1 · best: 1")


def test_sets_are_chosen_by_links_and_kept_by_the_next_puzzle(page: Page) -> None:
    page.goto("/puzzles")
    page.get_by_role("link", name="Forks").click()
    expect(page.locator(".lead")).to_have_text("Forks · medium")
    page.get_by_role("link", name="5×5").click()
    for _ in range(2):
        expect(page.locator(".square")).to_have_count(25)
        expect(page.locator(".lead")).to_have_text("Forks · medium")
        page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("link", name="Only move")).to_have_count(0)


def test_nothing_moves_while_a_review_or_a_puzzle_opens(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    lose(page)
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => {"
        " for (const entry of list.getEntries()) if (!entry.hadRecentInput)"
        " window.shift += entry.value; })"
        ".observe({type: 'layout-shift', buffered: true});"
    )
    for path in (page.url, "/puzzles/random?theme=fork"):
        page.goto(path, wait_until="networkidle")
        assert page.evaluate("() => window.shift") == 0
