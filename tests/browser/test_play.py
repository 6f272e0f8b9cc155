"""Playing with a mouse, script and all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import begin, choose, resign, square, status

pytestmark = pytest.mark.slow

REPLY = '[role=gridcell][aria-label*=", O, last move"]'
LABELS = "all => all.map(each => each.ariaLabel)"


def test_one_click_on_the_first_page_is_a_move_and_a_reload_resumes_the_game(page: Page) -> None:
    page.goto("/")
    square(page, "b2").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
    expect(page.locator(REPLY)).to_have_count(1)
    expect(status(page)).to_have_text("Your turn – you're X")
    assert page.title().startswith("Your turn")
    squares = page.locator("noughts-board [aria-label]")
    before = squares.evaluate_all(LABELS)
    for address in (page.url, "/"):
        page.goto(address)
        assert squares.evaluate_all(LABELS) == before


def test_a_hint_values_undo_and_the_next_game_with_the_other_starter(
    new_context: NewContext,
) -> None:
    page = begin(new_context(), opponent="classic")
    square(page, "b1").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice")).to_contain_text("keeps the draw")
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#advice")).to_contain_text("Careful: b3 loses.")
    expect(square(page, "b3")).to_have_accessible_name("b3, empty, loses")
    expect(page.locator(".worth")).to_have_text("loses")  # only what stands out has a value
    page.get_by_role("button", name="Undo").click()
    for name in ("b1", "b2"):
        expect(square(page, name)).to_have_accessible_name(f"{name}, empty")
    resign(page)
    expect(status(page)).to_have_text("The computer wins – you resigned")
    page.get_by_role("button", name="Play again").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    expect(page.locator("#score")).to_contain_text("1")
    expect(status(page)).to_have_text("Your turn – you're X")


def test_what_is_chosen_is_on_the_board_at_once_and_begins_with_the_first_click(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    expect(status(page)).to_have_text("You're X – click any square")
    for name in ("Undo", "Hint", "Values", "New game", "Play again", "Resign", "Start"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    choose(page, "Perfect")
    expect(page.locator("#score")).to_contain_text("Computer · Perfect")
    page.get_by_role("combobox", name="Board").select_option("15x15:5")
    expect(page.get_by_role("gridcell")).to_have_count(225)
    expect(page.locator("#score")).to_contain_text("Computer · Strongest")
    square(page, "h8").click()
    expect(square(page, "h8")).to_have_accessible_name("h8, X")
    expect(page.locator(REPLY)).to_have_count(1)
    page.go_back()
    expect(status(page)).to_have_text("You're X – click any square")
    expect(page.get_by_role("gridcell")).to_have_count(225)
    page.goto("/?board=3x3:3")
    choose(page, "Hard")
    page.get_by_label("Your side").select_option("You're O")
    page.get_by_role("button", name="Start").click()
    expect(page.locator('[aria-label*=", X, last move"]')).to_have_count(1)
    expect(status(page)).to_have_text("Your turn – you're O")
    expect(page.locator("#score")).to_contain_text("Computer · Hard")
    assert page.evaluate("document.activeElement.role") == "gridcell"


def test_a_game_that_goes_on_is_left_only_on_purpose(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    square(page, "b2").click()
    expect(page.locator(REPLY)).to_have_count(1)
    address = page.url
    choose(page, "Easy")
    page.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_role("radio", name="Medium")).to_be_checked()
    assert page.url == address
    page.keyboard.press("n")
    page.get_by_role("dialog").get_by_role("link", name="New game").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, empty")
    expect(status(page)).to_have_text("You're X – click any square")
    page.goto(address)
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
    resign(page)
    choose(page, "Easy")  # after the end no question is needed
    expect(status(page)).to_have_text("You're X – click any square")
    expect(page.locator("#score")).to_contain_text("Computer · Easy")
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)


def test_any_other_board_is_used_or_refused_with_the_reason(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    for board, count in (("40x40:5", 9), ("5x4:3", 20)):
        page.locator("summary", has_text="More options").click()
        page.get_by_role("textbox").fill(board)
        page.get_by_role("button", name="Use it").click()
        expect(page.get_by_role("gridcell")).to_have_count(count)
        if count == 9:
            page.wait_for_load_state("networkidle")
            expect(page.get_by_role("alert")).to_contain_text("not 40x40")
    square(page, "e4").click()
    expect(square(page, "e4")).to_have_accessible_name("e4, X")


def test_a_game_in_another_tab_and_in_somebody_elses_browser(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    other, visitor = page.context.new_page(), new_context().new_page()
    other.goto(page.url)
    square(other, "a1").click()
    expect(square(other, "b2")).to_have_accessible_name("b2, O, last move")
    square(page, "c3").click()
    expect(page.get_by_role("alert")).to_contain_text("moved on")
    visitor.goto(page.url)
    square(visitor, "c3").click(force=True)  # who looks on cannot play
    for each in (page, visitor):
        expect(square(each, "c3")).to_have_accessible_name("c3, empty")
        expect(square(each, "a1")).to_have_accessible_name("a1, X")


def test_what_did_not_reach_the_server_can_be_tried_again(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    page.route("**/api/v1/games/*", lambda route: route.abort(), times=1)
    page.reload()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#alert")).to_be_empty()
    page.wait_for_load_state("networkidle")  # before, a click is a form that is sent
    page.context.set_offline(True)
    square(page, "a1").click()
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")


def test_on_a_big_board_a_long_thought_can_be_ended_and_the_coach_marks_a_win_by_force(
    new_context: NewContext,
) -> None:
    context = new_context()
    page = begin(context, board="15x15:5", opponent="strongest", seconds=60)
    button = page.get_by_role("button", name="Move now")
    expect(button).to_have_count(0)
    square(page, "h8").click()
    expect(button).to_be_visible()
    while button.is_visible():  # a thought that has not begun yet cannot be ended
        with page.expect_response("**/move-now"):
            page.locator("#move-now").evaluate("each => each.click()")
    expect(page.locator(REPLY)).to_have_count(1)
    expect(button).to_have_count(0)
    expect(status(page)).to_have_text("Your turn – you're X")
    page = begin(context, board="15x15:5", opponent=None)
    for name in ("g8", "a1", "h8", "a3", "i8", "a5"):
        square(page, name).click()
        mark = "XO"[name[0] == "a"]
        expect(square(page, name)).to_have_accessible_name(f"{name}, {mark}, last move")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice")).to_contain_text("wins in two moves: it makes a fork")
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#advice")).to_contain_text("X can force a win with ")
    expect(square(page, "f8")).to_have_accessible_name("f8, empty, wins")
    expect(square(page, "o15")).to_have_accessible_name("o15, empty")


def test_squares_taken_while_the_choice_is_under_way_are_all_played(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/?*", hold, times=1)
    with page.expect_request("**/?*"):
        choose(page, "Same screen")
    for name in ("b2", "a1"):
        square(page, name).click()
    held[0].continue_()
    expect(square(page, "a1")).to_have_accessible_name("a1, O, last move")
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
