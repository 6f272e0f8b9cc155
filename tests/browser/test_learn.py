"""The pages that teach, in a browser: lessons in place, and a search stepped through."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from noughts import Position
from noughts.coach.lessons import Lesson, check
from noughts.coach.minimax import trace
from noughts.coach.minimax_text import step_text
from tests.browser.conftest import NewContext
from tests.browser.playing import square
from tests.browser.test_every_page import faults

pytestmark = pytest.mark.slow

EXAMPLE = Position.parse(".xx/xo./o.. o 3")
SEARCH = f"/learn/minimax?position={EXAMPLE.url}&pruning=on"


def take(page: Page, lesson: Lesson, *, is_right: bool) -> None:
    moves = lesson.position.moves
    move = next(each for each in moves if check(lesson, each).is_right is is_right)
    page.locator(".square").nth(move).click()
    expect(page.locator("#answer")).to_have_text(check(lesson, move).text)


def test_the_four_lessons_in_a_row_and_what_the_browser_remembers(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="Start the first lesson").click()
    for lesson in Lesson:
        expect(page).to_have_url(re.compile(f"/learn/{lesson.value}$"))
        take(page, lesson, is_right=False)
        take(page, lesson, is_right=True)
        expect(page).to_have_url(re.compile(f"/learn/{lesson.value}$"))
        page.get_by_role("link", name="Next: ").click()
    expect(page).to_have_url(re.compile("/learn/minimax$"))
    page.goto("/learn")
    expect(page.locator(".card .done:visible")).to_have_count(len(Lesson))


@pytest.mark.parametrize("kept", ["{", "null", '{"win": 1}', '[1, {}, "fork"]'])
def test_progress_that_somebody_spoilt_does_no_harm(page: Page, kept: str) -> None:
    page.add_init_script(f"localStorage.setItem('noughts.lessons', {kept!r})")
    page.goto("/learn/block")
    take(page, Lesson.BLOCK, is_right=True)
    expect(page.locator('#lessons [data-lesson="block"] .done')).to_be_visible()


def test_a_lesson_by_keyboard_keeps_the_focus_and_is_read_out(page: Page) -> None:
    page.goto("/learn/win")
    page.keyboard.press("8")  # taken
    page.keyboard.press("7")
    expect(page.locator("#announcer")).to_contain_text("Right! a3 wins")
    expect(square(page, "a3")).to_be_focused()
    expect(square(page, "a3")).to_have_accessible_name("a3, X, winning line")


def test_a_lesson_without_script_is_a_form(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/learn/fork")
    take(page, Lesson.FORK, is_right=False)
    take(page, Lesson.FORK, is_right=True)
    page.get_by_role("link", name="Next: Block a fork").click()
    expect(page).to_have_url(re.compile("/learn/block-a-fork$"))


def test_a_server_out_of_reach_is_said_and_can_be_tried_again(new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    page.goto("/learn/block")
    page.route("**/learn/block", lambda route: route.abort())
    square(page, "c2").click()
    expect(page.get_by_role("alert")).to_contain_text("Can't reach the server")
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#answer")).to_contain_text("Right!")


def said(step: int) -> str:
    found = trace(EXAMPLE, prunes=True)
    return step_text(found, found.steps[step])


def current(page: Page) -> str | None:
    return page.locator('#tree [aria-current="step"]').get_attribute("id")


def test_the_search_by_buttons_keys_and_the_slider(page: Page) -> None:
    steps = trace(EXAMPLE, prunes=True).steps
    page.goto(SEARCH)
    status = page.locator("#status")
    page.get_by_role("link", name="Forward").click()
    expect(status).to_have_text(said(1))
    page.keyboard.press("ArrowRight")
    expect(status).to_have_text(said(2))
    expect(page.locator("#announcer")).to_have_text(said(2))
    assert current(page) == f"node-{steps[2].node}"
    page.keyboard.press("ArrowLeft")
    expect(status).to_have_text(said(1))
    page.get_by_role("link", name="Last").click()
    expect(status).to_have_text(said(-1))
    expect(page.locator("#visited")).to_have_text(str(trace(EXAMPLE, prunes=True).visited))
    expect(page.locator('#tree [data-colour="skipped"]').first).to_be_attached()
    page.get_by_role("slider").fill("7")
    expect(status).to_have_text(said(7))
    expect(page).to_have_url(re.compile("step=7$"))
    page.reload()
    expect(status).to_have_text(said(7))


def test_the_script_shows_every_step_as_the_server_does(new_context: NewContext) -> None:
    """What a step shows, by going there and by opening its page without script."""
    page, plain = new_context().new_page(), new_context(java_script_enabled=False).new_page()
    seen = """() => [...document.querySelectorAll("#tree li")].map(each => [
      each.id, each.dataset.colour, "path" in each.dataset, each.ariaCurrent,
      each.querySelector(".node").textContent.trim(),
      document.getElementById(each.id.replace("node", "dot")).getAttribute("href")])"""
    page.goto(SEARCH)
    last = len(trace(EXAMPLE, prunes=True).steps) - 1
    for step in (1, 15, 34, last):
        page.get_by_role("slider").fill(str(step))
        plain.goto(f"{SEARCH}&step={step}")
        assert page.evaluate(seen) == plain.evaluate(seen)
        assert page.locator("#visited").inner_text() == plain.locator("#visited").inner_text()


def test_many_steps_change_the_address_once_they_rest(page: Page) -> None:
    page.add_init_script("""
      window.named = 0;
      const replace = history.replaceState.bind(history);
      history.replaceState = (...given) => { window.named += 1; replace(...given); };
    """)
    page.goto(SEARCH)
    count = len(trace(EXAMPLE, prunes=True).steps)
    page.locator("#step").evaluate("""(slider) => {
      for (let step = 1; step <= Number(slider.max); step += 1) {
        slider.value = step;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }""")
    expect(page).to_have_url(re.compile(f"step={count - 1}"))
    assert page.evaluate("window.named") == 1


def test_it_plays_by_itself_until_somebody_steps(page: Page) -> None:
    page.clock.install(time=0)
    page.goto(SEARCH)
    page.clock.pause_at(3_600)
    page.get_by_role("button", name="Play all steps").click()
    page.clock.run_for(3_000)
    expect(page.locator("#status")).to_have_text(said(3))
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(3_000)
    expect(page.locator("#status")).to_have_text(said(2))
    page.get_by_role("button", name="Play all steps").click()
    page.clock.run_for(60_000)
    expect(page.locator("#status")).to_have_text(said(-1))
    expect(page.get_by_role("button", name="Play all steps")).to_be_visible()


def test_the_search_without_script_is_a_series_of_pages(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(SEARCH)
    for step in (1, 2):
        page.get_by_role("link", name="Forward").click()
        expect(page.locator("#status")).to_have_text(said(step))
    page.get_by_role("link", name="Off: try everything").click()
    page.get_by_role("link", name="Last").click()
    expect(page.locator("#visited")).to_have_text(str(trace(EXAMPLE).visited))
    page.get_by_label("Show the whole tree").check()
    expect(page.locator("#tree li .node:visible")).to_have_count(len(trace(EXAMPLE).nodes))


def test_axe_finds_nothing_after_a_try_and_in_the_whole_tree(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    page.goto("/learn/fork")
    take(page, Lesson.FORK, is_right=False)
    assert faults(page) == []
    take(page, Lesson.FORK, is_right=True)
    assert faults(page) == []
    page.goto(f"{SEARCH}&step=30")
    page.get_by_label("Show the whole tree").check()
    assert faults(page) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1366])
def test_no_step_makes_the_page_scroll_sideways(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/learn/minimax?position={Lesson.BLOCK.position.url}")
    for step in (0, 20, 100, 369):
        page.get_by_role("slider").fill(str(step))
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_game_against_a_proof_in_place_and_back(page: Page) -> None:
    page.goto("/learn/proof")
    expect(page.locator(".worth")).to_have_count(24)
    square(page, "a1").click()
    expect(page.locator("#status")).to_contain_text("the same pair")
    expect(page).to_have_url(re.compile("moves=a1$"))
    expect(page.locator(".worth")).to_have_count(22)
    page.get_by_role("link", name="Take back").click()
    expect(page.get_by_role("gridcell", name="empty")).to_have_count(25)
    page.go_back()
    expect(square(page, "a1")).to_have_accessible_name("a1, X")
    page.get_by_role("link", name="Start again").click()
    expect(page.locator(".worth")).to_have_count(24)
    while not page.get_by_text("that's proved").first.is_visible():
        free = page.get_by_role("gridcell", name=re.compile("empty"))
        count = free.count()
        free.first.click()
        expect(page.get_by_role("gridcell", name=re.compile("empty"))).not_to_have_count(count)
    assert page.locator('[data-winning][data-mark="x"]').count() == 0


def test_a_game_against_a_proof_without_script(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/learn/proof?board=5x5:4")
    square(page, "c3").click()
    expect(page.locator("#status")).to_contain_text("You take c3, and O answers")
    page.get_by_role("link", name="Check the proof now").click()
    expect(page.get_by_text("no answer is missing")).to_be_visible()


def test_a_position_of_ones_own_is_opened_or_refused(page: Page) -> None:
    page.goto(SEARCH)
    field = page.get_by_label("Or a position of your own")
    field.fill("x.o/.x./..o x 3")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#tree > li > .node")).to_be_visible()
    expect(page.locator("#tree li")).to_have_count(len(trace(Lesson.BLOCK.position).nodes))
    field.fill(".../.../... x 3")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("That tree is too large to watch")).to_be_visible()


def test_a_right_answer_is_celebrated_where_motion_is_welcome(new_context: NewContext) -> None:
    for motion, count in (("no-preference", 1), ("reduce", 0)):
        page = new_context(reduced_motion=motion).new_page()
        page.goto("/learn/win")
        page.evaluate(
            "() => { window.thrown = 0; new MutationObserver(() => window.thrown += 1)"
            ".observe(document.body, {childList: true}); }"
        )
        take(page, Lesson.WIN, is_right=True)
        assert min(page.evaluate("() => window.thrown"), 1) == count


def right_after_a_late_try(page: Page) -> Route:
    """Try a wrong square, whose answer is held back, and then the right one."""
    page.goto("/learn/win")
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/learn/win", hold, times=1)
    square(page, "b1").click()
    square(page, "a3").click()
    expect(page.locator("#answer")).to_contain_text("Right!")
    return late[0]


def test_of_two_tries_at_once_the_last_one_counts(page: Page) -> None:
    """The first answer comes late, and is not shown."""
    late = right_after_a_late_try(page)
    with page.expect_response("**/learn/win"):
        late.continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator("#answer")).to_contain_text("Right!")


def test_of_two_tries_at_once_a_failure_of_the_first_is_not_shown(page: Page) -> None:
    late = right_after_a_late_try(page)
    with page.expect_event("requestfailed"):
        late.abort()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.get_by_role("alert")).to_have_text("")
    expect(page.locator("#answer")).to_contain_text("Right!")
