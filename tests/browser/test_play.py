"""Playing with a mouse, script and all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewContext
from tests.browser.playing import begin, choose, square, status

pytestmark = pytest.mark.slow


def test_one_click_on_the_first_page_is_a_move_and_the_computer_replies(page: Page) -> None:
    page.goto("/")
    square(page, "b2").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
    expect(page.locator('[role=gridcell][aria-label*=", O, last move"]')).to_have_count(1)
    expect(status(page)).to_have_text("Your turn – you're X")
    assert page.title().startswith("Your turn")


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
    expect(status(page)).to_have_text("The computer wins")
    expect(page.locator('[aria-label*="winning line"]')).to_have_count(3)
    assert page.title().startswith("The computer wins")
    page.get_by_role("link", name="Go through this game").click()
    expect(page.get_by_text("The game turned on move 3, your c2")).to_be_visible()


def test_two_people_at_one_screen_play_in_turn(new_context: NewContext) -> None:
    page = begin(new_context(), opponent=None)
    for name in ("a1", "b1", "a2", "b2", "a3"):
        square(page, name).click()
    expect(status(page)).to_have_text("X wins!")


def test_undo_resign_and_the_next_game_with_the_other_starter(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    square(page, "a1").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    page.get_by_role("button", name="Undo").click()
    expect(square(page, "a1")).to_have_accessible_name("a1, empty")
    expect(square(page, "b2")).to_have_accessible_name("b2, empty")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(status(page)).to_have_text("The computer wins – you resigned")
    page.get_by_role("button", name="Play again").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    expect(page.locator("#score")).to_contain_text("1")
    expect(status(page)).to_have_text("Your turn – you're X")


def test_a_hint_has_its_reason_and_only_what_stands_out_a_value(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    square(page, "b1").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice")).to_contain_text("keeps the draw")
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#advice")).to_contain_text("Careful: b3 loses.")
    expect(square(page, "b3")).to_have_accessible_name("b3, empty, loses")
    expect(page.locator(".worth")).to_have_text("loses")


def test_a_game_of_the_settings_asked_for(page: Page) -> None:
    page.goto("/")
    choose(page, "Hard")
    page.get_by_label("Your side").select_option("You're O")
    page.get_by_role("button", name="Start").click()
    expect(page.locator('[aria-label*=", X, last move"]')).to_have_count(1)
    expect(status(page)).to_have_text("Your turn – you're O")
    expect(page.locator("#score")).to_contain_text("Computer · Hard")
    assert page.evaluate("document.activeElement.role") == "gridcell"


def test_what_is_chosen_is_on_the_board_at_once_and_begins_with_the_first_click(
    page: Page,
) -> None:
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
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)
    page.go_back()
    expect(status(page)).to_have_text("You're X – click any square")
    expect(page.get_by_role("gridcell")).to_have_count(225)


def test_a_game_that_goes_on_is_left_only_on_purpose(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    square(page, "b2").click()
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)
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


def test_another_level_after_the_end_needs_no_question(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    square(page, "b2").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(status(page)).to_contain_text("you resigned")
    choose(page, "Easy")
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
        expect(cell).to_have_accessible_name(f"{name}, empty")
        if name == "h8":
            page.get_by_role("button", name="Play h8").tap()
        else:
            cell.tap()
        expect(cell).to_have_accessible_name(f"{name}, {'O' if name == 'h8' else 'X'}, last move")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_text("Larger squares").tap()
    expect(square(page, "a1")).to_be_in_viewport()
    box = square(page, "a1").bounding_box()
    assert box is not None
    assert box["width"] > 40


def test_a_small_board_is_played_with_one_tap(new_context: NewContext) -> None:
    page = new_context(viewport={"width": 320, "height": 568}, has_touch=True).new_page()
    page.goto("/", wait_until="networkidle")
    square(page, "b2").tap()
    expect(square(page, "b2")).to_have_accessible_name("b2, X")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (390, 844)])
def test_a_phone_shows_choices_players_status_and_board_at_once(
    new_context: NewContext, width: int, height: int
) -> None:
    context = new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    for part in ("#new-game", "#score", "#status", ".grid"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    before = square(page, "b2").bounding_box()
    square(page, "b2").tap()
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)
    assert square(page, "b2").bounding_box() == before


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
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server")
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
    choose(page, "Same screen")
    for name in ("b2", "a1"):
        square(page, name).click()
    expect(square(page, "a1")).to_have_accessible_name("a1, O, last move")
    expect(square(page, "b2")).to_have_accessible_name("b2, X")


def test_squares_taken_while_the_choice_is_under_way_are_all_played(
    new_context: NewContext,
) -> None:
    page = new_context().new_page()
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


def test_a_long_thought_can_be_ended_and_other_games_have_no_button_for_it(
    new_context: NewContext,
) -> None:
    page = begin(new_context(), board="15x15:5", opponent="strongest", seconds=3)
    button = page.get_by_role("button", name="Move now")
    expect(button).to_have_count(0)
    square(page, "h8").click()
    expect(page.locator('[aria-label*=", O, last move"]')).to_have_count(1)
    expect(button).to_have_count(0)
    expect(status(page)).to_have_text("Your turn – you're X")
    page = begin(new_context(), board="15x15:5", opponent="strongest")
    expect(square(page, "h8")).to_be_enabled()
    expect(page.get_by_role("button", name="Move now")).to_have_count(0)


def test_on_a_big_board_the_coach_names_the_win_by_force_and_marks_it(
    new_context: NewContext,
) -> None:
    page = begin(new_context(), board="15x15:5", opponent=None)
    for name in ("g8", "a1", "h8", "a3", "i8", "a5"):
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(
            f"{name}, {'XO'[name[0] == 'a']}, last move"
        )
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice")).to_contain_text("wins in two moves: it makes a fork")
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#advice")).to_contain_text("X can force a win with ")
    expect(square(page, "f8")).to_have_accessible_name("f8, empty, wins")
    expect(square(page, "o15")).to_have_accessible_name("o15, empty")


_COLLECT = """
window.heard = [];
for (const what of ["began", "played", "ended"]) {
  document.addEventListener(`noughts:${what}`, ({ detail }) => {
    window.heard.push([what, detail.side, detail.square].filter((each) => each !== undefined));
  });
}
"""


def test_the_page_tells_once_of_a_beginning_every_mark_and_the_end(page: Page) -> None:
    page.add_init_script(_COLLECT)
    page.goto("/", wait_until="networkidle")
    choose(page, "Same screen")
    for name, side in zip(("a1", "a2", "b1", "b2", "c1"), "XOXOX", strict=True):
        square(page, name).click()
        expect(square(page, name)).to_have_accessible_name(re.compile(f"{name}, {side}"))
    expect(status(page)).to_contain_text("X wins")
    played = [["played", "x", 0], ["played", "o", 3], ["played", "x", 1], ["played", "o", 4]]
    assert page.evaluate("heard") == [["began"], *played, ["played", "x", 2], ["ended"]]
    page.reload(wait_until="networkidle")
    assert page.evaluate("heard") == []
