"""Playing with a mouse, and by touch on phones; celebrations, sounds, statistics and sharing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import NewContext, shifts
from tests.browser.playing import (
    begin,
    box,
    choose,
    meet,
    play_to_the_end,
    settings,
    square,
    status,
)

pytestmark = pytest.mark.slow

REPLY = '[role=gridcell][aria-label*=", O, last move"]'
LABELS = "all => all.map(each => each.ariaLabel)"
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


def test_whom_the_game_is_against_is_asked_after_each_choice_too(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto("/", wait_until="networkidle")
    choose(page, "Easy")
    expect(page.locator("#settings")).to_have_text("Easy · 3×3 · you're X")
    expect(page.locator("#settings")).to_be_focused()
    square(page, "b2").click()
    expect(page.locator(REPLY)).to_have_count(1)
    page.get_by_role("link", name="Same screen").click()
    expect(page.locator("#leaving")).to_be_visible()
    page.get_by_role("button", name="Keep playing").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, X")


def test_a_hint_values_undo_and_the_next_game_by_the_other_starter(new_context: NewContext) -> None:
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
        expect(square(page, name)).to_have_accessible_name(f"{name}, empty, holds the draw")
    play_to_the_end(page, Locator.click)
    expect(page.locator("#why")).not_to_be_empty()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#why")).to_be_hidden()
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    expect(page.locator("#score")).to_contain_text("1")
    expect(status(page)).to_have_text("Your turn – you're X")


def test_a_reply_comes_after_a_pause_but_at_once_by_keys_and_where_nothing_moves(
    new_context: NewContext,
) -> None:
    for still in (False, True):
        page = new_context(reduced_motion="reduce" if still else None).new_page()
        page.clock.install()
        page.goto("/", wait_until="networkidle")
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        for letter in ".letters", ".numbers":
            expect(page.locator(letter)).to_be_hidden()
        with page.expect_response("**/play"):
            square(page, "b2").click()
        if not still:
            page.clock.run_for(390)
            expect(square(page, "b2")).to_have_accessible_name("b2, empty")  # not confirmed yet
            expect(square(page, "b2")).to_have_attribute("data-mark", "x")
            expect(page.locator("[data-mark=o]")).to_have_count(0)
            page.clock.run_for(10)
        expect(page.locator(REPLY)).to_have_count(1)
    page = begin(new_context(), opponent="classic")
    page.clock.install()
    page.wait_for_load_state("networkidle")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    with page.expect_response("**/play"):
        page.keyboard.press("1")
    page.keyboard.press("9")
    expect(square(page, "c3")).to_have_attribute("data-mark", "x")
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")


def test_what_is_chosen_is_on_the_board_at_once_and_begins_with_the_first_click(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    expect(status(page)).to_have_text("You're X – pick any square")
    for name in ("Undo", "Hint", "Values", "New game", "Play again", "Resign", "Start"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    choose(page, "Perfect")
    expect(page.locator("#score")).to_contain_text("Computer · Perfect")
    with settings(page) as sheet:
        sheet.get_by_role("combobox", name="Board").select_option("15x15:5")
    expect(page.get_by_role("gridcell")).to_have_count(225)
    expect(page.locator("#score")).to_contain_text("Computer · Strongest")
    square(page, "h8").click()
    expect(square(page, "h8")).to_have_accessible_name("h8, X")
    expect(page.locator(REPLY)).to_have_count(1)
    page.go_back()
    expect(status(page)).to_have_text("You're X – pick any square")
    expect(page.get_by_role("gridcell")).to_have_count(225)
    page.goto("/?board=3x3:3")
    choose(page, "Hard")
    with settings(page) as sheet:  # on 3×3 one question
        expect(sheet.get_by_label("Who begins")).to_have_count(0)
        sheet.get_by_role("radio", name="O Computer begins").check(force=True)
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
    page.get_by_role("link", name="Same screen").click()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_role("link", name="Computer")).to_have_attribute("aria-current", "true")
    assert page.url == address
    page.keyboard.press("n")
    page.get_by_role("dialog").get_by_role("link", name="New game").click()
    expect(square(page, "b2")).to_have_accessible_name("b2, empty")
    expect(status(page)).to_have_text("You're X – pick any square")
    page.goto(address)
    expect(square(page, "b2")).to_have_accessible_name("b2, X")
    play_to_the_end(page, Locator.click)
    choose(page, "Easy")  # after the end no question is needed
    expect(status(page)).to_have_text("You're X – pick any square")
    expect(page.locator("#score")).to_contain_text("Computer · Easy")
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)


def test_choices_during_a_game_are_for_the_next_one(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    square(page, "b2").click()
    expect(page.locator(REPLY)).to_have_count(1)
    address = page.url
    with settings(page) as sheet:
        expect(sheet).to_contain_text("This game goes on")
        for level in ("Perfect", "Easy"):
            sheet.get_by_role("radio", name=level).check(force=True)
            expect(page.locator("#line")).to_have_text(f"Next game: {level} · 3×3 · you're X")
            expect(sheet).to_be_visible()
        sheet.get_by_role("combobox", name="Board").select_option("4x4:3")
        expect(page.locator("#line")).to_have_text("Next game: Easy · 4×4, 3 in a row · you're X")
    assert page.url == address
    expect(page.locator("#score")).to_contain_text("Computer · Medium")
    play_to_the_end(page, Locator.click)
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("gridcell", name=", empty")).to_have_count(16)
    expect(page.locator("#line")).to_have_text("Easy · 4×4, 3 in a row · you're X")
    with settings(page) as sheet:
        expect(sheet).not_to_contain_text("This game goes on", use_inner_text=True)
    expect(page.locator("#score")).to_contain_text("Computer · Easy")


def test_any_other_board_is_used_or_refused_with_the_reason(page: Page) -> None:
    page.goto("/", wait_until="networkidle")
    with settings(page) as sheet:
        width, height = sheet.get_by_label("Width"), sheet.get_by_label("Height")
        expect(width).to_be_hidden()
        sheet.get_by_role("combobox", name="Board").select_option("Custom…")
        width.fill("40")
        height.fill("4")
        expect(sheet.get_by_role("alert")).to_contain_text("not 40x3")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(sheet.get_by_role("alert")).to_contain_text("not 40x4")  # with what was typed last
        expect(width).to_have_value("40")
        expect(page.get_by_role("gridcell")).to_have_count(9)
        width.fill("4")
        sheet.locator(".stepper").first.get_by_text("+").click()
        expect(width).to_have_value("5")
        expect(sheet.get_by_role("alert")).to_be_empty()
        page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("gridcell")).to_have_count(20)
    expect(page.locator("noughts-board :focus")).to_have_count(1)  # by then all is as chosen
    square(page, "e4").click()
    expect(square(page, "e4")).to_have_accessible_name("e4, X")


def test_a_game_in_another_tab_and_in_somebody_elses_browser(new_context: NewContext) -> None:
    page, visitor = begin(new_context(), opponent="classic"), new_context().new_page()
    other, late = page.context.new_page(), page.context.new_page()

    def play_meanwhile(asked: Route) -> None:
        square(other, "a1").click()
        expect(square(other, "b2")).to_have_accessible_name("b2, O, last move")
        asked.continue_()

    other.goto(page.url)
    late.route("**/api/v1/games/*", play_meanwhile, times=1)
    late.goto(page.url)  # the answer tells of moves that this page was drawn before
    for each in (page, late):  # and the first window is told of them at once
        expect(each.get_by_role("gridcell", name=", empty")).to_have_count(7)
    visitor.goto(page.url)
    square(visitor, "c3").click(force=True)  # who looks on cannot play
    expect(square(visitor, "c3")).to_have_accessible_name("c3, empty")
    expect(square(visitor, "a1")).to_have_accessible_name("a1, X")


def test_what_did_not_reach_the_server_is_sent_again_by_itself(new_context: NewContext) -> None:
    page = begin(new_context(), opponent="classic")
    page.route("**/api/v1/games/*", lambda route: route.abort(), times=1)
    with page.expect_response("**/api/v1/games/*"):
        page.reload()
    page.wait_for_load_state("networkidle")  # before, a click is a form that is sent
    page.context.set_offline(True)
    square(page, "a1").click()
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(square(page, "a1")).to_have_attribute("data-pending", "")
    page.context.set_offline(False)
    expect(square(page, "b2")).to_have_accessible_name("b2, O, last move")
    expect(page.locator("#alert")).to_be_empty()


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
        page.get_by_role("link", name="Same screen").click()
    for name in ("b2", "a1"):
        square(page, name).click()
    held[0].continue_()
    expect(square(page, "a1")).to_have_accessible_name("a1, O, last move")
    expect(square(page, "b2")).to_have_accessible_name("b2, X")


def test_a_game_by_touch_to_the_next_one_without_a_jump(new_watched: NewContext) -> None:
    page = new_watched(has_touch=True, is_mobile=True).new_page()
    page.goto("/", wait_until="networkidle")
    assert shifts(page) == []
    for width, height in ((320, 568), (360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for part in ("#settings", "#score", "#status", ".grid"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
    at_first = box(page)
    boxes = []

    def follow(free: Locator) -> None:
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator("#advice")).not_to_be_empty()
        boxes.append(("hint", box(page)))
        free.tap()

    page.locator("#settings").tap()
    page.get_by_role("radio", name="Easy").locator("..").tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    square(page, "b2").tap()
    page.wait_for_url("**/g/*")
    expect(page.locator("#score")).to_contain_text("Easy")
    expect(page.locator(REPLY)).to_have_count(1)
    boxes.append(("move", box(page)))
    play_to_the_end(page, follow)
    boxes.append(("end", box(page)))
    page.get_by_role("button", name="Play again").tap()
    expect(page.locator('[role=gridcell][aria-label$=", empty"]').nth(7)).to_be_visible()
    boxes.append(("again", box(page)))
    assert [each for each in boxes if each[1] != at_first] == [], at_first
    assert shifts(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_large_board_is_played_by_two_on_a_small_phone(new_context: NewContext) -> None:
    context = new_context(viewport={"width": 320, "height": 568}, has_touch=True)
    page = begin(context, opponent=None, board="15x15:5")
    for name in ("o15", "h8", "a1"):
        cell = square(page, name)
        cell.scroll_into_view_if_needed()
        bounds = cell.bounding_box()
        assert bounds is not None
        assert min(bounds["width"], bounds["height"]) >= 24
        cell.tap()
        expect(cell).to_have_accessible_name(f"{name}, empty")
        if name == "h8":
            expect(status(page)).to_have_text("h8: tap again to play it")
            page.get_by_role("button", name="Play h8").tap()
        else:
            cell.tap()
        expect(cell).to_have_accessible_name(f"{name}, {'O' if name == 'h8' else 'X'}, last move")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator(".zoom").tap()
    expect(square(page, "a1")).to_be_in_viewport()
    bounds = square(page, "a1").bounding_box()
    assert bounds is not None
    assert bounds["width"] > 44
    square(page, "b1").tap()  # as large as a finger, and so without aiming
    expect(square(page, "b1")).to_have_accessible_name("b1, O, last move")


def test_two_fingers_make_squares_larger_in_a_pane_that_stays(new_context: NewContext) -> None:
    context = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = begin(context, opponent=None, board="9x9:5")
    pane, cell = page.locator(".pane"), square(page, "c3")
    cell.tap()
    expect(status(page)).to_have_text("c3: tap again to play it")
    before, bounds = pane.bounding_box(), cell.bounding_box()
    assert before is not None
    assert bounds is not None
    x, y = bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2
    browser = context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchEnd", 0)):
        fingers = [{"x": x + side * apart, "y": y, "id": 1 + side} for side in (-1, 1)]
        touched = {"type": kind, "touchPoints": fingers if apart else []}
        browser.send("Input.dispatchTouchEvent", touched)
    page.wait_for_function("document.querySelector('.square').offsetWidth > 70")
    assert pane.bounding_box() == pytest.approx(before, abs=1)
    assert page.evaluate("visualViewport.scale") == 1
    larger = cell.bounding_box()
    assert larger is not None
    assert larger["x"] < x < larger["x"] + larger["width"]  # what is under the fingers stays there
    assert larger["y"] < y < larger["y"] + larger["height"]


def play_alone(page: Page, names: tuple[str, ...]) -> None:
    """A game of two people at this screen, from the first page."""
    page.goto("/", wait_until="networkidle")
    meet(page, "Same screen")
    for name in names:
        square(page, name).click()
        expect(square(page, name)).to_have_attribute("data-last", "")


def ended(page: Page, result: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-result", result)


def counted(page: Page, name: str, count: int) -> None:
    expect(page.locator("html")).to_have_attribute(f"data-{name}", str(count))


def test_a_win_is_celebrated_a_draw_is_not_and_sounds_are_heard_once_on(page: Page) -> None:
    page.add_init_script(EARS_AND_EYES)
    switch = page.get_by_role("button", name="Sounds")
    play_alone(page, WON)
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
    play_alone(page, DRAWN)
    ended(page, "drawn")
    counted(page, "heard", 9 + 4)  # marks, and a tune of four notes
    expect(page.locator("[data-confetti]")).to_have_count(0)
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_nothing_moves_for_those_who_want_it_still(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    page.add_init_script(EARS_AND_EYES)
    play_alone(page, WON)
    ended(page, "won")
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator("[data-confetti]")).to_have_count(0)
    play_alone(page, WON[:2])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".threat")).to_have_count(2)  # of the fork that the hint leads to
    assert page.evaluate("document.getAnimations().length") == 0


def test_losses_are_counted_and_cleared_and_three_propose_the_level_below(page: Page) -> None:
    statistics, proposal = page.locator("#statistics"), page.locator("#proposal")
    lines = page.locator("#statistics-lines li")
    page.goto("/?board=4x4:4", wait_until="networkidle")
    square(page, "b2").click()
    for count in (1, 2, 3):
        expect(page.locator("noughts-board")).to_have_attribute("data-open", "")
        page.locator("#resigning").click()
        page.locator("#resign").click()
        ended(page, "lost")
        line = f"Medium · 4×4:4 · 0 won, 0 drawn, {count} lost"
        expect(lines).to_have_text(line)
        if count < 3:
            expect(proposal).to_be_hidden()
            page.locator("#rematch").click()
            expect(page.locator("[data-result]")).to_have_count(0)
    page.get_by_role("button", name="Try Easy?").click()
    expect(page.locator(".score")).to_contain_text("easy", ignore_case=True)
    expect(page.locator("#record li")).to_have_count(0)
    expect(lines).to_have_text(line)
    page.get_by_role("button", name="Clear").click()
    expect(statistics).to_be_hidden()
    page.reload()
    expect(statistics).to_be_hidden()


def test_a_finished_game_is_shared_as_a_picture_or_saved(new_context: NewContext) -> None:
    context = new_context()
    page, other = context.new_page(), context.new_page()
    page.add_init_script(SHARES)
    play_alone(page, WON)
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
    for name, ending in (("Save picture", ".png"), ("Save animation", ".gif")):
        with other.expect_download() as download:
            other.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == f"noughts-and-crosses{ending}"
