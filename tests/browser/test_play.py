"""Playing with a mouse, script and all."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import NewContext

pytestmark = pytest.mark.slow


def square(page: Page, name: str) -> Locator:
    """A square by its name, whatever stands on it."""
    return page.locator(f'noughts-board [aria-label^="{name},"]')


def status(page: Page) -> Locator:
    return page.locator("#status")


def begin(context: BrowserContext, **new: Any) -> Page:
    """A page with a game that was begun, so that the computer can be any player."""
    game = context.request.post("/api/v1/games", data=new).json()
    page = context.new_page()
    page.goto(f"/g/{game['id']}")
    return page


def test_one_click_on_the_first_page_is_a_move_and_the_computer_replies(page: Page) -> None:
    page.goto("/")
    square(page, "b2").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
    expect(page.locator('[role=gridcell][aria-label*=", O, last move"]')).to_have_count(1)
    expect(status(page)).to_have_text("Your move: you are X.")
    assert page.title().startswith("Your move")


def test_a_reload_resumes_the_game(page: Page) -> None:
    page.goto("/")
    square(page, "b2").click()
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)
    before = page.locator("noughts-board [aria-label]").evaluate_all(
        "all => all.map(each => each.ariaLabel)"
    )
    for address in (page.url, "/"):
        page.goto(address)
        labels = page.locator("noughts-board [aria-label]").evaluate_all(
            "all => all.map(each => each.ariaLabel)"
        )
        assert labels == before


def test_a_lost_game_says_so_and_leads_to_its_review(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    for name in ("a2", "c2", "b3"):  # the computer takes b2, a1, then wins on c3
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(f"{name}, X")
    expect(status(page)).to_have_text("The computer wins along a1, b2 and c3.")
    expect(page.locator('[aria-label*="winning line"]')).to_have_count(3)
    assert page.title().startswith("The computer wins")
    page.get_by_role("link", name="Go through this game").click()
    expect(page.get_by_text("Turning point: move 3, X c2")).to_be_visible()


def test_two_people_at_one_screen_play_in_turn(new_context: NewContext) -> None:
    page = begin(new_context(), opponent=None)
    for name in ("a1", "b1", "a2", "b2", "a3"):
        square(page, name).click()
    expect(status(page)).to_have_text("X wins along a1, a2 and a3.")


def test_undo_resign_and_the_next_game_with_the_other_starter(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    square(page, "a1").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    page.get_by_role("button", name="Undo").click()
    expect(square(page, "a1")).to_have_accessible_name("a1, empty")
    expect(square(page, "b2")).to_have_accessible_name("b2, empty")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(status(page)).to_have_text("You resign: the computer wins.")
    page.get_by_role("button", name="Next game").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    expect(page.locator("#score")).to_contain_text("1")
    expect(status(page)).to_have_text("Your move: you are X.")


def test_a_hint_has_its_reason_and_every_square_its_value(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    square(page, "b1").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice")).to_contain_text("keeps the draw")
    page.get_by_role("button", name="Values").click()
    expect(page.get_by_role("gridcell", name="empty, ")).to_have_count(7)
    expect(page.locator(".worth").first).to_be_visible()


def test_a_game_of_the_settings_asked_for(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Hard").check(force=True)
    page.get_by_role("group", name="You play").get_by_label("O", exact=True).check(force=True)
    page.get_by_role("button", name="Start").click()
    expect(page.locator('[aria-label*=", X, last move"]')).to_have_count(1)
    expect(status(page)).to_have_text("Your move: you are O.")


@pytest.mark.parametrize("board", ["4x4:3", "15x15:5", "5x3:3"])
def test_other_boards(new_context: NewContext, board: str) -> None:
    page = begin(new_context(), opponent="easy", board=board)
    square(page, "c2").click()
    expect(square(page, "c2")).to_have_accessible_name("c2, X")


def test_a_large_board_is_played_on_a_small_phone(new_context: NewContext) -> None:
    context = new_context(viewport={"width": 320, "height": 568}, has_touch=True)
    page = begin(context, opponent=None, board="15x15:5")
    for name in ("o15", "h8", "a1"):
        cell = square(page, name)
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
        cell.tap()
        expect(cell).to_have_accessible_name(f"{name}, {'O' if name == 'h8' else 'X'}, last move")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_another_tab_moved_first(new_context: NewContext) -> None:
    context = new_context()
    page = begin(context, opponent="classic")
    other = context.new_page()
    other.goto(page.url)
    square(other, "a1").click()
    expect(square(other, "b2")).to_have_accessible_name("b2, O, last move")
    square(page, "c3").click()
    expect(page.get_by_role("alert")).to_contain_text("moved on")
    expect(square(page, "c3")).to_have_accessible_name("c3, empty")
    expect(square(page, "a1")).to_have_accessible_name("a1, X")


def test_a_game_that_could_not_be_asked_for_is_asked_for_again(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="random", side="x")
    page.route("**/api/v1/games/*", lambda route: route.abort(), times=1)
    page.reload()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#alert")).to_be_empty()
    square(page, "b2").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, X")


def test_a_server_out_of_reach_is_told_and_the_move_can_be_sent_again(
    new_context: NewContext,
) -> None:
    context = new_context()
    page = begin(context, opponent="classic")
    page.wait_for_load_state("networkidle")  # before, a click is a form that is sent
    context.set_offline(True)
    square(page, "a1").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")


def test_somebody_elses_game_can_be_watched_but_not_played(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    square(page, "a1").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    visitor = new_context().new_page()
    visitor.goto(page.url)
    expect(square(visitor, "a1")).to_have_accessible_name("a1, X")
    square(visitor, "c3").click(force=True)
    expect(square(visitor, "c3")).to_have_accessible_name("c3, empty")


def test_two_people_begin_at_the_empty_board(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto("/", wait_until="networkidle")
    page.get_by_role("radio", name="Two people").check(force=True)
    for name in ("b2", "a1"):
        square(page, name).click()
    expect(square(page, "a1")).to_have_accessible_name("a1, O, last move")
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
